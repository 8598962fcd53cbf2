/** Bundles of calls (EIP-5792) through the smart account. Each is one user operation, whose hash is the bundle's id. */
import { isAddressEqual, toHex, type Address, type Hash, type Hex, type LocalAccount } from 'viem'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { checkCall, describeSigner, servicesOf, type Accounts, type ResolveAccount } from './accounts.ts'
import type { Entries } from './entries.ts'
import { address, chainIdOf, hex, quantity, parseParams } from './ethereumNode.ts'
import { describeCall } from './ethereumCalls.ts'
import type { Networks } from './networks.ts'
import { prepareOperation } from './operations.ts'
import type { Detail, Plan } from './approvalRequest.ts'
import { RefusalError, refusals } from './refusals.ts'
import { callNode } from './rpc.ts'

const maxStoredBundles = 100
/** After this time, an operation that the bundler does not know is lost. */
const lostAfterMs = 10 * 60_000

const capabilities = z.optional(
  z.record(z.string(), z.looseObject({ optional: z.optional(z.boolean()), url: z.optional(z.string()) })),
)
const bundleSchema = z.tuple([
  z.object({
    from: z.nullish(address),
    chainId: z.nullish(z.pipe(z.union([z.string(), z.number()]), z.transform(Number))),
    calls: z
      .array(z.object({ to: address, value: z.optional(quantity), data: z.optional(hex), capabilities }))
      .check(z.minLength(1), z.maxLength(256)),
    capabilities,
  }),
])
type Bundle = z.output<typeof bundleSchema>[0]

const storedBundlesSchema = z.record(
  z.string(),
  z.object({ owner: address, networkId: z.string(), sentAt: z.number() }),
)
const receiptSchema = z.object({
  userOpHash: hex,
  success: z.boolean(),
  logs: z.array(z.object({ address, data: hex, topics: z.array(hex) })),
  receipt: z.object({ blockHash: hex, blockNumber: z.string(), gasUsed: z.string(), transactionHash: hex }),
})
const capabilityParams = z.tuple(
  [z.nullish(address), z.nullish(z.array(z.union([z.string(), z.number()])))],
  z.unknown(),
)

/** Throws a refusal if the site requires a capability that the wallet lacks. Returns the site's context for the paymaster. */
function paymasterContext(network: SecureSiteNetwork, { calls, capabilities: requested = {} }: Bundle): unknown {
  const { paymasterService, ...others } = requested
  for (const capabilitySet of [others, ...calls.map((call) => call.capabilities ?? {})])
    for (const [name, { optional }] of Object.entries(capabilitySet))
      if (optional !== true) throw refusals.invalid(`the wallet has no ${name.slice(0, 64)} for this`)
  if (!paymasterService) return undefined
  const { url, optional, context } = paymasterService
  const ownUrl = network.smartAccount?.paymasterUrl
  if (ownUrl !== undefined && (url === undefined || url === ownUrl)) return context
  if (optional !== true) throw refusals.invalid('the wallet asks no paymaster but its own')
  return undefined
}

/** Describes the calls in order. */
function describeCalls(network: SecureSiteNetwork, calls: readonly { to: Address; value: bigint; data: Hex }[]) {
  const descriptions = calls.map((call) => describeCall(network, call))
  const [only] = descriptions
  if (only && descriptions.length === 1) return only
  const details = descriptions.flatMap(({ title, amount, details }, index): Detail[] => [
    {
      label: `Call ${index + 1} of ${descriptions.length}`,
      value: [title.replace(/\?$/, ''), amount].filter(Boolean).join(': '),
    },
    ...details,
  ])
  const warnings = [...new Set(descriptions.flatMap(({ warnings = [] }) => warnings))]
  return { title: `Do ${descriptions.length} things at once?`, details, warnings }
}

interface StoredBundle {
  owner: Address
  networkId: string
  sentAt: number
}

/** The bundles that were sent from this device. They survive a reload. */
export interface Bundles {
  store(id: Hash, bundle: StoredBundle): void
  /** The status of one of the owner's bundles (`wallet_getCallsStatus`). */
  status(params: unknown, owner: Address): Promise<unknown>
}

function readStoredBundles(entries: Entries) {
  try {
    return storedBundlesSchema.parse(JSON.parse(entries.get('bundles') ?? '{}'))
  } catch {
    return {}
  }
}

export function createBundles(entries: Entries, networks: Networks): Bundles {
  return {
    store(id, bundle) {
      const others = Object.entries(readStoredBundles(entries)).slice(1 - maxStoredBundles)
      entries.set('bundles', JSON.stringify(Object.fromEntries([...others, [id, bundle]])))
    },
    async status(params, owner) {
      const [id] = parseParams(z.tuple([z.string()]), params, 'the id of a bundle')
      const storedBundles = readStoredBundles(entries)
      const bundle = Object.hasOwn(storedBundles, id) ? storedBundles[id] : undefined
      if (!bundle || !isAddressEqual(bundle.owner, owner))
        throw new RefusalError('The wallet does not know this bundle')
      const network = networks.find(bundle.networkId)
      const bundler = { ...network, rpcUrl: servicesOf(network).bundlerUrl }
      const answer = await callNode(bundler, 'eth_getUserOperationReceipt', [id])
      const common = { version: '2.0.0', id, chainId: toHex(chainIdOf(network)), atomic: true }
      if (answer === null || answer === undefined) {
        const isOld = Date.now() - bundle.sentAt > lostAfterMs
        const isLost = isOld && (await callNode(bundler, 'eth_getUserOperationByHash', [id])) === null
        return { ...common, status: isLost ? 400 : 100 }
      }
      const { data } = receiptSchema.safeParse(answer)
      if (data?.userOpHash !== id) throw new RefusalError('The bundler does not say how it went')
      const { success, logs, receipt } = data
      return {
        ...common,
        status: success ? 200 : 500,
        receipts: [{ ...receipt, status: success ? '0x1' : '0x0', logs }],
      }
    },
  }
}

/** The capabilities by hex chain id (`wallet_getCapabilities`). Accounts with a private key only support single calls. */
export function capabilitiesOf(params: unknown, owner: Address, { all }: Networks, accounts: Accounts) {
  const [account, chainIds] = parseParams(capabilityParams, params ?? [], 'an address and chain ids')
  const supported = all.filter((network) => {
    const { smartAccount, preferred } = accounts.get(network, owner)
    return smartAccount && (account ? isAddressEqual(smartAccount, account) : preferred === 'smartAccount')
  })
  if (account && supported.length === 0 && !isAddressEqual(account, owner)) throw refusals.unknownAccount(account)
  const requested = supported.filter((network) => !chainIds || chainIds.map(Number).includes(chainIdOf(network)))
  return Object.fromEntries(
    requested.map((network) => [
      toHex(chainIdOf(network)),
      {
        atomic: { status: 'supported' },
        ...(network.smartAccount?.paymasterUrl !== undefined && { paymasterService: { supported: true } }),
      },
    ]),
  )
}

interface BundleRequest {
  network: SecureSiteNetwork
  owner: LocalAccount
  resolveAccount: ResolveAccount
  params: unknown
}

/** Plans an atomic bundle of calls (`wallet_sendCalls`). Accounts with a private key do not support it. */
export async function planBundle(
  { network, owner, resolveAccount, params }: BundleRequest,
  bundles: Bundles,
): Promise<Plan> {
  const [bundle] = parseParams(bundleSchema, params, 'these are no calls that the wallet can read')
  const account = await resolveAccount(bundle.from)
  if (account.type !== 'smart') throw refusals.notSupported('wallet_sendCalls')
  if ((bundle.chainId ?? chainIdOf(network)) !== chainIdOf(network))
    throw refusals.invalid(`the calls are for another network than ${network.name}`)
  const context = paymasterContext(network, bundle)
  const calls = bundle.calls.map(({ to, value = 0n, data = '0x' as Hex }) => ({ to, value, data }))
  calls.forEach(({ to, data }) => checkCall(network, owner.address, to, data))
  const { fee, send } = await prepareOperation(network, account, calls, context)
  const { details, ...description } = describeCalls(network, calls)
  return {
    request: { ...description, signer: describeSigner(network, account), details: [...details, fee] },
    async execute() {
      const id = await send()
      bundles.store(id, { owner: owner.address, networkId: network.networkId, sentAt: Date.now() })
      return { id }
    },
  }
}
