/** The wallet's accounts: some with private keys, and a smart account that is owned by a key. */
import { type Address, type Hash, type Hex, type LocalAccount, zeroAddress } from 'viem'
import { estimateGas, getTransactionCount, sendTransaction } from 'viem/actions'
import { accounts, smartOwner } from '../accounts.ts'
import type { AccountCall } from '../../secureSite/smartAccount.ts'
import { type BatchCall, encodeBatch } from './batch.ts'
import { clientOf } from './nodeRpc.ts'
import type { TypedDataDocument } from './params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { WalletChain } from './questions.ts'
import { type SentOperation, sendCalls, signMessage, signTypedData, smartAccountOf } from './smartAccount.ts'

/** Enough gas for the sandbox's bundles, because the gas of a reverting call cannot be estimated. */
export const bundleGas = 5_000_000n

/** A transaction that a site requests. */
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

/** The operations of an account on a chain, which run after the user has approved. */
export interface WalletAccount {
  address: Address
  /** Whether it is a smart account, which always supports atomic bundles and can grant permissions to other keys. */
  isSmart: boolean
  signMessage(chain: WalletChain, message: string | { raw: Hex }): Promise<Hex>
  signTypedData(chain: WalletChain, document: TypedDataDocument): Promise<Hex>
  sendTransaction(chain: WalletChain, transaction: WalletTransaction): Promise<Hash>
  /** Executes all calls atomically. */
  sendAtomically(
    chain: WalletChain,
    calls: readonly BatchCall[],
  ): Promise<Omit<SentOperation, 'operation'> & Partial<SentOperation>>
}

const unsupportedError = () => new ProviderRpcError(rpcCodes.atomicUnsupported, 'Not on this network.')

/** Delegates the account to the batch code for this transaction, and removes the delegation afterwards. */
async function sendAtomically(chain: WalletChain, account: LocalAccount, calls: readonly BatchCall[]): Promise<Hash> {
  const client = clientOf(chain)
  const { batch, chainId } = chain
  if (!batch || !account.signAuthorization) throw unsupportedError()
  const nonce = await getTransactionCount(client, { address: account.address, blockTag: 'pending' })
  const delegateTo = async (address: Address, delegationNonce: number, data: Hex = '0x') => {
    // The account's own transaction uses a nonce before its authorization does.
    const authorization = await account.signAuthorization?.({ address, chainId, nonce: delegationNonce + 1 })
    const authorizationList = authorization ? [authorization] : []
    const to = account.address
    return sendTransaction(client, {
      account,
      chain: null,
      to,
      data,
      gas: bundleGas,
      nonce: delegationNonce,
      authorizationList,
    })
  }
  const hash = await delegateTo(batch, nonce, encodeBatch(calls))
  await delegateTo(zeroAddress, nonce + 2)
  return hash
}

/** An account with a private key. */
const keyAccount = (account: LocalAccount): WalletAccount => ({
  address: account.address,
  isSmart: false,
  signMessage: (_, message) => account.signMessage({ message }),
  signTypedData: (_, document) => account.signTypedData(document),
  async sendTransaction(chain, { gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, nonce, ...call }) {
    const client = clientOf(chain)
    const fees = gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice }
    // A contract call may cost more in the block that includes it than in the estimate.
    const estimate = async () => (await estimateGas(client, { ...call, account })) * 2n
    const gasLimit = gas ?? (call.data ? await estimate().catch(() => undefined) : undefined)
    return sendTransaction(client, { ...call, ...fees, account, chain: null, gas: gasLimit, nonce })
  },
  sendAtomically: async (chain, calls) => ({ hash: await sendAtomically(chain, account, calls) }),
})

/** A smart account, which uses the EntryPoint. */
function smartAccount(owner: LocalAccount): WalletAccount {
  const address = smartAccountOf(owner.address)
  const send = (chain: WalletChain, calls: readonly AccountCall[]) => {
    if (!chain.entryPoint) throw unsupportedError()
    return sendCalls(chain, owner, calls)
  }
  return {
    address,
    isSmart: true,
    signMessage: (chain, message) => signMessage(chain, owner, message),
    signTypedData: (chain, document) => signTypedData(chain, owner, document),
    async sendTransaction(chain, { to, value, data }) {
      if (!to) throw new ProviderRpcError(rpcCodes.invalidParams, 'The account makes no contracts.')
      // A failing operation costs a fee and its transaction succeeds, so failing calls are rejected before sending.
      await estimateGas(clientOf(chain), { account: address, to, value, data })
      return (await send(chain, [{ to, value, data }])).hash
    },
    sendAtomically: async (chain, calls) => send(chain, calls),
  }
}

/** The accounts with private keys. */
export const keyAccounts: readonly WalletAccount[] = accounts.map(keyAccount)
/** All accounts of the wallet. */
export const walletAccounts: readonly WalletAccount[] = [...keyAccounts, smartAccount(smartOwner)]
