import { WALLETS } from '../constants.ts'
import {
  connectMethods,
  type ConnectMethod,
  connectorGroups,
  type Configuration,
  type ConnectorGroup,
  type WalletOptions,
} from '../entities/configuration.ts'
import type { Connector } from '../entities/connector.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import type { Wallet } from '../entities/wallet.ts'
import { offeredAs, offeredConnectors } from './connectors.ts'
import { browseLink } from './deepLinks.ts'

/** No wallet of this browser is to be chosen: the page itself is in control of codes, or none can be found [2.4] [2.5]. */
export const beginsWithCode = (site: Pick<Configuration, 'manualWCControl' | 'remoteOnly'>): boolean =>
  site.manualWCControl || site.remoteOnly

/** What the wallet catalogue is asked for. */
export interface WalletQuery {
  page: number
  entries: number
  chains?: readonly NetworkId[]
  search?: string
  certified?: boolean
  include?: readonly string[]
  exclude?: readonly string[]
}

/** A catalogue's answer; `count` is how many there are in all. */
export interface WalletPage {
  wallets: readonly Wallet[]
  count: number
}

const some = <Key extends string>(key: Key, list: readonly string[]) =>
  (list.length > 0 ? { [key]: list } : {}) as { [K in Key]?: readonly string[] }

/**
 * What the catalogue is asked when the modal opens. Excluded wallets are looked up on every network, so that they are
 * known by name and rdns wherever they turn up.
 */
export function offerQueries(
  { featuredWalletIds, includeWalletIds, excludeWalletIds }: WalletOptions,
  chains: readonly NetworkId[],
): { featured?: WalletQuery; recommended: WalletQuery; excluded?: WalletQuery } {
  const listed = (include: readonly string[]) => ({ page: 1, entries: Math.min(include.length, 100), include })
  return {
    recommended: {
      page: 1,
      entries: WALLETS.recommended,
      chains,
      ...some('include', includeWalletIds),
      ...some('exclude', [...excludeWalletIds, ...featuredWalletIds]),
    },
    ...(featuredWalletIds.length > 0 && { featured: listed(featuredWalletIds) }),
    ...(excludeWalletIds.length > 0 && { excluded: listed(excludeWalletIds) }),
  }
}

/** A page of the whole catalogue, without the featured wallets, which stand before it. */
export const pageQuery = (
  { featuredWalletIds, includeWalletIds, excludeWalletIds }: WalletOptions,
  chains: readonly NetworkId[],
  page: number,
): WalletQuery => ({
  page,
  entries: WALLETS.pageSize,
  chains,
  ...some('include', includeWalletIds),
  ...some('exclude', [...excludeWalletIds, ...featuredWalletIds]),
})

/** A search through the whole catalogue. */
export const searchQuery = (
  options: WalletOptions,
  chains: readonly NetworkId[],
  { search, certified }: { search: string; certified: boolean },
): WalletQuery => ({
  ...pageQuery({ ...options, featuredWalletIds: [] }, chains, 1),
  entries: WALLETS.searchSize,
  ...(search !== '' && { search }),
  ...(certified && { certified }),
})

/** A search is asked for from two characters on, or for certified wallets only. */
export const isSearch = ({ search, certified }: { search: string; certified: boolean }): boolean =>
  certified || search.length >= WALLETS.searchFrom

/** The wallets with those of one more page; one that is known already stays where it is. */
export function withWallets(known: readonly Wallet[], more: readonly Wallet[]): readonly Wallet[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...more.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** The wallets in the order of their ids. */
export const inOrder = (wallets: readonly Wallet[], ids: readonly string[]): readonly Wallet[] =>
  ids.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? [])

/** Under another name on phones. */
const sameRdns = (rdns: string): string => (rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns)
const rdnsOf = ({ id, info }: Connector): string => sameRdns(info?.rdns ?? id)

/** The connector of a wallet that is installed here: by its rdns, or by its id in the catalogue. */
export const connectorOf = (wallet: Wallet, connectors: readonly Connector[]): Connector | undefined =>
  connectors.find(
    (connector) =>
      connector.id === wallet.id || (wallet.rdns !== undefined && rdnsOf(connector) === sameRdns(wallet.rdns)),
  )

/** A wallet that is installed here as it is offered: with all the namespaces that it serves. */
export function installedAs(wallet: Wallet, connectors: readonly Connector[]): Connector | undefined {
  const connector = connectorOf(wallet, connectors)
  return connector && offeredAs(connectors, connector)
}

/** A wallet that a code to scan, or a link to open, can reach. */
export const isPairable = ({ mobileLink, desktopLink, webappLink }: Wallet): boolean =>
  mobileLink !== undefined || desktopLink !== undefined || webappLink !== undefined

/** The way to wallets on other devices, where the site offers it. */
export const pairingConnector = (connectors: readonly Connector[]): Connector | undefined =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')

/** Connectors by everything a wallet can be known by; for long lists. */
function connectorIndex(connectors: readonly Connector[]): (wallet: Wallet) => Connector | undefined {
  const known = new Map(
    connectors.flatMap((connector) => [
      [connector.id, connector],
      [rdnsOf(connector), connector],
    ]),
  )
  return ({ id, rdns }) => known.get(id) ?? (rdns === undefined ? undefined : known.get(sameRdns(rdns)))
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether the site wants a wallet left out: by its id, its rdns or its name [6.3]. */
export const isExcluded = (
  { id, name, rdns }: Pick<Wallet, 'id' | 'name' | 'rdns'>,
  excluded: readonly Pick<Wallet, 'id' | 'name' | 'rdns'>[],
): boolean =>
  excluded.some(
    (left) =>
      left.id === id || (rdns !== undefined && left.rdns === rdns) || (left.name !== '' && sameName(left.name, name)),
  )

/** What is left out as far as it is known: ids and rdns alone, until the catalogue has told the names behind them. */
export const excludedOf = (
  { excludeWalletIds }: WalletOptions,
  known: readonly Wallet[],
): readonly Pick<Wallet, 'id' | 'name' | 'rdns'>[] =>
  excludeWalletIds.map((id) => known.find((wallet) => wallet.id === id) ?? { id, name: '', rdns: id })

/** A wallet as it is remembered of a connector that the catalogue does not know; without a picture that it brings itself. */
const walletOfConnector = ({ id, name, type, imageUrl, info, chain }: Connector): Wallet => ({
  id,
  name,
  chains: [chain],
  ...(imageUrl !== undefined && type !== 'ANNOUNCED' && { imageUrl }),
  ...(info?.rdns !== undefined && { rdns: info.rdns }),
})

/**
 * The catalogue's wallet behind a connector, where it is known; it has more links. On another device it is the one that
 * the visitor chose, if they chose any.
 */
export function usedWallet(
  { featured, recommended, chosen, options }: Offered & { chosen: Wallet | undefined },
  connector: Connector,
): Wallet | undefined {
  if (connector.type === 'WALLET_CONNECT') return chosen
  // One signs in to it; it is in no list.
  if (connector.type === 'AUTH') return undefined
  const known = [...featured, ...recommended, ...options.customWallets, ...(chosen ? [chosen] : [])]
  return known.find((wallet) => connectorOf(wallet, [connector])) ?? walletOfConnector(connector)
}

/** The wallets that were used last, with one more: the newest first, each once, also where it is known by its rdns only. */
export const withRecent = (recent: readonly Wallet[], wallet: Wallet): readonly Wallet[] => {
  const isSame = ({ id, rdns }: Wallet) => id === wallet.id || (rdns !== undefined && rdns === wallet.rdns)
  return [wallet, ...recent.filter((known) => !isSame(known))].slice(0, WALLETS.recent)
}

/** A wallet serves a namespace if one of its chains is of it, or if nothing is known of its chains. */
const serves = ({ chains }: Wallet, namespaces: readonly Namespace[]): boolean =>
  chains.length === 0 ||
  chains.some((chain) => namespaces.includes(chain.includes(':') ? namespaceOf(chain) : (chain as Namespace)))

/** One row to choose: an installed wallet, or one of the catalogue. */
export type Offer =
  | { kind: 'connector'; id: string; connector: Connector }
  | { kind: 'wallet'; id: string; wallet: Wallet }

export interface OfferGroup {
  group: ConnectorGroup
  offers: readonly Offer[]
}

/** What is known of wallets: the `wallets` machine's context. */
export interface Offered {
  options: WalletOptions
  namespaces: readonly Namespace[]
  connectors: readonly Connector[]
  featured: readonly Wallet[]
  recommended: readonly Wallet[]
  excluded: readonly Wallet[]
  recent: readonly Wallet[]
  mobile: boolean
}

const GENERIC: readonly Connector['type'][] = ['INJECTED']

/** The ways to connect that a site offers, in its order; without one wallets come first where some are installed here [9.34]. */
export function connectOrder(
  { features, connectMethodsOrder }: Pick<Configuration, 'features' | 'connectMethodsOrder'>,
  groups: readonly OfferGroup[],
): readonly ConnectMethod[] {
  const installed = groups.some(({ group }) => group === 'injected')
  const order = connectMethodsOrder ?? (installed ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet'])
  const offered = { wallet: true, email: features.email, social: features.socials }
  return [...new Set([...order, ...connectMethods])].filter((method) => offered[method])
}

/** The ways to a wallet that is made for the visitor. */
export const createOrder = (
  configuration: Pick<Configuration, 'features' | 'connectMethodsOrder'>,
): readonly Exclude<ConnectMethod, 'wallet'>[] =>
  connectOrder(configuration, []).filter((method) => method !== 'wallet')

/**
 * The Connect view's list: groups in their order, empty ones left out, no wallet twice [6.3]. Where a namespace is `wanted`, what
 * serves it.
 */
export function connectGroups(offered: Offered, wanted?: Namespace): readonly OfferGroup[] {
  const { options, featured, recommended, recent } = offered
  const namespaces = wanted === undefined ? offered.namespaces : [wanted]
  const excluded = excludedOf(options, offered.excluded)
  const here = offered.connectors.filter(({ id, name, info }) => !isExcluded({ id, name, rdns: info?.rdns }, excluded))
  const connectors = offeredConnectors(here, wanted)
  const shownRecent = recent.filter(
    (wallet) =>
      !isExcluded(wallet, excluded) &&
      serves(wallet, namespaces) &&
      !connectors.some((known) => known.id === wallet.id || sameName(known.name, wallet.name)),
  )
  const fresh = (wallets: readonly Wallet[]) =>
    withWallets([], wallets).filter(
      (wallet) =>
        !isExcluded(wallet, excluded) &&
        (wanted === undefined || serves(wallet, [wanted])) &&
        !connectorOf(wallet, here) &&
        !shownRecent.some(({ id, rdns }) => id === wallet.id || (rdns !== undefined && rdns === wallet.rdns)),
    )
  const ofType = (...types: readonly Connector['type'][]): Offer[] =>
    types.flatMap((type) =>
      connectors
        .filter((connector) => connector.type === type)
        .map((connector) => ({ kind: 'connector', id: connector.id, connector }) as const),
    )
  const ofWallets = (wallets: readonly Wallet[]): Offer[] =>
    wallets.map((wallet) => ({ kind: 'wallet', id: wallet.id, wallet }))

  const installed = connectors.filter(({ type }) => type === 'ANNOUNCED' || type === 'MULTI_CHAIN').length
  const chosenBySite = options.featuredWalletIds.length > 0 || options.customWallets.length > 0
  const room = chosenBySite ? 0 : Math.max(0, 2 - installed - shownRecent.length)
  const offers: Record<ConnectorGroup, readonly Offer[]> = {
    walletConnect: ofType('WALLET_CONNECT'),
    recent: ofWallets(shownRecent),
    injected: ofType('MULTI_CHAIN', 'ANNOUNCED', ...GENERIC),
    featured: ofWallets(fresh(inOrder(featured, options.featuredWalletIds))),
    custom: ofWallets(fresh(options.customWallets.filter(({ id }) => !options.featuredWalletIds.includes(id)))),
    external: ofType('EXTERNAL'),
    recommended: ofWallets(fresh(recommended).slice(0, room)),
  }
  const order = [...new Set([...options.connectorTypeOrder, ...connectorGroups])]
  return order.map((group) => ({ group, offers: offers[group] })).filter((entry) => entry.offers.length > 0)
}

/** Whether the whole catalogue can be looked through here. */
export const offersCatalogue = ({ allWallets }: WalletOptions, mobile: boolean): boolean =>
  allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && mobile)

/** How many wallets there are, for a label: in tens with a plus from 10 on. */
export const countLabel = (count: number): string => (count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`)

/** A wallet of the catalogue, with its connector where it is installed here. */
export interface Listed {
  wallet: Wallet
  connector: Connector | undefined
}

/** The catalogue as it is shown: without what is excluded or cannot be used here, installed wallets first. */
export function listWallets(
  wallets: readonly Wallet[],
  { options, namespaces, connectors, excluded, mobile }: Omit<Offered, 'featured' | 'recommended' | 'recent'>,
): readonly Listed[] {
  const left = excludedOf(options, excluded)
  const find = connectorIndex(connectors)
  const installed: Listed[] = []
  const others: Listed[] = []
  for (const wallet of wallets) {
    if (!serves(wallet, namespaces) || isExcluded(wallet, left)) continue
    const connector = find(wallet)
    if (connector) installed.push({ wallet, connector })
    else if (!mobile || wallet.mobileLink !== undefined || browseLink(wallet, { url: '', origin: '' }))
      others.push({ wallet, connector })
  }
  return [...installed, ...others]
}
