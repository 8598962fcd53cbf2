import { http } from 'viem'
import { RPC } from '../../machines/constants.ts'
import { codesOf } from '../../machines/errors/error.ts'
import { isGatewayUrl } from '../../machines/rules/rpc.ts'
import type { ChainNode } from '../networks.ts'
import { nodeFetch } from './answers.ts'

/** One URL of a network. */
export interface Node {
  /** Asks once, together with what else is asked in the same moment under the same signal. Rejects with viem's errors. */
  request(call: { method: string; params?: unknown }, signal: AbortSignal | undefined): Promise<unknown>
  /** How long it asks to be left alone still; 0 where it does not. */
  restMs(): number
  /** Whether it is there. A node that does not know the question is. */
  isThere(): Promise<boolean>
}

/** What nodes say to a method that they do not have. */
const UNKNOWN_METHOD: readonly number[] = [-32_601, -32_004]

/** @param ping the method that it is asked to see whether it is there. */
export function createNode(url: string, ping: string): Node {
  let freeAt = 0
  const within = (timeoutMs: number) => ({
    retryCount: 0,
    timeout: 0,
    fetchFn: nodeFetch(timeoutMs, (ms) => (freeAt = performance.now() + ms)),
    ...(isGatewayUrl(url) && { fetchOptions: { headers: { 'Content-Type': 'text/plain' } } }),
  })
  const asked = http(url, { ...within(RPC.timeoutMs), batch: { batchSize: RPC.batchSize, wait: 0 } })({})
  const pinged = http(url, within(RPC.pingTimeoutMs))({})
  return {
    request: (call, signal) => asked.request(call as never, { signal }),
    restMs: () => Math.max(0, freeAt - performance.now()),
    isThere: () =>
      pinged.request({ method: ping } as never).then(
        () => true,
        (error: unknown) => codesOf(error).some((code) => UNKNOWN_METHOD.includes(code)),
      ),
  }
}

/** What answers within the page, as a node. Its errors are those of a node where they have a code. */
export const nodeWithin = (node: ChainNode): Node => ({
  request: async (call, signal) => node.request(call, { signal }),
  restMs: () => 0,
  isThere: async () => true,
})
