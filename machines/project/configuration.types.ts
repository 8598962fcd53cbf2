import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { OwnMethods } from '../wallet-requests/methods.rules.ts'
import type { Network } from '../shared/network.types.ts'
import type { OnrampProvider } from '../onramp/onramp.types.ts'
import type { Social } from '../embedded/login/social.types.ts'
import type { Token } from '../shared/token.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'

/** A group of wallets in the list of the Connect view. */
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

/** Which wallets of the catalog the app offers. */
export interface WalletOptions {
  /** Shown first, in this order. */
  featuredWalletIds: readonly string[]
  /** If not empty, no other wallets of the catalog are offered. */
  includeWalletIds: readonly string[]
  excludeWalletIds: readonly string[]
  /** Wallets that are not in the catalog. */
  customWallets: readonly Wallet[]
  /** Whether the user can browse the whole catalog. */
  allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** Whether the modal explains what a wallet is and where to get one. */
  enableWalletGuide: boolean
  /** Whether wallet apps are opened by https links, if they have some, instead of their own scheme. */
  preferUniversalLinks: boolean
  /** These groups come first; the others follow in the default order. */
  connectorTypeOrder: readonly ConnectorGroup[]
}

/** A way to connect in the Connect view. */
export const connectMethods = ['email', 'social', 'wallet'] as const
export type ConnectMethod = (typeof connectMethods)[number]

/** Features beyond connecting. The app can turn each of them on or off. */
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
/** Which features are on. */
export interface FeatureSwitches extends Readonly<Record<FeatureName, boolean>> {}

/** The rules of sign-in with a signature. */
export interface SignInRules {
  /** Whether users who connect have to sign in or disconnect before the modal can be closed [2.15]. */
  required: boolean
  /** The namespaces whose accounts sign in. */
  namespaces: readonly Namespace[]
  /**
   * What ends a session: that its wallet is disconnected, that another account of the wallet becomes active, or that another
   * network of its namespace does.
   */
  endsWith: { connection: boolean; account: boolean; network: boolean }
}

/** The part of the app's configuration that the machines need, as plain data. */
export interface Configuration {
  /** Distinguishes the instances on one page, and their stored entries. */
  id: string
  projectId: string | undefined
  networks: readonly Network[]
  namespaces: readonly Namespace[]
  defaultNetworkId: NetworkId
  /** ERC-20s whose balances are read, by network. */
  tokens: Readonly<Partial<Record<NetworkId, readonly Token[]>>>
  theme: 'light' | 'dark' | 'system'
  /** Whether the modal is part of the page instead of a dialog [1.18]. */
  embedded: boolean
  /** Whether alerts are shown on screen as well as logged. */
  debug: boolean
  enableNetworkSwitch: boolean
  features: FeatureSwitches
  allowUnsupportedChain: boolean
  /** What is shown while the wallet is on a network that the app does not offer. */
  unsupportedChain: 'view' | 'notice' | 'nothing'
  /** Which wallets of the catalog are offered, and in which order. */
  wallets: WalletOptions
  /** Whether wallets on other devices can be connected. Requires a project id [1.14]. */
  enableWalletConnect: boolean
  /** Whether the modal offers only wallets on other devices, and the app controls the pairing URI [2.4] [2.5]. */
  manualWCControl: boolean
  /** Whether no configured namespace has wallets that can be found in this browser, and the app supplies none [2.4] [2.5]. */
  remoteOnly: boolean
  /** Whether analytics events go to the app's own sink or to the API. Off by default [1.13]. */
  analytics: 'off' | 'site' | 'api'
  /** JSON-RPC methods that the app may call in addition to the known ones. */
  methods: OwnMethods
  /** Whether the modal shows a wallet request before it is sent, while the wallet shows it, or not at all. */
  review: 'before' | 'beside' | 'none'
  /** The rules of sign-in; undefined if users only connect [1.3]. */
  signIn: SignInRules | undefined
  /** Whether transactions that were not confirmed in time are polled further [9.9]. */
  watchPendingTransactions: boolean
  /** The order of the ways to connect, if the app sets one [9.34]. */
  connectMethodsOrder: readonly ConnectMethod[] | undefined
  /** The social sign-ins in display order; empty if the app offers none. */
  socials: readonly Social[]
  /** The sellers of crypto in display order; empty if the app offers none. */
  onrampProviders: readonly OnrampProvider[]
}
