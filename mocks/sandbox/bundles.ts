/** Bundles of calls (EIP-5792): all or none in one transaction where the site wants that, else one transaction a call. */
import { type Address, type Hex, isHex, type LocalAccount, toHex } from 'viem'
import { getTransactionCount, sendTransaction } from 'viem/actions'
import * as z from 'zod/mini'
import { type BatchCall, encodeBatch } from './batch.ts'
import { callNode, clientOf } from './nodeRpc.ts'
import { paramsOf, read } from './params.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'
import { describeTransaction, type WalletChain, type WalletQuestion } from './questions.ts'

/** Enough for what a site of the sandbox bundles; what reverts cannot be estimated. */
const bundleGas = 5_000_000n
const nobody: Address = '0x0000000000000000000000000000000000000000'

const hex = z.custom<Hex>((value) => isHex(value))
/** What the wallet keeps of the bundles that it sent, by their ids. */
export const keptBundles = z.record(
  z.string(),
  z.object({ chainId: z.number(), atomic: z.boolean(), count: z.number(), hashes: z.array(hex) }),
)
type Kept = z.output<typeof keptBundles>

/** The wallet, as far as its bundles need it. */
export interface BundleHost {
  ask(question: WalletQuestion): Promise<void>
  signer(from: Address): LocalAccount
  requireActive(chainId: number): void
  active(): WalletChain
  known(): readonly WalletChain[]
  shows(account: Address): boolean
  /** Every bundle is refused, or none is even known. */
  failures(): { refusedBundles: boolean; unknownBundles: boolean }
  kept(): Kept
  keep(bundles: Kept): void
}

interface Call {
  to?: Address | undefined
  value?: bigint | undefined
  data?: Hex | undefined
}

const refusal = (code: number, message: string) => new ProviderRpcError(code, message)

/** Something that the site needs and the wallet has not got. */
const isNeeded = (capabilities: Record<string, { optional?: boolean | undefined }> = {}) =>
  Object.values(capabilities).some(({ optional }) => optional !== true)

/** All calls in one transaction: the account has the code of a batch while it runs, and is a plain one again afterwards. */
async function sendAtOnce(chain: WalletChain, account: LocalAccount, calls: readonly BatchCall[]): Promise<Hex[]> {
  const client = clientOf(chain)
  const { batch } = chain
  if (!batch || !account.signAuthorization) throw refusal(rpcCodes.atomicUnsupported, 'Not here.')
  const { chainId } = chain
  const nonce = await getTransactionCount(client, { address: account.address, blockTag: 'pending' })
  const become = async (address: Address, at: number, data: Hex = '0x') => {
    // The account's own transaction counts before what it authorizes.
    const authorization = await account.signAuthorization?.({ address, chainId, nonce: at + 1 })
    const authorizationList = authorization ? [authorization] : []
    const to = account.address
    return sendTransaction(client, { account, chain: null, to, data, gas: bundleGas, nonce: at, authorizationList })
  }
  const hash = await become(batch, nonce, encodeBatch(calls))
  await become(nobody, nonce + 2)
  return [hash]
}

/** One transaction a call. One that the node does not take ends it. */
async function sendOneByOne(chain: WalletChain, account: LocalAccount, calls: readonly Call[]): Promise<Hex[]> {
  const hashes: Hex[] = []
  try {
    for (const call of calls)
      hashes.push(await sendTransaction(clientOf(chain), { ...call, account, chain: null, gas: bundleGas }))
  } catch (error) {
    if (hashes.length === 0) throw error
  }
  return hashes
}

/** The status by EIP-5792, of so many transactions. */
function statusOf(receipts: readonly unknown[], count: number): number {
  if (receipts.some((receipt) => receipt === null)) return 100
  const done = receipts.filter((receipt) => (receipt as { status: string }).status === '0x1').length
  if (done === 0) return 500
  return done === count ? 200 : 600
}

/** The wallet's methods for bundles. */
export function bundleMethods(host: BundleHost): Record<string, (params: unknown) => unknown> {
  return {
    wallet_getCapabilities(params) {
      const [account, chainIds] = read(paramsOf.wallet_getCapabilities, params)
      if (host.failures().unknownBundles || !host.shows(account)) return {}
      const able = host.known().filter(({ batch, chainId }) => batch && (chainIds?.includes(chainId) ?? true))
      return Object.fromEntries(able.map(({ chainId }) => [toHex(chainId), { atomic: { status: 'supported' } }]))
    },

    async wallet_sendCalls(params) {
      const [{ id, from, chainId, atomicRequired: atomic, calls, capabilities }] = read(
        paramsOf.wallet_sendCalls,
        params,
      )
      const account = host.signer(from)
      host.requireActive(chainId)
      const chain = host.active()
      if (host.failures().refusedBundles) throw refusal(rpcCodes.bundleTooLarge, 'The bundle is too large.')
      if (id !== undefined && Object.hasOwn(host.kept(), id))
        throw refusal(rpcCodes.bundleIdUsed, `There is a bundle ${id} already.`)
      if ([capabilities, ...calls.map((call) => call.capabilities)].some(isNeeded))
        throw refusal(rpcCodes.capabilityUnsupported, 'The wallet does not have a capability that is needed.')
      const whole = calls.flatMap(({ to, value = 0n, data = '0x' as Hex }) => (to ? [{ to, value, data }] : []))
      if (atomic && (!chain.batch || whole.length < calls.length))
        throw refusal(rpcCodes.atomicUnsupported, 'The wallet cannot do all of these or none.')
      const asked = calls.map((call) => describeTransaction(chain, { from: account.address, ...call }))
      await host.ask({
        kind: 'calls',
        details: { from: account.address, network: chain.name, atomic, calls: asked },
      })
      const plain = calls.map(({ to, value, data }) => ({ to, value, data }))
      const hashes = await (atomic ? sendAtOnce(chain, account, whole) : sendOneByOne(chain, account, plain))
      const name = id ?? hashes[0] ?? '0x'
      const count = atomic ? 1 : calls.length
      host.keep({ ...host.kept(), [name]: { chainId: chain.chainId, atomic, count, hashes } })
      return { id: name }
    },

    async wallet_getCallsStatus(params) {
      const [id] = read(paramsOf.wallet_getCallsStatus, params)
      const kept = host.kept()[id]
      const chain = host.known().find(({ chainId }) => chainId === kept?.chainId)
      if (!kept || !chain) throw refusal(rpcCodes.bundleUnknown, `There is no bundle ${id}.`)
      const { atomic, chainId, count, hashes } = kept
      const receipts = await Promise.all(hashes.map((hash) => callNode(chain, 'eth_getTransactionReceipt', [hash])))
      const known = receipts.filter((receipt) => receipt !== null)
      const status = statusOf(receipts, count)
      return { version: '2.0.0', id, chainId: toHex(chainId), status, atomic, receipts: known }
    },
  }
}
