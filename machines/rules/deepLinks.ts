import type { WalletOptions } from '../entities/configuration.ts'
import type { Wallet } from '../entities/wallet.ts'
import { appOf, isAppLink, isWeb, partsOf } from './links.ts'
import type { Platform } from './platforms.ts'

/** Where the page is: its full URL and its origin. */
export interface PageAddress {
  url: string
  origin: string
}

/** Where the visitor is. */
export interface Page extends PageAddress {
  /** A phone or a tablet: wallets are apps there. */
  mobile: boolean
  /** The system of a phone or a tablet, where it is known. */
  system?: 'android' | 'ios'
  /** In a frame of another page. */
  framed?: boolean
  /** In the browser of the Telegram app. */
  telegram?: boolean
}

/** The wallet that the visitor chose, and what decides how it is opened. */
export interface Chosen {
  wallet: Wallet
  page: Page | undefined
  /** Apps are opened by https links where they have some, not by a scheme of their own. */
  preferUniversalLinks: boolean
}

/** What an attempt to connect a wallet on another device needs to know of it. */
export const chosenFor = (
  wallet: Wallet,
  { page, options }: { page: Page | undefined; options: Pick<WalletOptions, 'preferUniversalLinks'> },
): Chosen => ({ wallet, page, preferUniversalLinks: options.preferUniversalLinks })

/** A link that opens a wallet's app with an offer: all of it an anchor needs. */
export interface AppLink {
  href: string
  target: '_self' | '_top' | '_blank'
}

/** How the app of a connected wallet is opened again, as the pairing protocol's library wants it stored. */
export interface AppChoice {
  href: string
  name: string
}

/** Wallets that open a page in a browser of their own: by name, as their links are published. */
const BROWSERS: Readonly<Record<string, (page: PageAddress) => string>> = {
  Phantom: ({ url, origin }) =>
    `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(origin)}`,
  'Coinbase Wallet': ({ url }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
}

/** On a phone this wallet is not handed an offer: it opens the page in a browser of its own. */
export const opensPage = ({ name }: Pick<Wallet, 'name'>, { mobile }: Pick<Page, 'mobile'>): boolean =>
  mobile && name === 'Phantom'

/** A link that opens this page inside a wallet's own browser; nothing where the wallet has none. */
export const browseLink = ({ name }: Pick<Wallet, 'name'>, page: PageAddress): string | undefined =>
  Object.hasOwn(BROWSERS, name) ? BROWSERS[name]?.(page) : undefined

/**
 * The link that hands a pairing's URI to a wallet's app. `link` is an https link or a scheme, with or without `://`.
 * `encodeTwice` is for Telegram on Android, which decodes once too often.
 */
export function pairingLink(link: string, uri: string, { encodeTwice = false } = {}): string {
  const encoded = encodeURIComponent(encodeTwice ? encodeURIComponent(uri) : uri)
  const { app, query, fragment } = partsOf(link)
  return `${app}wc${query === '' ? '?' : `${query}&`}uri=${encoded}${fragment}`
}

/** What of a wallet is opened on a platform; nothing where a code is scanned, or where it could be something else. */
function openedBy({ wallet, preferUniversalLinks }: Chosen, platform: Platform): string | undefined {
  const links: Partial<Record<Platform, string | undefined>> = {
    web: wallet.webappLink,
    desktop: wallet.desktopLink,
    mobile: (preferUniversalLinks ? wallet.universalLink : undefined) ?? wallet.mobileLink,
  }
  const link = links[platform]
  return link !== undefined && isAppLink(link) ? link : undefined
}

/**
 * The link that opens the chosen wallet with an offer. An app takes the place of the page, which comes back to life
 * with the visitor; what is a page itself, and everything in Telegram, opens beside it.
 */
export function openLink(chosen: Chosen, platform: Platform, uri: string): AppLink | undefined {
  const link = openedBy(chosen, platform)
  if (link === undefined) return undefined
  const { telegram = false, framed = false, system } = chosen.page ?? {}
  const beside = telegram || platform === 'web' || (platform === 'desktop' && isWeb(link))
  return {
    href: pairingLink(link, uri, { encodeTwice: telegram && system === 'android' }),
    target: beside ? '_blank' : framed ? '_top' : '_self',
  }
}

/** How the chosen wallet is opened again for a request, once it is connected. */
export function appChoice(chosen: Chosen, platform: Platform): AppChoice | undefined {
  const link = openedBy(chosen, platform)
  return link === undefined ? undefined : { href: appOf(link), name: chosen.wallet.name }
}

/** A place where a wallet can be got. */
export type Store = 'appStore' | 'playStore' | 'homepage'

/** The stores of a phone's system, or of both where it is not known. */
const STORES = { ios: ['appStore'], android: ['playStore'], other: ['appStore', 'playStore'] } as const

/** Where the chosen wallet can be got for this device: on a phone its own store first, elsewhere its website. */
export function storesOf({ wallet, page }: Chosen): readonly { store: Store; href: string }[] {
  const stores: readonly Store[] = [...(page?.mobile ? STORES[page.system ?? 'other'] : []), 'homepage']
  return stores.flatMap((store) => {
    const href = wallet[store]
    return href === undefined ? [] : [{ store, href }]
  })
}
