import type { Namespace, NetworkId } from './namespace.ts'
import type { Network } from './network.ts'
import type { Token } from './token.ts'

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
  allowUnsupportedChain: boolean
  /** Keep looking at transactions that were not confirmed in time [9.9]. */
  watchPendingTransactions: boolean
}
