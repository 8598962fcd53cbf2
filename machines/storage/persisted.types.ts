import type { NetworkId, Namespace } from '../shared/namespace.types.ts'
import type { EmbeddedLogin } from '../embedded/embedded.types.ts'
import type { LocalTransaction } from '../transactions/sent.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** `isChosen`: the user selected this account among those that the wallet shares. */
export interface PersistedConnection {
  connectorId: string
  networkId?: NetworkId | undefined
  /** The account that was active. Absent in entries of earlier versions. */
  address?: string | undefined
  isChosen?: true | undefined
}

/** The state that the browser stored on an earlier visit. Each entry may be missing. */
export interface PersistedState {
  /** The connected wallets, by namespace. */
  connections?: Partial<Record<Namespace, PersistedConnection>>
  /** The active network. */
  networkId?: NetworkId
  /** The recently used wallets, newest first. */
  recentWallets?: readonly Wallet[]
  /** Native balances by CAIP-10 id, with the time when they were read. Shown until newer ones are read [3.47]. */
  nativeBalances?: Record<string, { balance: string; symbol: string; timestamp: number }>
  /** Transactions that connected accounts sent from this app, by CAIP-10 id, newest first for each account. */
  transactions?: Readonly<Record<string, readonly LocalTransaction[]>>
  /** The last sign-in with the embedded wallet. */
  embedded?: EmbeddedLogin
  /** The user's color theme. */
  theme?: ThemeChoice
}

export const persistedKeys = [
  'connections',
  'networkId',
  'recentWallets',
  'nativeBalances',
  'transactions',
  'embedded',
  'theme',
] as const
export type PersistedKey = (typeof persistedKeys)[number]
