/** The shared state of the sandbox's non-EVM wallets: the accounts that a site sees, the saved state, and the prompts. */
import * as z from 'zod/mini'
import type { Approve, ApprovalRequest } from './approvals.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'

const disconnectDelayMs = 300

const off = z._default(z.boolean(), false)
const failureSwitches = z.object({
  /** Every request is rejected with 4001. */
  reject: off,
  /** No request is ever answered. */
  silent: off,
  /** No account is shown, and connecting waits until the wallet is unlocked. */
  locked: off,
  /** The wallet disconnects shortly after connecting, or immediately if it is connected. */
  disconnects: off,
  /** Answers have invalid shapes. */
  garbage: off,
  /** Every request is rejected with a bare string instead of an error. */
  throwsStrings: off,
  /** Immediately after connecting, the account changes to another one. */
  otherAccount: off,
})

/** The failure switches and their states. */
export type WalletFailures = Readonly<z.output<typeof failureSwitches>>

/** A failure switch of the wallet. */
export type WalletFailureName = keyof WalletFailures

const stateSchema = z.object({ connected: z.boolean(), account: z.string(), failures: failureSwitches })
type State = z.output<typeof stateSchema>

/** The queue for requests, the storage for the state, and the site's origin. */
export interface WalletStateOptions<Q extends ApprovalRequest> {
  approve: Approve<Q>
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  origin?: string
}

/** The namespace's part: the names of its accounts, and what a site sees when one of them is selected. */
export interface WalletDefinition<Q extends ApprovalRequest, SiteAccount> {
  storageKey: string
  accounts: readonly [string, ...string[]]
  siteAccountsOf(account: string): readonly SiteAccount[]
  /** The request for connecting a site. */
  connectRequest(account: string): Q
}

/** The state of the wallet for the panel. */
export interface WalletStateSnapshot {
  connected: boolean
  account: string
  accounts: readonly string[]
  failures: WalletFailures
}

/** The user's side of the wallet, for a panel or a test that acts as the user. */
export interface WalletUser {
  failures: WalletFailures
  setFailure(name: WalletFailureName, on: boolean): void
  selectAccount(account: string): void
  lock(): void
  unlock(): void
  disconnect(): void
  snapshot(): WalletStateSnapshot
  subscribe(listener: () => void): () => void
}

/** Creates a wallet's state, or restores it from `storage`. */
export function createWalletState<Q extends ApprovalRequest, SiteAccount>(
  { approve, storage, origin }: WalletStateOptions<Q>,
  { storageKey, accounts, siteAccountsOf, connectRequest }: WalletDefinition<Q, SiteAccount>,
) {
  const site = origin ?? globalThis.location?.origin ?? 'http://localhost'
  const subscribers = new Set<() => void>()
  const listeners = new Set<(siteAccounts: readonly SiteAccount[]) => void>()
  let state = restore() ?? { connected: false, account: accounts[0], failures: failureSwitches.parse({}) }

  /** The saved state; `undefined` if another version saved it in a different format. */
  function restore(): State | undefined {
    try {
      const saved = stateSchema.parse(JSON.parse(storage?.getItem(storageKey) ?? ''))
      return accounts.includes(saved.account) ? saved : undefined
    } catch {
      return undefined
    }
  }

  const readSiteAccounts = (): readonly SiteAccount[] =>
    state.connected && !state.failures.locked ? siteAccountsOf(state.account) : []
  let siteAccounts = readSiteAccounts()

  /** Every change goes through here. It is saved, and emitted to the site and the panel. */
  const change = (changes: Partial<State>) => {
    state = { ...state, ...changes }
    storage?.setItem(storageKey, JSON.stringify(state))
    const nextAccounts = readSiteAccounts()
    if (nextAccounts[0] !== siteAccounts[0]) {
      siteAccounts = nextAccounts
      listeners.forEach((listener) => listener(siteAccounts))
    }
    subscribers.forEach((subscriber) => subscriber())
  }

  const subscribe = (listener: () => void) => {
    subscribers.add(listener)
    return () => void subscribers.delete(listener)
  }

  const rejectedError = () => new ProviderRpcError(rpcCodes.rejected, 'User rejected the request.')

  const requestApproval = async (request: Q) => {
    if (state.failures.silent) return new Promise<never>(() => undefined)
    // oxlint-disable-next-line no-throw-literal
    if (state.failures.throwsStrings) throw 'Popup closed'
    if (state.failures.reject) throw rejectedError()
    if (!(await approve({ ...request, origin: site }))) throw rejectedError()
  }

  const disconnect = () => {
    if (state.connected) change({ connected: false })
  }
  const changeAccount = () => {
    const other = accounts.find((account) => account !== state.account)
    if (other !== undefined) change({ account: other })
  }
  const setFailure = (name: WalletFailureName, on: boolean) => {
    change({ failures: { ...state.failures, [name]: on } })
    if (state.failures.disconnects) disconnect()
  }
  const waitUntilUnlocked = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (state.failures.locked) return
        stop()
        resolve()
      }
      const stop = subscribe(check)
      check()
    })

  let connecting: Promise<void> | undefined
  /** A second request during a pending prompt waits for the same result. */
  const requestConnection = () => {
    if (state.failures.silent) return requestApproval(connectRequest(state.account))
    connecting ??= requestApproval(connectRequest(state.account))
      .then(() => {
        change({ connected: true })
        if (state.failures.otherAccount) setTimeout(changeAccount)
        if (state.failures.disconnects) setTimeout(disconnect, disconnectDelayMs)
      })
      .finally(() => (connecting = undefined))
    return connecting
  }

  const user: WalletUser = {
    get failures() {
      return state.failures
    },
    setFailure,
    selectAccount(account) {
      if (!accounts.includes(account)) throw new Error(`The wallet has no account ${account}.`)
      change({ account })
    },
    lock: () => setFailure('locked', true),
    unlock: () => setFailure('locked', false),
    disconnect,
    snapshot: () => ({ connected: state.connected, account: state.account, accounts, failures: state.failures }),
    subscribe,
  }

  return {
    user,
    requestApproval,
    disconnect,
    get: (): Readonly<State> => state,
    /** What the site sees: nothing while it is not connected or the wallet is locked. */
    siteAccounts: () => siteAccounts,
    onSiteAccountsChange(listener: (siteAccounts: readonly SiteAccount[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Connects the site unless it is connected. Waits while the wallet is locked. */
    async connect() {
      await waitUntilUnlocked()
      if (!state.connected) await requestConnection()
    },
  }
}
