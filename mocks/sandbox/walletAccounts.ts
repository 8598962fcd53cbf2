/** The accounts that the wallet holds: some whose keys sign, and one that is a contract, which a key owns. */
import { type Address, type Hash, type Hex, type LocalAccount, zeroAddress } from 'viem'
import { estimateGas, getTransactionCount, sendTransaction } from 'viem/actions'
import { accounts, smartOwner } from './accounts.ts'
import type { AccountCall } from '../secureSite/smartAccount.ts'
import { type BatchCall, encodeBatch } from './batch.ts'
import { clientOf } from './nodeRpc.ts'
import type { TypedDataDocument } from './params.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'
import type { WalletChain } from './questions.ts'
import { type Sent, sendCalls, signMessage, signTypedData, smartAccountOf } from './smartAccount.ts'

/** Enough for what a site of the sandbox bundles; what reverts cannot be estimated. */
export const bundleGas = 5_000_000n

/** A transaction as a site asks for it. */
export interface WalletTransaction {
  to?: Address | undefined
  value?: bigint | undefined
  data?: Hex | undefined
  gas?: bigint | undefined
  nonce?: number | undefined
  gasPrice?: bigint | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
}

/** What an account does on a chain, once the person has agreed. */
export interface WalletAccount {
  address: Address
  /** Whether it is a contract: it does several calls at once in any case, and can let other keys act. */
  isSmart: boolean
  signMessage(chain: WalletChain, message: string | { raw: Hex }): Promise<Hex>
  signTypedData(chain: WalletChain, document: TypedDataDocument): Promise<Hex>
  sendTransaction(chain: WalletChain, transaction: WalletTransaction): Promise<Hash>
  /** All calls or none. */
  sendAtOnce(chain: WalletChain, calls: readonly BatchCall[]): Promise<Omit<Sent, 'operation'> & Partial<Sent>>
}

const notHere = () => new ProviderRpcError(rpcCodes.atomicUnsupported, 'Not on this network.')

/** The account has the code of a batch while it runs, and is a plain one again afterwards. */
async function sendAtOnce(chain: WalletChain, account: LocalAccount, calls: readonly BatchCall[]): Promise<Hash> {
  const client = clientOf(chain)
  const { batch, chainId } = chain
  if (!batch || !account.signAuthorization) throw notHere()
  const nonce = await getTransactionCount(client, { address: account.address, blockTag: 'pending' })
  const become = async (address: Address, at: number, data: Hex = '0x') => {
    // The account's own transaction counts before what it authorizes.
    const authorization = await account.signAuthorization?.({ address, chainId, nonce: at + 1 })
    const authorizationList = authorization ? [authorization] : []
    const to = account.address
    return sendTransaction(client, { account, chain: null, to, data, gas: bundleGas, nonce: at, authorizationList })
  }
  const hash = await become(batch, nonce, encodeBatch(calls))
  await become(zeroAddress, nonce + 2)
  return hash
}

/** An account whose key signs. */
const keyAccount = (account: LocalAccount): WalletAccount => ({
  address: account.address,
  isSmart: false,
  signMessage: (_, message) => account.signMessage({ message }),
  signTypedData: (_, document) => account.signTypedData(document),
  async sendTransaction(chain, { gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, ...call }) {
    const client = clientOf(chain)
    const fees = gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice }
    // What a contract does may cost more in the block that takes it up than in the one it is estimated in.
    const estimate = async () => (await estimateGas(client, { ...call, account })) * 2n
    const room = gas ?? (call.data ? await estimate().catch(() => undefined) : undefined)
    return sendTransaction(client, { ...call, ...fees, account, chain: null, gas: room, nonce })
  },
  sendAtOnce: async (chain, calls) => ({ hash: await sendAtOnce(chain, account, calls) }),
})

/** An account that is a contract, over the EntryPoint. */
function smartAccount(owner: LocalAccount): WalletAccount {
  const address = smartAccountOf(owner.address)
  const send = (chain: WalletChain, calls: readonly AccountCall[]) => {
    if (!chain.entryPoint) throw notHere()
    return sendCalls(chain, owner, calls)
  }
  return {
    address,
    isSmart: true,
    signMessage: (chain, message) => signMessage(chain, owner, message),
    signTypedData: (chain, document) => signTypedData(chain, owner, document),
    async sendTransaction(chain, { to, value, data }) {
      if (!to) throw new ProviderRpcError(rpcCodes.invalidParams, 'The account makes no contracts.')
      // An operation that fails is paid for, and its transaction succeeds: what would fail is not sent.
      await estimateGas(clientOf(chain), { account: address, to, value, data })
      return (await send(chain, [{ to, value, data }])).hash
    },
    sendAtOnce: async (chain, calls) => send(chain, calls),
  }
}

/** The accounts whose keys sign. */
export const keyAccounts: readonly WalletAccount[] = accounts.map(keyAccount)
/** All accounts of the wallet. */
export const walletAccounts: readonly WalletAccount[] = [...keyAccounts, smartAccount(smartOwner)]
