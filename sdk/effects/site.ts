import type { Configuration } from '../../machines/entities/configuration.ts'
import type { Namespace, NetworkId } from '../../machines/entities/namespace.ts'
import type { Network } from '../../machines/entities/network.ts'
import type { Timeouts } from '../../machines/kit/bound.ts'
import type { AnySystem } from '../../machines/kit/contract.ts'
import type { Bundlers } from '../../machines/rules/pairing/bundlers.ts'
import type { FrameSite } from '../embedded/port.ts'
import type { Abis, LatchkeyOptions } from '../options.ts'

/** What the site has set for wallets on other devices. */
export interface WalletConnectSite {
  projectId: string | undefined
  /** The chain of each namespace that is asked for first. */
  defaultChains: Readonly<Partial<Record<Namespace, NetworkId>>>
  /** Nodes that are asked first, by CAIP-2 id. */
  rpcMap: Readonly<Partial<Record<NetworkId, string>>>
  /** Read when the provider is there: the page is not on a server. */
  bundlers(): Bundlers
}

/** What effects have to know of the site, beside its ports. */
export interface Site {
  /** The name of the instance, which its entries in the storage bear. */
  id: string
  timeouts: Timeouts
  /** The site's networks: those that it began with, and those that it added since. */
  networks(): readonly Network[]
  walletConnect: WalletConnectSite
  /** How visitors sign in, as the site says. */
  signIn: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>
  /** Where the embedded wallet is, and what its site is told of this one. */
  embedded: Pick<FrameSite, 'origin' | 'projectId' | 'chainId' | 'metadata'>
  /** Of the site's own contracts. */
  abis: Abis
  /** That the site lists, by network. */
  tokens: Configuration['tokens']
  /** Has the code loaded that is needed once there is an account: while the visitor, or a wallet of an earlier visit, is asked. */
  prepareAccount(system: AnySystem): void
}
