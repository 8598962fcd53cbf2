import type { NetworkId, Namespace } from './namespace.ts'
import type { EmbeddedLogin } from './embedded.ts'
import type { SentEntry } from './sent.ts'
import type { Wallet } from './wallet.ts'

export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** `isChosen`: the visitor chose the account among those that the wallet shares. */
export interface RememberedConnection {
  connectorId: string
  networkId?: NetworkId | undefined
  /** The account that was active. Missing in what earlier versions stored. */
  address?: string | undefined
  isChosen?: true | undefined
}

/** What the browser remembered of an earlier visit; each entry may be missing. */
export interface Remembered {
  /** What was connected, by namespace. */
  connections?: Partial<Record<Namespace, RememberedConnection>>
  /** The active network. */
  networkId?: NetworkId
  /** The wallets that were used last, the newest first. */
  recentWallets?: readonly Wallet[]
  /** Native balances by CAIP-10 id, with the moment they were read: shown until newer ones are [3.47]. */
  nativeBalances?: Record<string, { balance: string; symbol: string; timestamp: number }>
  /** What was sent from this page by accounts that are connected still, by CAIP-10 id; each account's, the newest first. */
  transactions?: Readonly<Record<string, readonly SentEntry[]>>
  /** Who signed in with the embedded wallet. */
  embedded?: EmbeddedLogin
  /** The visitor's choice of colours. */
  theme?: ThemeChoice
}

export const rememberedKeys = [
  'connections',
  'networkId',
  'recentWallets',
  'nativeBalances',
  'transactions',
  'embedded',
  'theme',
] as const
export type RememberedKey = (typeof rememberedKeys)[number]
