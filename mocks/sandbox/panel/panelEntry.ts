/** A wallet in the panel, for any namespace: its name, its accounts and networks, and the texts of its requests. */
import type { Approvals, SiteRequest, ApprovalRequest } from '../approvals.ts'
import type { WalletFailureName } from '../walletState.ts'

/** A detail of a request; without a text it is left out. */
export type Detail = readonly [label: string, text: string | undefined]

/** A request as it is shown to the user. */
export interface RequestSummary {
  title: string
  details: readonly Detail[]
}

/** The part of a wallet that the panel uses. A wallet without selectable networks leaves out `chains`. */
export interface PanelWallet {
  snapshot(): {
    connected: boolean
    account: string
    accounts: readonly string[]
    /** Names of some accounts, by address. */
    names?: Readonly<Record<string, string>>
    failures: Readonly<Record<string, boolean>>
    chainId?: number
    chains?: readonly { chainId: number; name: string }[]
  }
  setFailure(name: string, on: boolean): void
  selectAccount(account: string): void
  selectChain?(chainId: number): void
  disconnect(): void
  subscribe(listener: () => void): () => void
}

/** A wallet with its queue of requests and its texts. */
export interface PanelEntry<Q extends ApprovalRequest = ApprovalRequest> {
  info: { name: string; icon: string }
  /** The tab's name if there are several wallets. */
  namespace: string
  wallet: PanelWallet
  approvals: Omit<Approvals<Q>, 'approve'>
  /** The label of each failure switch. */
  failures: Readonly<Record<string, string>>
  describe(request: SiteRequest<Q>): RequestSummary
}

/** The labels of the failure switches that every wallet has. */
export const failureLabels: Readonly<Record<WalletFailureName, string>> = {
  reject: 'Reject every request',
  silent: 'Never answer',
  locked: 'Locked',
  disconnects: 'Disconnect after connecting',
  garbage: 'Answer nonsense',
  throwsStrings: 'Throw bare strings',
  otherAccount: 'Change account after connecting',
}
