import { RPC } from '../constants.ts'
import type { Network } from '../shared/network.types.ts'

const GATEWAY_EVM_CHAINS =
  '1 10 56 97 100 137 300 324 1101 1301 1329 5000 5003 8217 8453 17000 42161 42220 43113 43114 59144 80002 80084 84532 ' +
  '421614 7777777 11155111 11155420 999999999 1313161554 1313161555'

/** Chains that the API's gateway serves, and that are read by JSON-RPC [7.24] [9.41]. */
export const GATEWAY_CHAINS: readonly string[] = [
  ...GATEWAY_EVM_CHAINS.split(' ').map((id) => `eip155:${id}`),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
]

/** The API's gateway to RPC nodes, for apps with a project id. */
export interface Gateway {
  /** The API's host for chains, such as `https://rpc.example`. */
  host: string
  projectId: string | undefined
}

/** Returns the gateway's URL for a chain; undefined for a chain that it does not serve, and without a project id [7.24]. */
export function gatewayUrl({ host, projectId }: Gateway, networkId: string): string | undefined {
  if (projectId === undefined || !GATEWAY_CHAINS.includes(networkId)) return undefined
  const query = new URLSearchParams({ chainId: networkId, projectId })
  return `${host.replace(/\/+$/, '')}/v1/?${query.toString()}`
}

/** Whether a URL is the gateway's. The gateway accepts plain text, for which browsers send no preflight request. */
export const isGatewayUrl = (url: string): boolean => /\/v1\/\?chainId=[^&]+&projectId=[^&]+$/.test(url)

/**
 * Returns the URLs to use, in order: the app's own, the API's gateway, the chain's public ones. Each group is used only if the
 * one before failed completely, so that public nodes receive nothing while one of the app's own responds. If a network does not
 * list its public URLs, all of them count as the app's own.
 */
export function nodeTiers({ rpcUrls }: Network, gateway?: string): readonly (readonly string[])[] {
  const open = new Set(rpcUrls.chainDefault?.http)
  const [own, shared] = [new Set<string>(), new Set<string>()]
  for (const url of rpcUrls.default.http) (open.has(url) ? shared : own).add(url)
  const provided = gateway === undefined || own.has(gateway) ? [] : [gateway]
  return [[...own], provided, [...shared]].filter((tier) => tier.length > 0)
}

/** The result of a ping to a node. */
export interface Ping {
  hasAnswered: boolean
  /** In milliseconds; meaningless if the node did not answer. */
  latencyMs: number
}

/**
 * Returns the order in which to use nodes, best first, as indices into the samples. Each sample has one ping per node. Nodes that
 * answer more often and faster are better [9.26]. Equal nodes keep their order.
 */
export function rankedOrder(samples: readonly (readonly Ping[])[], count: number): number[] {
  const { latency, stability } = RPC.rankWeights
  const nodes = Array.from({ length: count }, (_, index) => {
    const answers = samples.flatMap((sample) => (sample[index]?.hasAnswered ? [sample[index].latencyMs] : []))
    const mean = answers.reduce((sum, ms) => sum + ms, 0) / answers.length
    return { index, mean, share: samples.length === 0 ? 0 : answers.length / samples.length }
  })
  const slowest = Math.max(1, ...nodes.flatMap(({ mean, share }) => (share > 0 ? [mean] : [])))
  const score = ({ mean, share }: { mean: number; share: number }) =>
    share === 0 ? 0 : latency * (1 - mean / slowest) + stability * share
  return nodes.toSorted((a, b) => score(b) - score(a)).map(({ index }) => index)
}

/** Whether a call may be retried after an error code in the response, or after an HTTP status if there is no response [8.57]. */
export const isRetriedCode = (code: number): boolean => RPC.retriedCodes.some((each) => each === code)
export const isRetriedStatus = (status: number): boolean => RPC.retriedStatuses.some((each) => each === status)

/** A repeated broadcast could make a successful one look like a failure. */
export const retriesOf = (method: string): number => (method === 'eth_sendRawTransaction' ? 0 : RPC.retryCount)

/** Returns how long to wait before an attempt; 0 for the first one [9.21]. */
export const backOffMs = (attempt: number): number => (attempt === 0 ? 0 : RPC.retryDelayMs * 2 ** (attempt - 1))
