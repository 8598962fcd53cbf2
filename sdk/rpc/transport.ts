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
import type { Network } from '../../machines/shared/network.types.ts'
import { codesOf, LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isWalletsAlone } from '../../machines/pairing/rules/handlers.ts'
import { backOffMs, isRetriedCode, isRetriedStatus, retriesOf } from '../../machines/network/rpc.rules.ts'
import { nodeOf, nodeTiersOf } from '../network/networks.ts'
import { abortable, pause } from '../platform/abort.ts'
import { createNode, nodeWithin, type Node } from './node.ts'
import { createRanking, type Ranking } from './ranking.ts'

interface Call {
  method: string
  params?: unknown
}

interface Options {
  /** Aborts the request of this caller only. */
  signal?: AbortSignal | undefined
  retryCount?: number | undefined
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined

/** Whether a retry may succeed [8.57]. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ResponseBodyTooLargeError) return false
  const code = codeOf(error)
  if (code !== undefined) return isRetriedCode(code) && !shouldThrow(error)
  return error instanceof HttpRequestError && error.status !== undefined ? isRetriedStatus(error.status) : true
}

/** Keeps a node's own error that has a code. Maps other failures to a `LatchkeyError` [8.56] [8.59]. */
function named(cause: unknown): unknown {
  // A node must not report a rejection by the user.
  if (codesOf(cause).includes(USER_REJECTED_CODE)) return new LatchkeyError('rpc.malformed', { cause })
  if (cause instanceof LatchkeyError || codeOf(cause) !== undefined) return cause
  if (cause instanceof TimeoutError) return new LatchkeyError('rpc.expired', { cause })
  if (cause instanceof ResponseBodyTooLargeError) return new LatchkeyError('rpc.malformed', { cause })
  if (!(cause instanceof HttpRequestError)) return cause
  if (cause.status !== undefined) return new LatchkeyError('rpc.failed', { params: { status: cause.status }, cause })
  return new LatchkeyError(cause.cause instanceof SyntaxError ? 'rpc.malformed' : 'rpc.offline', { cause })
}

/** Nodes that are ranked among themselves, for example the app's own. */
interface Tier {
  nodes: readonly Node[]
  ranking: Ranking
}

function createTier(nodes: readonly Node[]): Tier {
  return { nodes, ranking: createRanking(nodes.length, async (place) => (await nodes[place]?.isThere()) ?? false) }
}

/** Counts one call for each tier that it reaches, so that unused tiers are not pinged. */
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

/** One call, and the nodes that can still answer it. */
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

/** Yields the nodes, best first. A tier counts as used when the iteration reaches it. */
function* inOrder({ tiers, uses }: Pick<Asking, 'tiers' | 'uses'>): Generator<Node> {
  for (const tier of tiers) {
    uses.begin(tier)
    for (const place of tier.ranking.order()) {
      const node = tier.nodes[place]
      if (node) yield node
    }
  }
}

/**
 * Tries each node that has not requested a pause once, until one responds. Nodes that cannot answer the call are removed from
 * `left`.
 */
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
  // A node's own error is the most specific; a temporary error is next.
  const refused = errors.find((error) => codeOf(error) !== undefined && !isRetryable(error))
  throw refused ?? errors.findLast(isRetryable) ?? errors.at(-1) ?? busy(left, undefined)
}

/**
 * Waits at least `atLeastMs`, and until a node may be queried again. Checks again after each wait: a timer may fire early, and
 * another call's response may extend the pause. Throws `rpc.busy` if the total exceeds `RPC.retryAfterAtMostMs`.
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
 * The transport of a network. It tries the nodes in order, the app's own first and the fastest first, with the retries and limits
 * of spec §9. Rejects with viem's errors if a node responded with a code, else with a `LatchkeyError` `rpc.…` that keeps the
 * cause.
 * @throws LatchkeyError `rpc.urlMissing` for a network without a URL.
 */
export function networkTransport(network: Network): Transport {
  const { chainNamespace } = network
  const within = nodeOf(network)
  const tiers = within
    ? [createTier([nodeWithin(within)])]
    : nodeTiersOf(network).map((urls) => createTier(urls.map((url) => createNode(url, RPC.pings[chainNamespace]))))
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

  // viem's own retries would repeat everything, and it would report unknown errors as `UnknownRpcError`.
  const made = createTransport({
    key: 'network',
    name: 'Network',
    type: 'network',
    retryCount: 0,
    request: request as never,
  })
  return () => ({ ...made, request: request as never })
}
