import type { Account } from '../../machines/entities/account.ts'
import type { NetworkId } from '../../machines/entities/namespace.ts'
import type { Network } from '../../machines/entities/network.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import type { HeldNft, NftSource, Token, TokenBalance } from '../../machines/entities/token.ts'
import type { Fee, Transfer } from '../../machines/entities/transfer.ts'
import type { LatchkeyError } from '../../machines/errors/error.ts'
import type { Place, Receipt, Sent } from '../../machines/transfer/transaction.contract.ts'
import type { WalletProvider } from '../walletProvider.ts'

/** What a wallet shares when it is connected; the active account first. */
export interface Shared {
  accounts: readonly [Account, ...Account[]]
  networkId: NetworkId
}

export type WalletEvent =
  | { type: 'provider.accountsChanged'; accounts: readonly Account[] }
  | { type: 'provider.networkChanged'; networkId: NetworkId }
  | { type: 'provider.disconnected'; error?: LatchkeyError }

export interface SendOrder extends Transfer {
  /** The sender's address. */
  from: string
}

/** One namespace. Answers of wallets and networks are checked here; policy is the machines'. */
export interface ChainAdapter {
  /**
   * Asks the wallet for its accounts; the wallet asks the visitor. `offered` are the site's networks of this namespace, the one
   * to begin on first: it is what a wallet without a network of its own is on.
   */
  connect(provider: WalletProvider, offered: readonly Network[], signal: AbortSignal): Promise<Shared>
  /** The accounts a wallet still shares, without asking the visitor. */
  existing(provider: WalletProvider, offered: readonly Network[], signal: AbortSignal): Promise<Shared | undefined>
  /** Hears the wallet until the returned function is called. `refused` hears what could not be understood. */
  watch(provider: WalletProvider, heard: (event: WalletEvent) => void, refused: (cause: unknown) => void): () => void
  disconnect(provider: WalletProvider, signal: AbortSignal): Promise<void>
  /** Resolves to the network that the wallet is on afterwards. */
  switchNetwork(provider: WalletProvider, network: Network, signal: AbortSignal): Promise<NetworkId>
  addNetwork(provider: WalletProvider, network: Network, signal: AbortSignal): Promise<void>
  /** What the wallet itself says the account holds; nothing where it does not offer to tell. */
  fetchAssets(
    provider: WalletProvider,
    order: { network: Network; address: string },
    signal: AbortSignal,
  ): Promise<readonly TokenBalance[] | undefined>
  fetchBalances(
    order: { network: Network; address: string; listed: readonly Token[] },
    signal: AbortSignal,
  ): Promise<readonly TokenBalance[]>
  /** The address of an account, as the chain writes it. Throws `address.*` or `wallet.*` errors for what is none. */
  readAddress(address: string, networkId: NetworkId): string
  /** A receiver's address as the chain writes it. Throws `address.*` errors, also where it belongs to another network of the namespace. */
  resolveReceiver(receiver: string, networkId: NetworkId, signal: AbortSignal): Promise<string>
  /** Decimal text of the most that can be sent of a token. */
  estimateMaximum(
    order: { network: Network; from: string; token: TokenBalance; receiver?: string | undefined },
    signal: AbortSignal,
  ): Promise<string>
  /** What a transfer costs beside its amount, as far as can be told. Throws `send.gasEstimate`. */
  estimateFee(order: SendOrder, signal: AbortSignal): Promise<Fee>
  /** What an NFT is, by its contract's own word, and how many of it an account holds. Chains whose NFTs cannot be sent have none of this. */
  readNft?(order: { network: Network; from: string; source: NftSource }, signal: AbortSignal): Promise<TokenBalance>
  /** The NFTs that an account holds. Chains whose nodes do not tell have none of this. */
  readNfts?(order: { network: Network; from: string }, signal: AbortSignal): Promise<readonly HeldNft[]>
  /**
   * Makes sure that a token counts as its amounts were shown, where the wallet's question does not say how it does, and that an
   * NFT is the account's.
   */
  checkToken(order: Pick<SendOrder, 'network' | 'token' | 'amount' | 'from'>, signal: AbortSignal): Promise<void>
  /**
   * What a wallet is asked for a transfer. The last thing is to make sure that it is on the network and the account. Throws
   * `send.otherNetwork`, `send.otherAccount`.
   */
  prepare(provider: WalletProvider, order: SendOrder, signal: AbortSignal): Promise<RpcCall>
  /** Asks the wallet for a transfer as it was prepared; resolves to the transaction's hash. Nothing calls this off. */
  send(provider: WalletProvider, order: SendOrder, call: RpcCall): Promise<string>
  /**
   * Asks the wallet for a transaction that somebody else has built, and sends it; resolves to what it is known by. Nothing calls this
   * off. Chains whose wallets send what they are asked for have none of this.
   */
  sendBuilt?(provider: WalletProvider, place: Pick<SendOrder, 'network' | 'from'>, call: RpcCall): Promise<string>
  /** Waits until the network has taken a transaction of an account up, and no longer than `timeoutMs`. */
  awaitReceipt(order: Sent & { timeoutMs: number }, signal: AbortSignal): Promise<Receipt>
  /** Where a transaction stands among its account's, once a node has heard of it. Chains without such places have none of this. */
  readPlace?(order: Sent, signal: AbortSignal): Promise<Place | undefined>
  /** The receipt, or that of what was taken up at the same place. */
  fetchReceipt(order: Sent & { place?: Place | undefined }, signal: AbortSignal): Promise<Receipt | undefined>
}
