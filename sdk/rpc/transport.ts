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
import { isWalletOnly } from '../../machines/pairing/rules/handlers.ts'
import { backOffMs, isRetriedCode, isRetriedStatus, retriesOf } from '../../machines/network/rpc.rules.ts'
import { nodeOf, nodeTiersOf } from '../network/networks.ts'
import { abortable, pause } from '../platform/abort.ts'
import { createNode, inPageNode, type Node } from './node.ts'
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
function toRpcError(cause: unknown): unknown {
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
  return { nodes, ranking: createRanking(nodes.length, async (index) => (await nodes[index]?.isReachable()) ?? false) }
}

/** Counts one call for each tier that it reaches, so that unused tiers are not pinged. */
function createTierUsage() {
  const releases = new Map<Tier, () => void>()
  return {
    begin(tier: Tier) {
      if (!releases.has(tier)) releases.set(tier, tier.ranking.use())
    },
    end() {
      for (const release of releases.values()) release()
    },
  }
}

/** One call, and the nodes that can still answer it. */
interface PendingCall {
  call: Call
  remainingNodes: Set<Node>
  tiers: readonly Tier[]
  usage: ReturnType<typeof createTierUsage>
  signal: AbortSignal | undefined
}

const shortestPauseMs = (nodes: Set<Node>): number => Math.ceil(Math.min(...[...nodes].map((node) => node.pauseMs())))
const busyError = (nodes: Set<Node>, cause: unknown) =>
  new LatchkeyError('rpc.busy', { params: { seconds: Math.ceil(shortestPauseMs(nodes) / 1_000) }, cause })

/** Yields the nodes, best first. A tier counts as used when the iteration reaches it. */
function* nodesInOrder({ tiers, usage }: Pick<PendingCall, 'tiers' | 'usage'>): Generator<Node> {
  for (const tier of tiers) {
    usage.begin(tier)
    for (const index of tier.ranking.order()) {
      const node = tier.nodes[index]
      if (node) yield node
    }
  }
}

/**
 * Tries each node that has not requested a pause once, until one responds. Nodes that cannot answer the call are removed from
 * `remainingNodes`.
 */
async function tryNodes({ call, remainingNodes, tiers, usage, signal }: PendingCall): Promise<unknown> {
  const errors: unknown[] = []
  for (const node of nodesInOrder({ tiers, usage })) {
    if (!remainingNodes.has(node) || node.pauseMs() > 0) continue
    try {
      return await node.request(call, signal)
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof Error && shouldThrow(error)) throw error
      if (!isRetryable(error)) remainingNodes.delete(node)
      errors.push(error)
    }
  }
  // A node's own error is the most specific; a temporary error is next.
  const nodeError = errors.find((error) => codeOf(error) !== undefined && !isRetryable(error))
  throw nodeError ?? errors.findLast(isRetryable) ?? errors.at(-1) ?? busyError(remainingNodes, undefined)
}

/**
 * Waits at least `atLeastMs`, and until a node may be queried again. Checks again after each wait: a timer may fire early, and
 * another call's response may extend the pause. Throws `rpc.busy` if the total exceeds `RPC.retryAfterAtMostMs`.
 */
async function waitForNode(nodes: Set<Node>, minimumMs: number, cause: unknown, signal: AbortSignal | undefined) {
  let waitedMs = 0
  for (let waitMs = Math.max(shortestPauseMs(nodes), minimumMs); waitMs > 0; waitMs = shortestPauseMs(nodes)) {
    if (waitedMs + shortestPauseMs(nodes) > RPC.retryAfterAtMostMs) throw busyError(nodes, cause)
    await pause(waitMs, signal)
    waitedMs += waitMs
  }
}

async function requestWithRetries(pendingCall: PendingCall, retryCount: number): Promise<unknown> {
  const { remainingNodes, signal } = pendingCall
  let cause: unknown
  for (let attempt = 0; ; attempt += 1) {
    await waitForNode(remainingNodes, backOffMs(attempt), cause, signal)
    signal?.throwIfAborted()
    try {
      return await tryNodes(pendingCall)
    } catch (error) {
      signal?.throwIfAborted()
      if (attempt >= retryCount || !isRetryable(error)) throw toRpcError(error)
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
  const pageNode = nodeOf(network)
  const tiers = pageNode
    ? [createTier([inPageNode(pageNode)])]
    : nodeTiersOf(network).map((urls) => createTier(urls.map((url) => createNode(url, RPC.pings[chainNamespace]))))
  if (tiers.length === 0) throw new LatchkeyError('rpc.urlMissing')

  async function request(call: Call, { signal, retryCount = retriesOf(call.method) }: Options = {}): Promise<unknown> {
    if (isWalletOnly(chainNamespace, call.method))
      throw new MethodNotSupportedRpcError(new Error('method not supported'), { method: call.method })
    const aborted = () => new LatchkeyError('rpc.aborted', { cause: signal?.reason })
    if (signal?.aborted) throw aborted()
    const usage = createTierUsage()
    try {
      const remainingNodes = new Set(tiers.flatMap(({ nodes }) => nodes))
      const response = requestWithRetries({ call, remainingNodes, tiers, usage, signal }, retryCount)
      return await (signal ? abortable(response, signal) : response)
    } catch (error) {
      throw signal?.aborted ? aborted() : error
    } finally {
      usage.end()
    }
  }

  // viem's own retries would repeat everything, and it would report unknown errors as `UnknownRpcError`.
  const transport = createTransport({
    key: 'network',
    name: 'Network',
    type: 'network',
    retryCount: 0,
    request: request as never,
  })
  return () => ({ ...transport, request: request as never })
}
