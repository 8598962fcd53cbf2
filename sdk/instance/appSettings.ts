import type { Configuration } from '../../machines/project/configuration.types.ts'
import type { Namespace, NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { Timeouts } from '../../machines/core/implementations.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import type { Bundlers } from '../../machines/pairing/rules/bundlers.ts'
import type { FrameSite } from '../embedded/port.ts'
import type { Abis, LatchkeyOptions } from './options.ts'

/** The app's settings for wallets on other devices. */
export interface WalletConnectSettings {
  projectId: string | undefined
  /** The preferred chain of each namespace. */
  defaultChains: Readonly<Partial<Record<Namespace, NetworkId>>>
  /** Preferred nodes, by CAIP-2 id. */
  rpcMap: Readonly<Partial<Record<NetworkId, string>>>
  /** Read once the provider is loaded, which does not happen on a server. */
  bundlers(): Bundlers
}

/** The data about the app that effects need, in addition to its ports. */
export interface AppSettings {
  /** The id of the instance, which is part of its storage keys. */
  id: string
  timeouts: Timeouts
  /** The app's networks: the configured ones and those added since. */
  networks(): readonly Network[]
  walletConnect: WalletConnectSettings
  /** The app's sign-in settings. */
  signIn: Pick<LatchkeyOptions, 'siwx' | 'siweConfig'>
  /** The origin of the secure site, and the data about the app that the embedded wallet receives. */
  embedded: Pick<FrameSite, 'origin' | 'projectId' | 'chainId' | 'metadata'>
  /** The ABIs of the app's own contracts. */
  abis: Abis
  /** The app's token list, by network. */
  tokens: Configuration['tokens']
  /** Loads the code for a connected account, while the user or the wallet of an earlier visit responds. */
  prepareAccount(system: AnySystem): void
}
