import {
  createTransport,
  HttpRequestError,
  MethodNotSupportedRpcError,
  ResponseBodyTooLargeError,
  shouldThrow,
  TimeoutError,
  type Transport,
} from 'viem'
import { RPC, USER_REJECTED_CODE } from '../../machines/constants.ts'
import type { Network } from '../../machines/entities/network.ts'
import { codesOf, LatchkeyError } from '../../machines/errors/error.ts'
import { isWalletsAlone } from '../../machines/rules/pairing/handlers.ts'
import { backOffMs, isRetriedCode, isRetriedStatus, retriesOf } from '../../machines/rules/rpc.ts'
import { nodeOf, tiersOf } from '../networks.ts'
import { abortable, pause } from '../platform/abort.ts'
import { createNode, nodeWithin, type Node } from './node.ts'
import { createRanking, type Ranking } from './ranking.ts'

interface Call {
  method: string
  params?: unknown
}

interface Options {
  /** Ends what this caller asked; others get their answers. */
  signal?: AbortSignal | undefined
  retryCount?: number | undefined
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined

/** Trying again may help [8.57]. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ResponseBodyTooLargeError) return false
  const code = codeOf(error)
  if (code !== undefined) return isRetriedCode(code) && !shouldThrow(error)
  return error instanceof HttpRequestError && error.status !== undefined ? isRetriedStatus(error.status) : true
}

/** What a node says of its own, with a code, stays as it is; what kept it from answering gets a name [8.56] [8.59]. */
function named(cause: unknown): unknown {
  // The visitor's no is not a node's to say.
  if (codesOf(cause).includes(USER_REJECTED_CODE)) return new LatchkeyError('rpc.malformed', { cause })
  if (cause instanceof LatchkeyError || codeOf(cause) !== undefined) return cause
  if (cause instanceof TimeoutError) return new LatchkeyError('rpc.expired', { cause })
  if (cause instanceof ResponseBodyTooLargeError) return new LatchkeyError('rpc.malformed', { cause })
  if (!(cause instanceof HttpRequestError)) return cause
  if (cause.status !== undefined) return new LatchkeyError('rpc.failed', { params: { status: cause.status }, cause })
  return new LatchkeyError(cause.cause instanceof SyntaxError ? 'rpc.malformed' : 'rpc.offline', { cause })
}

/** Nodes that are ranked among themselves: the site's own, say. */
interface Tier {
  nodes: readonly Node[]
  ranking: Ranking
}

function createTier(nodes: readonly Node[]): Tier {
  return { nodes, ranking: createRanking(nodes.length, async (place) => (await nodes[place]?.isThere()) ?? false) }
}

/** Counts one call at each tier that it comes to, so that no node is looked at whose tier nobody asks. */
function createUses() {
  const uses = new Map<Tier, () => void>()
  return {
    begin(tier: Tier) {
      if (!uses.has(tier)) uses.set(tier, tier.ranking.use())
    },
    end() {
      for (const leave of uses.values()) leave()
    },
  }
}

/** One call, and who is left to be asked it. */
interface Asking {
  call: Call
  left: Set<Node>
  tiers: readonly Tier[]
  uses: ReturnType<typeof createUses>
  signal: AbortSignal | undefined
}

const restOf = (left: Set<Node>): number => Math.ceil(Math.min(...[...left].map((node) => node.restMs())))
const busy = (left: Set<Node>, cause: unknown) =>
  new LatchkeyError('rpc.busy', { params: { seconds: Math.ceil(restOf(left) / 1_000) }, cause })

/** The nodes, best first; a tier counts as used as soon as it is come to. */
function* inOrder({ tiers, uses }: Pick<Asking, 'tiers' | 'uses'>): Generator<Node> {
  for (const tier of tiers) {
    uses.begin(tier)
    for (const place of tier.ranking.order()) {
      const node = tier.nodes[place]
      if (node) yield node
    }
  }
}

/** Asks each node that is not to be left alone once, until one answers. Those for which it is no use are dropped. */
async function round({ call, left, tiers, uses, signal }: Asking): Promise<unknown> {
  const errors: unknown[] = []
  for (const node of inOrder({ tiers, uses })) {
    if (!left.has(node) || node.restMs() > 0) continue
    try {
      return await node.request(call, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Error && shouldThrow(error)) throw error
      if (!isRetryable(error)) left.delete(node)
      errors.push(error)
    }
  }
  // A node's own refusal tells the most; then what may pass.
  const refused = errors.find((error) => codeOf(error) !== undefined && !isRetryable(error))
  throw refused ?? errors.findLast(isRetryable) ?? errors.at(-1) ?? busy(left, undefined)
}

/**
 * Waits so long, and until a node may be asked again: a wait may end a little early, and another call's answer may have made
 * it longer. Not longer than a node may make a page wait in all.
 */
async function ready(left: Set<Node>, atLeastMs: number, cause: unknown, signal: AbortSignal | undefined) {
  let waited = 0
  for (let waitMs = Math.max(restOf(left), atLeastMs); waitMs > 0; waitMs = restOf(left)) {
    if (waited + restOf(left) > RPC.retryAfterAtMostMs) throw busy(left, cause)
    await pause(waitMs, signal)
    waited += waitMs
  }
}

async function ask(asking: Asking, retryCount: number): Promise<unknown> {
  const { left, signal } = asking
  let cause: unknown
  for (let attempt = 0; ; attempt += 1) {
    await ready(left, backOffMs(attempt), cause, signal)
    signal?.throwIfAborted()
    try {
      return await round(asking)
    } catch (error) {
      signal?.throwIfAborted()
      if (attempt >= retryCount || !isRetryable(error)) throw named(error)
      cause = error
    }
  }
}

/**
 * How a network is spoken to: its nodes one after the other, the site's own first and the best of them first, with the retries and bounds of spec §9.
 * Rejects with viem's errors where a node answered with a code, else with a `LatchkeyError` `rpc.…` that keeps the cause.
 * @throws LatchkeyError `rpc.urlMissing` for a network without a URL.
 */
export function networkTransport(network: Network): Transport {
  const { chainNamespace } = network
  const within = nodeOf(network)
  const tiers = within
    ? [createTier([nodeWithin(within)])]
    : tiersOf(network).map((urls) => createTier(urls.map((url) => createNode(url, RPC.pings[chainNamespace]))))
  if (tiers.length === 0) throw new LatchkeyError('rpc.urlMissing')

  async function request(call: Call, { signal, retryCount = retriesOf(call.method) }: Options = {}): Promise<unknown> {
    if (isWalletsAlone(chainNamespace, call.method))
      throw new MethodNotSupportedRpcError(new Error('method not supported'), { method: call.method })
    const aborted = () => new LatchkeyError('rpc.aborted', { cause: signal?.reason })
    if (signal?.aborted) throw aborted()
    const uses = createUses()
    try {
      const left = new Set(tiers.flatMap(({ nodes }) => nodes))
      const answer = ask({ call, left, tiers, uses, signal }, retryCount)
      return await (signal ? abortable(answer, signal) : answer)
    } catch (error) {
      throw signal?.aborted ? aborted() : error
    } finally {
      uses.end()
    }
  }

  // viem would try everything again around this, and call what it does not know an unknown error.
  const made = createTransport({
    key: 'network',
    name: 'Network',
    type: 'network',
    retryCount: 0,
    request: request as never,
  })
  return () => ({ ...made, request: request as never })
}
