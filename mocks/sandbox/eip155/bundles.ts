/**
 * Bundles of calls (EIP-5792): one atomic transaction if the site requires it or the account is a contract, otherwise one
 * transaction per call.
 */
import { type Address, type Hex, isHex, type RpcTransactionReceipt, toHex } from 'viem'
import * as z from 'zod/mini'
import { callNode } from './nodeRpc.ts'
import { paramsOf, parseParams } from './params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { describeTransaction, type WalletChain, type WalletQuestion } from './questions.ts'
import { operationReceipt } from './smartAccount.ts'
import { bundleGas, type WalletAccount } from './walletAccounts.ts'

const hex = z.custom<Hex>((value) => isHex(value))
/** The stored bundles, by id. */
export const storedBundles = z.record(
  z.string(),
  z.object({
    chainId: z.number(),
    atomic: z.boolean(),
    count: z.number(),
    hashes: z.array(hex),
    /** The user operation that contains the calls. */
    operation: z.optional(hex),
  }),
)
type StoredBundles = z.output<typeof storedBundles>

/** The part of the wallet that bundles use. */
export interface BundleHost {
  requestApproval(request: WalletQuestion): Promise<void>
  requireSigner(from: Address): WalletAccount
  requireActive(chainId: number): void
  activeChain(): WalletChain
  chains(): readonly WalletChain[]
  /** Every bundle is refused, or no bundle id is known. */
  failures(): { refusedBundles: boolean; unknownBundles: boolean }
  storedBundles(): StoredBundles
  storeBundles(bundles: StoredBundles): void
}

interface Call {
  to?: Address | undefined
  value?: bigint | undefined
  data?: Hex | undefined
}

const rpcError = (code: number, message: string) => new ProviderRpcError(code, message)

/** Whether the site requires a capability, none of which the wallet has. */
const isRequired = (capabilities: Record<string, { optional?: boolean | undefined }> = {}) =>
  Object.values(capabilities).some(({ optional }) => optional !== true)

/** Sends one transaction per call, until the node rejects one. */
async function sendSequentially(chain: WalletChain, account: WalletAccount, calls: readonly Call[]): Promise<Hex[]> {
  const hashes: Hex[] = []
  try {
    for (const call of calls) hashes.push(await account.sendTransaction(chain, { ...call, gas: bundleGas }))
  } catch (error) {
    if (hashes.length === 0) throw error
  }
  return hashes
}

/** The EIP-5792 status of `count` transactions. */
function statusOf(receipts: readonly unknown[], count: number): number {
  if (receipts.some((receipt) => receipt === null)) return 100
  const succeeded = receipts.filter((receipt) => (receipt as { status: string }).status === '0x1').length
  if (succeeded === 0) return 500
  return succeeded === count ? 200 : 600
}

/** The wallet's bundle methods, and the chains on which it supports atomic bundles. */
export function bundleMethods(host: BundleHost) {
  const supportsAtomic = ({ batch, entryPoint }: WalletChain, { isSmart }: WalletAccount) =>
    (isSmart ? entryPoint : batch) !== undefined

  /** By hex chain id (EIP-5792). */
  function capabilities(params: unknown): Record<string, { atomic: { status: string } }> {
    const [account, chainIds] = parseParams(paramsOf.wallet_getCapabilities, params)
    if (host.failures().unknownBundles) return {}
    const supported = host.chains().filter((chain) => supportsAtomic(chain, host.requireSigner(account)))
    const requested = supported.filter(({ chainId }) => chainIds?.includes(chainId) ?? true)
    return Object.fromEntries(requested.map(({ chainId }) => [toHex(chainId), { atomic: { status: 'supported' } }]))
  }

  const methods: Record<string, (params: unknown) => unknown> = {
    async wallet_sendCalls(params) {
      const [{ id, from, chainId, atomicRequired, calls, capabilities }] = parseParams(
        paramsOf.wallet_sendCalls,
        params,
      )
      const account = host.requireSigner(from)
      host.requireActive(chainId)
      const chain = host.activeChain()
      if (host.failures().refusedBundles) throw rpcError(rpcCodes.bundleTooLarge, 'The bundle is too large.')
      if (id !== undefined && Object.hasOwn(host.storedBundles(), id))
        throw rpcError(rpcCodes.bundleIdUsed, `There is a bundle ${id} already.`)
      if ([capabilities, ...calls.map((call) => call.capabilities)].some(isRequired))
        throw rpcError(rpcCodes.capabilityUnsupported, 'The wallet does not have a capability that is needed.')
      const atomic = atomicRequired || account.isSmart
      const batch = calls.flatMap(({ to, value = 0n, data = '0x' as Hex }) => (to ? [{ to, value, data }] : []))
      if (atomic && (!supportsAtomic(chain, account) || batch.length < calls.length))
        throw rpcError(rpcCodes.atomicUnsupported, 'The wallet cannot do all of these or none.')
      const descriptions = calls.map((call) => describeTransaction(chain, { from: account.address, ...call }))
      await host.requestApproval({
        kind: 'calls',
        details: { from: account.address, network: chain.name, atomic, calls: descriptions },
      })
      const transactions = calls.map(({ to, value, data }) => ({ to, value, data }))
      const { hash, operation } = atomic ? await account.sendAtomically(chain, batch) : {}
      const hashes = hash ? [hash] : await sendSequentially(chain, account, transactions)
      const bundleId = id ?? hashes[0] ?? '0x'
      const count = atomic ? 1 : calls.length
      host.storeBundles({
        ...host.storedBundles(),
        [bundleId]: { chainId: chain.chainId, atomic, count, hashes, operation },
      })
      return { id: bundleId }
    },

    async wallet_getCallsStatus(params) {
      const [id] = parseParams(paramsOf.wallet_getCallsStatus, params)
      const bundle = host.storedBundles()[id]
      const chain = host.chains().find(({ chainId }) => chainId === bundle?.chainId)
      if (!bundle || !chain) throw rpcError(rpcCodes.bundleUnknown, `There is no bundle ${id}.`)
      const { atomic, chainId, count, hashes, operation } = bundle
      const fetchReceipt = async (hash: Hex) => {
        const receipt = await callNode(chain, 'eth_getTransactionReceipt', [hash])
        return receipt && operation ? operationReceipt(receipt as RpcTransactionReceipt, operation) : receipt
      }
      const receipts = await Promise.all(hashes.map(fetchReceipt))
      const available = receipts.filter((receipt) => receipt !== null)
      const status = statusOf(receipts, count)
      return { version: '2.0.0', id, chainId: toHex(chainId), status, atomic, receipts: available }
    },
  }
  return { capabilities, methods }
}
