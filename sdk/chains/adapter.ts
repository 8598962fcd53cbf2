import type { Account } from '../../machines/shared/account.types.ts'
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { OwnedNft, NftSource, Token, TokenBalance } from '../../machines/shared/token.types.ts'
import type { Fee, Transfer } from '../../machines/send/transfer.types.ts'
import type { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { TransactionPosition, Receipt, Sent } from '../../machines/transactions/transaction.contract.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'

/** The accounts that a wallet shares, the active one first, and its network. */
export interface WalletAccounts {
  accounts: readonly [Account, ...Account[]]
  networkId: NetworkId
}

export type WalletEvent =
  | { type: 'wallet.accountsChanged'; accounts: readonly Account[] }
  | { type: 'wallet.networkChanged'; networkId: NetworkId }
  | { type: 'wallet.disconnected'; error?: LatchkeyError }

export interface SendOrder extends Transfer {
  /** The sender's address. */
  from: string
}

/** The adapter of a namespace. It validates the responses of wallets and networks; policy belongs to the machines. */
export interface ChainAdapter {
  /**
   * Requests the wallet's accounts; the wallet asks the user. `networks` are the app's networks in this namespace, the preferred
   * one first. A wallet without an active network uses that one.
   */
  connect(provider: WalletProvider, networks: readonly Network[], signal: AbortSignal): Promise<WalletAccounts>
  /** Returns the accounts that a wallet still shares, without asking the user. */
  getAccounts(
    provider: WalletProvider,
    networks: readonly Network[],
    signal: AbortSignal,
  ): Promise<WalletAccounts | undefined>
  /** Subscribes to the wallet's events. `onInvalid` receives events that cannot be parsed. Returns a function that unsubscribes. */
  watch(
    provider: WalletProvider,
    onEvent: (event: WalletEvent) => void,
    onInvalid: (cause: unknown) => void,
  ): () => void
  disconnect(provider: WalletProvider, signal: AbortSignal): Promise<void>
  /** Resolves to the network that the wallet is on afterwards. */
  switchNetwork(provider: WalletProvider, network: Network, signal: AbortSignal): Promise<NetworkId>
  addNetwork(provider: WalletProvider, network: Network, signal: AbortSignal): Promise<void>
  /** The balances that the wallet itself reports, or `undefined` if it does not support that. */
  fetchAssets(
    provider: WalletProvider,
    order: { network: Network; address: string },
    signal: AbortSignal,
  ): Promise<readonly TokenBalance[] | undefined>
  fetchBalances(
    order: { network: Network; address: string; listed: readonly Token[] },
    signal: AbortSignal,
  ): Promise<readonly TokenBalance[]>
  /** Normalizes the address of an account. Throws `address.*` or `wallet.*` errors if it is invalid. */
  readAddress(address: string, networkId: NetworkId): string
  /** Normalizes a receiver's address. Throws `address.*` errors, also if it belongs to another network of the namespace. */
  resolveReceiver(receiver: string, networkId: NetworkId, signal: AbortSignal): Promise<string>
  /** The maximum amount of a token that can be sent, as decimal text. */
  estimateMaximum(
    order: { network: Network; from: string; token: TokenBalance; receiver?: string | undefined },
    signal: AbortSignal,
  ): Promise<string>
  /** Estimates the fee of a transfer, as far as possible. Throws `send.gasEstimate`. */
  estimateFee(order: SendOrder, signal: AbortSignal): Promise<Fee>
  /**
   * Reads the data of an NFT from its contract, and how many of it an account holds. Missing for chains whose NFTs cannot be
   * sent.
   */
  readNft?(order: { network: Network; from: string; source: NftSource }, signal: AbortSignal): Promise<TokenBalance>
  /** Reads the NFTs that an account holds. Missing for chains whose nodes cannot list them. */
  readNfts?(order: { network: Network; from: string }, signal: AbortSignal): Promise<readonly OwnedNft[]>
  /**
   * Checks that the token has the decimals with which its amounts were shown, unless the request to the wallet includes them.
   * Also checks that the account owns an NFT.
   */
  checkToken(order: Pick<SendOrder, 'network' | 'token' | 'amount' | 'from'>, signal: AbortSignal): Promise<void>
  /**
   * Builds the request to the wallet for a transfer. Finally checks that the wallet is on the expected network and account.
   * Throws `send.otherNetwork`, `send.otherAccount`.
   */
  prepare(provider: WalletProvider, order: SendOrder, signal: AbortSignal): Promise<RpcCall>
  /** Sends a prepared transfer to the wallet. Resolves to the transaction hash. Cannot be cancelled. */
  send(provider: WalletProvider, order: SendOrder, call: RpcCall): Promise<string>
  /**
   * Asks the wallet to sign a transaction that was built elsewhere, and sends it. Resolves to its hash. Cannot be cancelled.
   * Missing for chains whose wallets send transactions themselves.
   */
  sendBuilt?(provider: WalletProvider, order: Pick<SendOrder, 'network' | 'from'>, call: RpcCall): Promise<string>
  /** Waits until a transaction is mined, at most `timeoutMs`. */
  awaitReceipt(order: Sent & { timeoutMs: number }, signal: AbortSignal): Promise<Receipt>
  /**
   * The position of a transaction among those of its account, once a node knows it. Missing for chains without such positions.
   */
  readPosition?(order: Sent, signal: AbortSignal): Promise<TransactionPosition | undefined>
  /** The receipt of a transaction, or of the one that was mined in its place. */
  fetchReceipt(
    order: Sent & { position?: TransactionPosition | undefined },
    signal: AbortSignal,
  ): Promise<Receipt | undefined>
}
