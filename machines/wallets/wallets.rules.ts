import { WALLETS } from '../constants.ts'
import {
  connectMethods,
  type ConnectMethod,
  connectorGroups,
  type Configuration,
  type ConnectorGroup,
  type WalletOptions,
} from '../project/configuration.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import { toListedConnector, listConnectors } from '../connection/connectors.rules.ts'
import { browseLink } from '../connection/deepLinks.rules.ts'

/**
 * Whether wallets of this browser are not offered: the app controls the QR codes itself, or no wallet can be found [2.4] [2.5].
 */
export const startsWithQrCode = (site: Pick<Configuration, 'manualWCControl' | 'remoteOnly'>): boolean =>
  site.manualWCControl || site.remoteOnly

/** A query to the wallet catalog. */
export interface WalletQuery {
  page: number
  entries: number
  chains?: readonly NetworkId[]
  search?: string
  certified?: boolean
  include?: readonly string[]
  exclude?: readonly string[]
}

/** A page of the catalog. `count` is the total number of wallets. */
export interface WalletPage {
  wallets: readonly Wallet[]
  count: number
}

const unlessEmpty = <Key extends string>(key: Key, list: readonly string[]) =>
  (list.length > 0 ? { [key]: list } : {}) as { [K in Key]?: readonly string[] }

/**
 * Returns the queries when the modal opens. Excluded wallets are queried on every network, so that their names and rdns are known
 * wherever they appear.
 */
export function openingQueries(
  { featuredWalletIds, includeWalletIds, excludeWalletIds }: WalletOptions,
  chains: readonly NetworkId[],
): { featured?: WalletQuery; recommended: WalletQuery; excluded?: WalletQuery } {
  const listed = (include: readonly string[]) => ({ page: 1, entries: Math.min(include.length, 100), include })
  return {
    recommended: {
      page: 1,
      entries: WALLETS.recommended,
      chains,
      ...unlessEmpty('include', includeWalletIds),
      ...unlessEmpty('exclude', [...excludeWalletIds, ...featuredWalletIds]),
    },
    ...(featuredWalletIds.length > 0 && { featured: listed(featuredWalletIds) }),
    ...(excludeWalletIds.length > 0 && { excluded: listed(excludeWalletIds) }),
  }
}

/** Returns the query for a page of the whole catalog, without the featured wallets, which are listed before it. */
export const pageQuery = (
  { featuredWalletIds, includeWalletIds, excludeWalletIds }: WalletOptions,
  chains: readonly NetworkId[],
  page: number,
): WalletQuery => ({
  page,
  entries: WALLETS.pageSize,
  chains,
  ...unlessEmpty('include', includeWalletIds),
  ...unlessEmpty('exclude', [...excludeWalletIds, ...featuredWalletIds]),
})

/** Returns the query for a search in the whole catalog. */
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

/** Whether to search: from two characters on, or for certified wallets only. */
export const isSearch = ({ search, certified }: { search: string; certified: boolean }): boolean =>
  certified || search.length >= WALLETS.searchFrom

/** Adds the wallets of another page. A wallet that is known already keeps its position. */
export function withWallets(wallets: readonly Wallet[], more: readonly Wallet[]): readonly Wallet[] {
  const ids = new Set(wallets.map(({ id }) => id))
  return [...wallets, ...more.filter(({ id }) => !ids.has(id) && ids.add(id))]
}

/** Returns the wallets in the order of the ids. */
export const inIdOrder = (wallets: readonly Wallet[], ids: readonly string[]): readonly Wallet[] =>
  ids.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? [])

/** On phones MetaMask uses another name. */
const sameRdns = (rdns: string): string => (rdns === 'io.metamask.mobile' ? 'io.metamask' : rdns)
const rdnsOf = ({ id, info }: Connector): string => sameRdns(info?.rdns ?? id)

/** Returns the connector of an installed wallet: by its rdns, or by its id in the catalog. */
export const connectorOf = (wallet: Wallet, connectors: readonly Connector[]): Connector | undefined =>
  connectors.find(
    (connector) =>
      connector.id === wallet.id || (wallet.rdns !== undefined && rdnsOf(connector) === sameRdns(wallet.rdns)),
  )

/** Returns the connector of an installed wallet as it is listed, with all namespaces that it serves. */
export function installedConnector(wallet: Wallet, connectors: readonly Connector[]): Connector | undefined {
  const connector = connectorOf(wallet, connectors)
  return connector && toListedConnector(connectors, connector)
}

/** Whether a wallet can be reached with a QR code or a link. */
export const isPairable = ({ mobileLink, desktopLink, webappLink }: Wallet): boolean =>
  mobileLink !== undefined || desktopLink !== undefined || webappLink !== undefined

/** Returns the connector for wallets on other devices; undefined if the app does not offer it. */
export const pairingConnector = (connectors: readonly Connector[]): Connector | undefined =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')

/** Indexes connectors by everything that identifies a wallet; for long lists. */
function connectorIndex(connectors: readonly Connector[]): (wallet: Wallet) => Connector | undefined {
  const byId = new Map(
    connectors.flatMap((connector) => [
      [connector.id, connector],
      [rdnsOf(connector), connector],
    ]),
  )
  return ({ id, rdns }) => byId.get(id) ?? (rdns === undefined ? undefined : byId.get(sameRdns(rdns)))
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Whether the app excludes a wallet: by its id, its rdns or its name [6.3]. */
export const isExcluded = (
  { id, name, rdns }: Pick<Wallet, 'id' | 'name' | 'rdns'>,
  excluded: readonly Pick<Wallet, 'id' | 'name' | 'rdns'>[],
): boolean =>
  excluded.some(
    (other) =>
      other.id === id ||
      (rdns !== undefined && other.rdns === rdns) ||
      (other.name !== '' && sameName(other.name, name)),
  )

/** Returns the excluded wallets. Before the catalog has returned their names, only their ids and rdns are known. */
export const excludedWallets = (
  { excludeWalletIds }: WalletOptions,
  wallets: readonly Wallet[],
): readonly Pick<Wallet, 'id' | 'name' | 'rdns'>[] =>
  excludeWalletIds.map((id) => wallets.find((wallet) => wallet.id === id) ?? { id, name: '', rdns: id })

/** Returns the wallet that is stored for a connector that the catalog does not know, without an announced icon. */
const walletOfConnector = ({ id, name, type, imageUrl, info, chain }: Connector): Wallet => ({
  id,
  name,
  chains: [chain],
  ...(imageUrl !== undefined && type !== 'ANNOUNCED' && { imageUrl }),
  ...(info?.rdns !== undefined && { rdns: info.rdns }),
})

/**
 * Returns the catalog's wallet of a connector, if it is known; it has more links. On another device, this is the wallet that
 * the user selected, if any.
 */
export function usedWallet(
  { featured, recommended, selectedWallet, options }: KnownWallets & { selectedWallet: Wallet | undefined },
  connector: Connector,
): Wallet | undefined {
  if (connector.type === 'WALLET_CONNECT') return selectedWallet
  // Users sign in to it, so it is not listed.
  if (connector.type === 'AUTH') return undefined
  const candidates = [
    ...featured,
    ...recommended,
    ...options.customWallets,
    ...(selectedWallet ? [selectedWallet] : []),
  ]
  return candidates.find((wallet) => connectorOf(wallet, [connector])) ?? walletOfConnector(connector)
}

/** Adds a wallet to the recently used ones: newest first, without duplicates, even if a wallet is known only by its rdns. */
export const withRecent = (recent: readonly Wallet[], wallet: Wallet): readonly Wallet[] => {
  const isSame = ({ id, rdns }: Wallet) => id === wallet.id || (rdns !== undefined && rdns === wallet.rdns)
  return [wallet, ...recent.filter((other) => !isSame(other))].slice(0, WALLETS.recent)
}

/** Whether a wallet serves one of the namespaces. A wallet without known chains serves all. */
const serves = ({ chains }: Wallet, namespaces: readonly Namespace[]): boolean =>
  chains.length === 0 ||
  chains.some((chain) => namespaces.includes(chain.includes(':') ? namespaceOf(chain) : (chain as Namespace)))

/** A row in the list: an installed wallet, or one of the catalog. */
export type WalletOption =
  | { kind: 'connector'; id: string; connector: Connector }
  | { kind: 'wallet'; id: string; wallet: Wallet }

export interface WalletOptionGroup {
  group: ConnectorGroup
  offers: readonly WalletOption[]
}

/** What is known about wallets: the context of the `wallets` machine. */
export interface KnownWallets {
  /** The app's options for the list of wallets. */
  options: WalletOptions
  /** The namespaces of the app's networks. */
  namespaces: readonly Namespace[]
  /** The ways to connect that are available now, such as the wallets installed in this browser. */
  connectors: readonly Connector[]
  /** The wallets of the catalog that the app shows first. */
  featured: readonly Wallet[]
  /** The wallets that the catalog recommends. */
  recommended: readonly Wallet[]
  /** The wallets of the catalog that the app does not offer. */
  excluded: readonly Wallet[]
  /** The wallets that the user connected recently, newest first. */
  recent: readonly Wallet[]
  /** Whether the device is a phone or a tablet. */
  mobile: boolean
}

const GENERIC: readonly Connector['type'][] = ['INJECTED']

/** Returns the ways to connect that an app offers, in its order. By default, wallets come first if some are installed [9.34]. */
export function connectOrder(
  { features, connectMethodsOrder }: Pick<Configuration, 'features' | 'connectMethodsOrder'>,
  groups: readonly WalletOptionGroup[],
): readonly ConnectMethod[] {
  const installed = groups.some(({ group }) => group === 'injected')
  const order = connectMethodsOrder ?? (installed ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet'])
  const enabled = { wallet: true, email: features.email, social: features.socials }
  return [...new Set([...order, ...connectMethods])].filter((method) => enabled[method])
}

/** Returns the ways to create a wallet for the user. */
export const createOrder = (
  configuration: Pick<Configuration, 'features' | 'connectMethodsOrder'>,
): readonly Exclude<ConnectMethod, 'wallet'>[] =>
  connectOrder(configuration, []).filter((method) => method !== 'wallet')

/**
 * Returns the list of the Connect view: groups in order, without empty ones, and no wallet twice [6.3]. With `namespace`, only
 * wallets that serve this namespace.
 */
export function listWalletOptions(offered: KnownWallets, namespace?: Namespace): readonly WalletOptionGroup[] {
  const { options, featured, recommended, recent } = offered
  const namespaces = namespace === undefined ? offered.namespaces : [namespace]
  const excluded = excludedWallets(options, offered.excluded)
  const here = offered.connectors.filter(({ id, name, info }) => !isExcluded({ id, name, rdns: info?.rdns }, excluded))
  const connectors = listConnectors(here, namespace)
  const shownRecent = recent.filter(
    (wallet) =>
      !isExcluded(wallet, excluded) &&
      serves(wallet, namespaces) &&
      !connectors.some((connector) => connector.id === wallet.id || sameName(connector.name, wallet.name)),
  )
  const fresh = (wallets: readonly Wallet[]) =>
    withWallets([], wallets).filter(
      (wallet) =>
        !isExcluded(wallet, excluded) &&
        (namespace === undefined || serves(wallet, [namespace])) &&
        !connectorOf(wallet, here) &&
        !shownRecent.some(({ id, rdns }) => id === wallet.id || (rdns !== undefined && rdns === wallet.rdns)),
    )
  const ofType = (...types: readonly Connector['type'][]): WalletOption[] =>
    types.flatMap((type) =>
      connectors
        .filter((connector) => connector.type === type)
        .map((connector) => ({ kind: 'connector', id: connector.id, connector }) as const),
    )
  const ofWallets = (wallets: readonly Wallet[]): WalletOption[] =>
    wallets.map((wallet) => ({ kind: 'wallet', id: wallet.id, wallet }))

  const installed = connectors.filter(({ type }) => type === 'ANNOUNCED' || type === 'MULTI_CHAIN').length
  const chosenBySite = options.featuredWalletIds.length > 0 || options.customWallets.length > 0
  const room = chosenBySite ? 0 : Math.max(0, 2 - installed - shownRecent.length)
  const offers: Record<ConnectorGroup, readonly WalletOption[]> = {
    walletConnect: ofType('WALLET_CONNECT'),
    recent: ofWallets(shownRecent),
    injected: ofType('MULTI_CHAIN', 'ANNOUNCED', ...GENERIC),
    featured: ofWallets(fresh(inIdOrder(featured, options.featuredWalletIds))),
    custom: ofWallets(fresh(options.customWallets.filter(({ id }) => !options.featuredWalletIds.includes(id)))),
    external: ofType('EXTERNAL'),
    recommended: ofWallets(fresh(recommended).slice(0, room)),
  }
  const order = [...new Set([...options.connectorTypeOrder, ...connectorGroups])]
  return order.map((group) => ({ group, offers: offers[group] })).filter((entry) => entry.offers.length > 0)
}

/** Whether the user can browse the whole catalog on this device. */
export const canBrowseCatalog = ({ allWallets }: WalletOptions, mobile: boolean): boolean =>
  allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && mobile)

/** Returns the number of wallets for a label: from 10 on, rounded down to tens with a plus. */
export const formatCount = (count: number): string => (count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`)

/** A wallet of the catalog, with its connector if it is installed. */
export interface CatalogEntry {
  wallet: Wallet
  connector: Connector | undefined
}

/**
 * Returns the catalog as it is shown: without wallets that are excluded or cannot be used on this device, installed ones first.
 */
export function listWallets(
  wallets: readonly Wallet[],
  { options, namespaces, connectors, excluded, mobile }: Omit<KnownWallets, 'featured' | 'recommended' | 'recent'>,
): readonly CatalogEntry[] {
  const exclusions = excludedWallets(options, excluded)
  const find = connectorIndex(connectors)
  const installed: CatalogEntry[] = []
  const others: CatalogEntry[] = []
  for (const wallet of wallets) {
    if (!serves(wallet, namespaces) || isExcluded(wallet, exclusions)) continue
    const connector = find(wallet)
    if (connector) installed.push({ wallet, connector })
    else if (!mobile || wallet.mobileLink !== undefined || browseLink(wallet, { url: '', origin: '' }))
      others.push({ wallet, connector })
  }
  return [...installed, ...others]
}
