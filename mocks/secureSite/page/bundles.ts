/** Bundles of calls (EIP-5792) through the smart account. Each is one user operation, whose hash is the bundle's id. */
import { isAddressEqual, toHex, type Address, type Hash, type Hex, type LocalAccount } from 'viem'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { checkCall, placeOf, servicesOf, type Accounts, type Choose } from './accounts.ts'
import type { Entries } from './entries.ts'
import { address, chainIdOf, hex, quantity, read } from './ethereumNode.ts'
import { describeCall } from './ethereumCalls.ts'
import type { Networks } from './networks.ts'
import { prepareOperation } from './operations.ts'
import type { Fact, Plan } from './question.ts'
import { Refused, refused } from './refusals.ts'
import { callNode } from './rpc.ts'

const keptAtMost = 100
/** After this time, an operation that the bundler does not know is lost. */
const forgottenMs = 10 * 60_000

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

const keptSchema = z.record(z.string(), z.object({ owner: address, networkId: z.string(), sentAt: z.number() }))
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
function contextOf(network: SecureSiteNetwork, { calls, capabilities: all = {} }: Bundle): unknown {
  const { paymasterService, ...others } = all
  for (const one of [others, ...calls.map((call) => call.capabilities ?? {})])
    for (const [name, { optional }] of Object.entries(one))
      if (optional !== true) throw refused.invalid(`the wallet has no ${name.slice(0, 64)} for this`)
  if (!paymasterService) return undefined
  const { url, optional, context } = paymasterService
  const own = network.smartAccount?.paymasterUrl
  if (own !== undefined && (url === undefined || url === own)) return context
  if (optional !== true) throw refused.invalid('the wallet asks no paymaster but its own')
  return undefined
}

/** Describes the calls in order. */
function describeCalls(network: SecureSiteNetwork, calls: readonly { to: Address; value: bigint; data: Hex }[]) {
  const all = calls.map((call) => describeCall(network, call))
  const [only] = all
  if (only && all.length === 1) return only
  const facts = all.flatMap(({ title, amount, facts }, index): Fact[] => [
    {
      label: `Call ${index + 1} of ${all.length}`,
      value: [title.replace(/\?$/, ''), amount].filter(Boolean).join(': '),
    },
    ...facts,
  ])
  const warnings = [...new Set(all.flatMap(({ warnings = [] }) => warnings))]
  return { title: `Do ${all.length} things at once?`, facts, warnings }
}

interface Kept {
  owner: Address
  networkId: string
  sentAt: number
}

/** The bundles that were sent from this device. They survive a reload. */
export interface Bundles {
  keep(id: Hash, bundle: Kept): void
  /** The status of one of the owner's bundles (`wallet_getCallsStatus`). */
  status(params: unknown, owner: Address): Promise<unknown>
}

function readKept(entries: Entries) {
  try {
    return keptSchema.parse(JSON.parse(entries.get('bundles') ?? '{}'))
  } catch {
    return {}
  }
}

export function createBundles(entries: Entries, networks: Networks): Bundles {
  return {
    keep(id, bundle) {
      const others = Object.entries(readKept(entries)).slice(1 - keptAtMost)
      entries.set('bundles', JSON.stringify(Object.fromEntries([...others, [id, bundle]])))
    },
    async status(params, owner) {
      const [id] = read(z.tuple([z.string()]), params, 'the id of a bundle')
      const all = readKept(entries)
      const kept = Object.hasOwn(all, id) ? all[id] : undefined
      if (!kept || !isAddressEqual(kept.owner, owner)) throw new Refused('The wallet does not know this bundle')
      const network = networks.find(kept.networkId)
      const bundler = { ...network, rpcUrl: servicesOf(network).bundlerUrl }
      const told = await callNode(bundler, 'eth_getUserOperationReceipt', [id])
      const about = { version: '2.0.0', id, chainId: toHex(chainIdOf(network)), atomic: true }
      if (told === null || told === undefined) {
        const isOld = Date.now() - kept.sentAt > forgottenMs
        const isLost = isOld && (await callNode(bundler, 'eth_getUserOperationByHash', [id])) === null
        return { ...about, status: isLost ? 400 : 100 }
      }
      const { data } = receiptSchema.safeParse(told)
      if (data?.userOpHash !== id) throw new Refused('The bundler does not say how it went')
      const { success, logs, receipt } = data
      return {
        ...about,
        status: success ? 200 : 500,
        receipts: [{ ...receipt, status: success ? '0x1' : '0x0', logs }],
      }
    },
  }
}

/** The capabilities by hex chain id (`wallet_getCapabilities`). Accounts with a private key only support single calls. */
export function capabilitiesOf(params: unknown, owner: Address, { all }: Networks, accounts: Accounts) {
  const [named, chainIds] = read(capabilityParams, params ?? [], 'an address and chain ids')
  const smart = all.filter((network) => {
    const { smartAccount, preferred } = accounts.on(network, owner)
    return smartAccount && (named ? isAddressEqual(smartAccount, named) : preferred === 'smartAccount')
  })
  if (named && smart.length === 0 && !isAddressEqual(named, owner)) throw refused.stranger(named)
  const asked = smart.filter((network) => !chainIds || chainIds.map(Number).includes(chainIdOf(network)))
  return Object.fromEntries(
    asked.map((network) => [
      toHex(chainIdOf(network)),
      {
        atomic: { status: 'supported' },
        ...(network.smartAccount?.paymasterUrl !== undefined && { paymasterService: { supported: true } }),
      },
    ]),
  )
}

interface Asked {
  network: SecureSiteNetwork
  owner: LocalAccount
  choose: Choose
  params: unknown
}

/** Plans an atomic bundle of calls (`wallet_sendCalls`). Accounts with a private key do not support it. */
export async function bundlePlan({ network, owner, choose, params }: Asked, bundles: Bundles): Promise<Plan> {
  const [bundle] = read(bundleSchema, params, 'these are no calls that the wallet can read')
  const account = await choose(bundle.from)
  if (account.type !== 'smart') throw refused.notSupported('wallet_sendCalls')
  if ((bundle.chainId ?? chainIdOf(network)) !== chainIdOf(network))
    throw refused.invalid(`the calls are for another network than ${network.name}`)
  const context = contextOf(network, bundle)
  const calls = bundle.calls.map(({ to, value = 0n, data = '0x' as Hex }) => ({ to, value, data }))
  calls.forEach(({ to, data }) => checkCall(network, owner.address, to, data))
  const { fee, send } = await prepareOperation(network, account, calls, context)
  const { facts, ...described } = describeCalls(network, calls)
  return {
    question: { ...described, place: placeOf(network, account), facts: [...facts, fee] },
    async act() {
      const id = await send()
      bundles.keep(id, { owner: owner.address, networkId: network.networkId, sentAt: Date.now() })
      return { id }
    },
  }
}
