/** A wallet as the panel shows it, whatever its namespace: what it is called, what it is on, and what its questions say. */
import type { Approvals, Asked, Question } from './approvals.ts'
import type { WalletFailureName } from './walletState.ts'

/** A fact of a question; one without a text is left out. */
export type Fact = readonly [label: string, text: string | undefined]

/** A question in the person's words. */
export interface Told {
  title: string
  facts: readonly Fact[]
}

/** What the panel needs of a wallet. One that has no networks to choose from leaves `chains` out. */
export interface PanelWallet {
  snapshot(): {
    connected: boolean
    account: string
    accounts: readonly string[]
    /** What some accounts are called, by their addresses. */
    names?: Readonly<Record<string, string>>
    failures: Readonly<Record<string, boolean>>
    chainId?: number
    chains?: readonly { chainId: number; name: string }[]
  }
  setFailure(name: string, on: boolean): void
  selectAccount(account: string): void
  selectChain?(chainId: number): void
  disconnect(): void
  subscribe(watcher: () => void): () => void
}

/** A wallet with its queue and its words. */
export interface PanelEntry<Q extends Question = Question> {
  info: { name: string; icon: string }
  /** Its name where there are several. */
  namespace: string
  wallet: PanelWallet
  approvals: Omit<Approvals<Q>, 'approve'>
  /** What each failure switch does. */
  failures: Readonly<Record<string, string>>
  tell(asked: Asked<Q>): Told
}

/** What the failure switches that every wallet has do. */
export const failureLabels: Readonly<Record<WalletFailureName, string>> = {
  reject: 'Reject every request',
  silent: 'Never answer',
  locked: 'Locked',
  disconnects: 'Disconnect after connecting',
  garbage: 'Answer nonsense',
  throwsStrings: 'Throw bare strings',
  otherAccount: 'Change account after connecting',
}
