import { http } from 'viem'
import { RPC } from '../../machines/constants.ts'
import { codesOf } from '../../machines/shared/errors/error.ts'
import { isGatewayUrl } from '../../machines/network/rpc.rules.ts'
import type { ChainNode } from '../network/networks.ts'
import { nodeFetch } from './answers.ts'

/** One URL of a network. */
export interface Node {
  /** Sends a request, batched with others of the same turn and signal. Rejects with viem's errors. */
  request(call: { method: string; params?: unknown }, signal: AbortSignal | undefined): Promise<unknown>
  /** The remaining time, in milliseconds, for which the node requested a pause; otherwise 0. */
  pauseMs(): number
  /** Whether the node responds. An unknown method counts as a response. */
  isReachable(): Promise<boolean>
}

/** The codes with which nodes reject an unknown method. */
const UNKNOWN_METHOD: readonly number[] = [-32_601, -32_004]

/** @param ping the method that checks whether the node responds. */
export function createNode(url: string, ping: string): Node {
  let pausedUntil = 0
  const httpOptions = (timeoutMs: number) => ({
    retryCount: 0,
    timeout: 0,
    fetchFn: nodeFetch(timeoutMs, (ms) => (pausedUntil = performance.now() + ms)),
    ...(isGatewayUrl(url) && { fetchOptions: { headers: { 'Content-Type': 'text/plain' } } }),
  })
  const batchTransport = http(url, { ...httpOptions(RPC.timeoutMs), batch: { batchSize: RPC.batchSize, wait: 0 } })({})
  const pingTransport = http(url, httpOptions(RPC.pingTimeoutMs))({})
  return {
    request: (call, signal) => batchTransport.request(call as never, { signal }),
    pauseMs: () => Math.max(0, pausedUntil - performance.now()),
    isReachable: () =>
      pingTransport.request({ method: ping } as never).then(
        () => true,
        (error: unknown) => codesOf(error).some((code) => UNKNOWN_METHOD.includes(code)),
      ),
  }
}

/** A node that runs in the page. Its errors are treated like those of a remote node if they have a code. */
export const inPageNode = (node: ChainNode): Node => ({
  request: async (call, signal) => node.request(call, { signal }),
  pauseMs: () => 0,
  isReachable: async () => true,
})
