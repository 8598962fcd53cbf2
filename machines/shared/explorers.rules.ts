import { referenceOf } from './namespace.types.ts'
import type { Network } from './network.types.ts'
import { isUrl } from './links.rules.ts'

type Explored = Pick<Network, 'blockExplorers' | 'caipNetworkId' | 'chainNamespace'>

/** The Solana networks that an explorer URL must name; mainnet is the default. */
const CLUSTERS: ReadonlyMap<string, string> = new Map([
  ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'devnet'],
  ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'testnet'],
])

/** Polkadot explorers call transactions extrinsics. */
const transactionPath = ({ chainNamespace }: Explored): string => (chainNamespace === 'polkadot' ? 'extrinsic' : 'tx')

const addressPath = ({ chainNamespace }: Explored, { hostname }: URL): string =>
  chainNamespace === 'polkadot' || /(^|\.)solscan\.io$/.test(hostname) ? 'account' : 'address'

/** Returns the URL of a transaction in the network's explorer; undefined if the network has none. */
export const transactionUrl = (network: Explored, hash: string): string | undefined =>
  pageOf(network, transactionPath, hash)

/** Returns the URL of an account in the network's explorer; undefined if the network has none. */
export const addressUrl = (network: Explored, address: string): string | undefined =>
  pageOf(network, addressPath, address)

function pageOf(network: Explored, path: (network: Explored, explorer: URL) => string, what: string) {
  const written = network.blockExplorers?.default.url ?? ''
  if (!isUrl(written, ['https:', 'http:'])) return undefined
  const url = new URL(written)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path(network, url)}/${encodeURIComponent(what)}`
  const cluster = network.chainNamespace === 'solana' ? CLUSTERS.get(referenceOf(network.caipNetworkId)) : undefined
  if (cluster !== undefined && !url.searchParams.has('cluster')) url.searchParams.set('cluster', cluster)
  return url.href
}
