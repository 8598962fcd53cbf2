import { RPC } from '../constants.ts'
import type { Network } from '../entities/network.ts'

const GATEWAY_EVM_CHAINS =
  '1 10 56 97 100 137 300 324 1101 1301 1329 5000 5003 8217 8453 17000 42161 42220 43113 43114 59144 80002 80084 84532 ' +
  '421614 7777777 11155111 11155420 999999999 1313161554 1313161555'

/** Chains that the API's own gateway serves, and that are read by JSON-RPC [7.24] [9.41]. */
export const GATEWAY_CHAINS: readonly string[] = [
  ...GATEWAY_EVM_CHAINS.split(' ').map((id) => `eip155:${id}`),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
]

/** The API's gateway to nodes, where a site has a project there. */
export interface Gateway {
  /** The API's host for chains, such as `https://rpc.example`. */
  host: string
  projectId: string | undefined
}

/** The gateway's URL for a chain; nothing for a chain that it does not serve, and without a project [7.24]. */
export function gatewayUrl({ host, projectId }: Gateway, networkId: string): string | undefined {
  if (projectId === undefined || !GATEWAY_CHAINS.includes(networkId)) return undefined
  const query = new URLSearchParams({ chainId: networkId, projectId })
  return `${host.replace(/\/+$/, '')}/v1/?${query.toString()}`
}

/** The gateway takes questions as plain text, for which browsers need not ask it twice. */
export const isGatewayUrl = (url: string): boolean => /\/v1\/\?chainId=[^&]+&projectId=[^&]+$/.test(url)

/**
 * The URLs to ask, in their order: the site's own, the API's gateway, the chain's public ones. Each group is asked only
 * where the one before it failed as a whole, so that a public node learns nothing while one of the site's own answers. A
 * network that does not say which ones are public has none but its own.
 */
export function nodeTiers({ rpcUrls }: Network, gateway?: string): readonly (readonly string[])[] {
  const open = new Set(rpcUrls.chainDefault?.http)
  const [own, known] = [new Set<string>(), new Set<string>()]
  for (const url of rpcUrls.default.http) (open.has(url) ? known : own).add(url)
  const provided = gateway === undefined || own.has(gateway) ? [] : [gateway]
  return [[...own], provided, [...known]].filter((tier) => tier.length > 0)
}

/** What became of asking a node whether it is there. */
export interface Ping {
  answered: boolean
  /** Milliseconds; of no meaning where nothing answered. */
  latencyMs: number
}

/**
 * The order to ask nodes in, best first, by their places in the samples: each sample has one ping for each node. Who
 * answered more often is better, who answered faster is too [9.26]. Equals keep their order.
 */
export function rankedOrder(samples: readonly (readonly Ping[])[], count: number): number[] {
  const { latency, stability } = RPC.rankWeights
  const nodes = Array.from({ length: count }, (_, place) => {
    const answers = samples.flatMap((sample) => (sample[place]?.answered ? [sample[place].latencyMs] : []))
    const mean = answers.reduce((sum, ms) => sum + ms, 0) / answers.length
    return { place, mean, share: samples.length === 0 ? 0 : answers.length / samples.length }
  })
  const slowest = Math.max(1, ...nodes.flatMap(({ mean, share }) => (share > 0 ? [mean] : [])))
  const score = ({ mean, share }: { mean: number; share: number }) =>
    share === 0 ? 0 : latency * (1 - mean / slowest) + stability * share
  return nodes.toSorted((a, b) => score(b) - score(a)).map(({ place }) => place)
}

/** An answer's code, or else the status of one that was none, after which the call may be tried again [8.57]. */
export const isRetriedCode = (code: number): boolean => RPC.retriedCodes.some((each) => each === code)
export const isRetriedStatus = (status: number): boolean => RPC.retriedStatuses.some((each) => each === status)

/** Repeating what puts a transaction on the chain could make its own success look like a failure. */
export const retriesOf = (method: string): number => (method === 'eth_sendRawTransaction' ? 0 : RPC.retryCount)

/** How long to wait before an attempt is made; the first is 0 [9.21]. */
export const backOffMs = (attempt: number): number => (attempt === 0 ? 0 : RPC.retryDelayMs * 2 ** (attempt - 1))
