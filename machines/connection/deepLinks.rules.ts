import type { WalletOptions } from '../project/configuration.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import { appOfLink, isAppLink, isWeb, parseLink } from '../shared/links.rules.ts'
import type { Platform } from './platforms.rules.ts'

/** The full URL of the page, and its origin. */
export interface PageAddress {
  url: string
  origin: string
}

/** The page and the device of the user. */
export interface PageInfo extends PageAddress {
  /** Whether the device is a phone or a tablet, where wallets are apps. */
  mobile: boolean
  /** The system of a phone or a tablet, if known. */
  system?: 'android' | 'ios'
  /** Whether the page is in a frame of another page. */
  framed?: boolean
  /** Whether the page is in the browser of the Telegram app. */
  telegram?: boolean
}

/** The wallet that the user selected, and what decides how it is opened. */
export interface SelectedWallet {
  wallet: Wallet
  page: PageInfo | undefined
  /** Whether apps are opened by https links, if they have some, instead of their own scheme. */
  preferUniversalLinks: boolean
}

/** Returns what an attempt to connect a wallet on another device needs to know about the wallet. */
export const selectWallet = (
  wallet: Wallet,
  { page, options }: { page: PageInfo | undefined; options: Pick<WalletOptions, 'preferUniversalLinks'> },
): SelectedWallet => ({ wallet, page, preferUniversalLinks: options.preferUniversalLinks })

/** A link that opens a wallet's app with a pairing URI, as the attributes of an anchor. */
export interface DeepLink {
  href: string
  target: '_self' | '_top' | '_blank'
}

/** How the app of a connected wallet is opened again, in the format in which the pairing protocol's library stores it. */
export interface StoredApp {
  href: string
  name: string
}

/** Wallets that open a page in their own browser, by name, with the links that they publish. */
const BROWSERS: Readonly<Record<string, (page: PageAddress) => string>> = {
  Phantom: ({ url, origin }) =>
    `https://phantom.app/ul/browse/${encodeURIComponent(url)}?ref=${encodeURIComponent(origin)}`,
  'Coinbase Wallet': ({ url }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}`,
}

/** Whether a wallet on a phone does not accept pairing URIs, and opens the page in its own browser instead. */
export const opensPage = ({ name }: Pick<Wallet, 'name'>, { mobile }: Pick<PageInfo, 'mobile'>): boolean =>
  mobile && name === 'Phantom'

/** Returns the link that opens this page in a wallet's own browser; undefined if the wallet has none. */
export const browseLink = ({ name }: Pick<Wallet, 'name'>, page: PageAddress): string | undefined =>
  Object.hasOwn(BROWSERS, name) ? BROWSERS[name]?.(page) : undefined

/**
 * Returns the link that passes a pairing URI to a wallet's app. `link` is an https link or a scheme, with or without `://`.
 * `encodeTwice` is for Telegram on Android, which decodes the link once too often.
 */
export function pairingLink(link: string, uri: string, { encodeTwice = false } = {}): string {
  const encoded = encodeURIComponent(encodeTwice ? encodeURIComponent(uri) : uri)
  const { app, query, fragment } = parseLink(link)
  return `${app}wc${query === '' ? '?' : `${query}&`}uri=${encoded}${fragment}`
}

/**
 * Returns the link of a wallet that is opened on a platform; undefined if a QR code is scanned, or if the link is not safe to
 * open.
 */
function walletLink({ wallet, preferUniversalLinks }: SelectedWallet, platform: Platform): string | undefined {
  const links: Partial<Record<Platform, string | undefined>> = {
    web: wallet.webappLink,
    desktop: wallet.desktopLink,
    mobile: (preferUniversalLinks ? wallet.universalLink : undefined) ?? wallet.mobileLink,
  }
  const link = links[platform]
  return link !== undefined && isAppLink(link) ? link : undefined
}

/**
 * Returns the link that opens the selected wallet with a pairing URI. An app replaces the page, which is restored when the user
 * returns. Web pages, and all links in Telegram, open in a new tab.
 */
export function openLink(selectedWallet: SelectedWallet, platform: Platform, uri: string): DeepLink | undefined {
  const link = walletLink(selectedWallet, platform)
  if (link === undefined) return undefined
  const { telegram = false, framed = false, system } = selectedWallet.page ?? {}
  const beside = telegram || platform === 'web' || (platform === 'desktop' && isWeb(link))
  return {
    href: pairingLink(link, uri, { encodeTwice: telegram && system === 'android' }),
    target: beside ? '_blank' : framed ? '_top' : '_self',
  }
}

/** Returns how the selected wallet is opened again for a request after it connected. */
export function storedApp(selectedWallet: SelectedWallet, platform: Platform): StoredApp | undefined {
  const link = walletLink(selectedWallet, platform)
  return link === undefined ? undefined : { href: appOfLink(link), name: selectedWallet.wallet.name }
}

/** A place to get a wallet. */
export type AppStore = 'appStore' | 'playStore' | 'homepage'

/** The stores of a phone's system, or both if the system is unknown. */
const APP_STORES = { ios: ['appStore'], android: ['playStore'], other: ['appStore', 'playStore'] } as const

/** Returns where to get the selected wallet for this device: on a phone from its store first, otherwise from its website. */
export function appStoresOf({ wallet, page }: SelectedWallet): readonly { store: AppStore; href: string }[] {
  const stores: readonly AppStore[] = [...(page?.mobile ? APP_STORES[page.system ?? 'other'] : []), 'homepage']
  return stores.flatMap((store) => {
    const href = wallet[store]
    return href === undefined ? [] : [{ store, href }]
  })
}
