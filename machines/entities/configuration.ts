import type { Namespace, NetworkId } from './namespace.ts'
import type { OwnMethods } from '../rules/methods.ts'
import type { Network } from './network.ts'
import type { OnrampProvider } from './onramp.ts'
import type { Social } from './social.ts'
import type { Token } from './token.ts'
import type { Wallet } from './wallet.ts'

/** A group of the Connect view's list. */
export const connectorGroups = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const
export type ConnectorGroup = (typeof connectorGroups)[number]

/** What of the wallet catalogue a site offers. */
export interface WalletOptions {
  /** Shown first, in this order. */
  featuredWalletIds: readonly string[]
  /** Where given, no other wallets of the catalogue are offered. */
  includeWalletIds: readonly string[]
  excludeWalletIds: readonly string[]
  /** Wallets that the catalogue does not have. */
  customWallets: readonly Wallet[]
  /** Whether the whole catalogue can be looked through. */
  allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** What a wallet is, and where to get one, is explained. */
  enableWalletGuide: boolean
  /** Apps of wallets are opened by https links where they have some, not by a scheme of their own. */
  preferUniversalLinks: boolean
  /** Groups named here come first; the others follow in their own order. */
  connectorTypeOrder: readonly ConnectorGroup[]
}

/** A way to connect that the Connect view offers. */
export const connectMethods = ['email', 'social', 'wallet'] as const
export type ConnectMethod = (typeof connectMethods)[number]

/** What visitors can do besides connecting; a site may turn each on or off. */
export const features = [
  'email',
  'socials',
  'send',
  'receive',
  'history',
  'names',
  'smartSessions',
  'swaps',
  'onramp',
  'pay',
] as const
export type FeatureName = (typeof features)[number]
/** Which of them are on. */
export interface FeatureSwitches extends Readonly<Record<FeatureName, boolean>> {}

/** Who signs in with a signature, and what ends it. */
export interface SignInRules {
  /** The modal cannot be closed until a visitor who connects has signed in, or left [2.15]. */
  required: boolean
  /** Whose accounts sign in. */
  namespaces: readonly Namespace[]
  /** A sign-in ends once its wallet is disconnected, another of its accounts is active, or another network of its namespace. */
  endsWith: { connection: boolean; account: boolean; network: boolean }
}

/** What the machines need to know of a site's configuration, all of it data. */
export interface Configuration {
  /** Tells instances on one page, and their stored entries, apart. */
  id: string
  projectId: string | undefined
  networks: readonly Network[]
  namespaces: readonly Namespace[]
  defaultNetworkId: NetworkId
  /** ERC-20s whose balances are read, by network. */
  tokens: Readonly<Partial<Record<NetworkId, readonly Token[]>>>
  theme: 'light' | 'dark' | 'system'
  /** Shown in the page instead of as a dialog [1.18]. */
  embedded: boolean
  /** Alerts are shown on screen as well as logged. */
  debug: boolean
  enableNetworkSwitch: boolean
  features: FeatureSwitches
  allowUnsupportedChain: boolean
  /** What is shown while the wallet is on a network that is not offered. */
  unsupportedChain: 'view' | 'notice' | 'nothing'
  /** What of the wallet catalogue is offered, and in which order. */
  wallets: WalletOptions
  /** Wallets on other devices can be connected; needs a project id [1.14]. */
  enableWalletConnect: boolean
  /** The modal offers wallets on other devices only, and makes no offer by itself [2.4] [2.5]. */
  manualWCControl: boolean
  /** No namespace of the site's has wallets that could be found in this browser, and the site hands over none [2.4] [2.5]. */
  remoteOnly: boolean
  /** Events are told to the site's own sink, or to the API; off by default [1.13]. */
  analytics: 'off' | 'site' | 'api'
  /** Methods of JSON-RPC that the page may ask wallets besides those that are known. */
  methods: OwnMethods
  /** Whether the modal shows what a wallet is asked before it is, beside it, or nothing of it. */
  review: 'before' | 'beside' | 'none'
  /** Visitors sign in with a signature; nothing where a site has them only connect [1.3]. */
  signIn: SignInRules | undefined
  /** Keep looking at transactions that were not confirmed in time [9.9]. */
  watchPendingTransactions: boolean
  /** The order of the ways to connect, where the site sets one [9.34]. */
  connectMethodsOrder: readonly ConnectMethod[] | undefined
  /** The accounts elsewhere by which visitors sign in, in the order in which they are shown; none where the site offers none. */
  socials: readonly Social[]
  /** Who sells crypto to visitors, in the order in which they are shown; none where the site has nothing bought. */
  onrampProviders: readonly OnrampProvider[]
}
