import type { Wallet } from '../entities/wallet.ts'

/** Where the page is: its full URL and its origin. */
export interface PageAddress {
  url: string
  origin: string
}

/** Wallets that open a page in a browser of their own: by name, as their links are published. */
const BROWSERS: Readonly<Record<string, (page: PageAddress) => string>> = {
  Phantom: ({ url, origin }) =>
    `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(origin)}`,
  'Coinbase Wallet': ({ url }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
}

/** A link that opens this page inside a wallet's own browser; nothing where the wallet has none. */
export const browseLink = ({ name }: Pick<Wallet, 'name'>, page: PageAddress): string | undefined =>
  Object.hasOwn(BROWSERS, name) ? BROWSERS[name]?.(page) : undefined

const isWeb = (link: string): boolean => /^https?:\/\//i.test(link)
const withSlash = (link: string): string => (link.endsWith('/') ? link : `${link}/`)

/**
 * The link that hands a pairing's URI to a wallet's app. `link` is an https link or a scheme, with or without `://`.
 * `encodeTwice` is for Telegram on Android, which decodes once too often.
 */
export function pairingLink(link: string, uri: string, { encodeTwice = false } = {}): string {
  const encoded = encodeURIComponent(encodeTwice ? encodeURIComponent(uri) : uri)
  const app = isWeb(link) || link.includes('://') ? link : `${link.replace(/[/:]/g, '')}://`
  return `${withSlash(app)}wc?uri=${encoded}`
}
