/** The shared state of the sandbox's non-EVM wallets: what a site sees, what is saved, and how the user is asked. */
import * as z from 'zod/mini'
import type { Approve, Question } from './approvals.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'

const breakOffDelayMs = 300

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

const shape = z.object({ connected: z.boolean(), account: z.string(), failures: failureSwitches })
type State = z.output<typeof shape>

/** The queue for requests, the storage for the state, and the site's origin. */
export interface WalletStateOptions<Q extends Question> {
  approve: Approve<Q>
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  origin?: string
}

/** The namespace's part: the names of its accounts, and what a site sees when one of them is selected. */
export interface WalletPlan<Q extends Question, Shown> {
  storageKey: string
  accounts: readonly [string, ...string[]]
  show(account: string): readonly Shown[]
  /** The request for connecting a site. */
  question(account: string): Q
}

/** The state of the wallet for the panel. */
export interface WalletStateSnapshot {
  connected: boolean
  account: string
  accounts: readonly string[]
  failures: WalletFailures
}

/** The user's side of the wallet, for a panel or a test that acts as the user. */
export interface WalletPerson {
  failures: WalletFailures
  setFailure(name: WalletFailureName, on: boolean): void
  selectAccount(account: string): void
  lock(): void
  unlock(): void
  disconnect(): void
  snapshot(): WalletStateSnapshot
  subscribe(watcher: () => void): () => void
}

/** Creates a wallet's state, or restores it from `storage`. */
export function createWalletState<Q extends Question, Shown>(
  { approve, storage, origin }: WalletStateOptions<Q>,
  { storageKey, accounts, show, question }: WalletPlan<Q, Shown>,
) {
  const site = origin ?? globalThis.location?.origin ?? 'http://localhost'
  const watchers = new Set<() => void>()
  const listeners = new Set<(shown: readonly Shown[]) => void>()
  let state = restore() ?? { connected: false, account: accounts[0], failures: failureSwitches.parse({}) }

  /** The saved state; `undefined` if another version saved it in a different format. */
  function restore(): State | undefined {
    try {
      const saved = shape.parse(JSON.parse(storage?.getItem(storageKey) ?? ''))
      return accounts.includes(saved.account) ? saved : undefined
    } catch {
      return undefined
    }
  }

  const reveal = (): readonly Shown[] => (state.connected && !state.failures.locked ? show(state.account) : [])
  let shown = reveal()

  /** Every change goes through here. It is saved, and emitted to the site and the panel. */
  const change = (next: Partial<State>) => {
    state = { ...state, ...next }
    storage?.setItem(storageKey, JSON.stringify(state))
    const revealed = reveal()
    if (revealed[0] !== shown[0]) {
      shown = revealed
      listeners.forEach((listener) => listener(shown))
    }
    watchers.forEach((watcher) => watcher())
  }

  const subscribe = (watcher: () => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }

  const rejected = () => new ProviderRpcError(rpcCodes.rejected, 'User rejected the request.')

  const ask = async (asked: Q) => {
    if (state.failures.silent) return new Promise<never>(() => undefined)
    // oxlint-disable-next-line no-throw-literal
    if (state.failures.throwsStrings) throw 'Popup closed'
    if (state.failures.reject) throw rejected()
    if (!(await approve({ ...asked, origin: site }))) throw rejected()
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
  const unlocked = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (state.failures.locked) return
        stop()
        resolve()
      }
      const stop = subscribe(look)
      look()
    })

  let asking: Promise<void> | undefined
  /** A second request while the user is being asked waits for the same answer. */
  const askToConnect = () => {
    if (state.failures.silent) return ask(question(state.account))
    asking ??= ask(question(state.account))
      .then(() => {
        change({ connected: true })
        if (state.failures.otherAccount) setTimeout(changeAccount)
        if (state.failures.disconnects) setTimeout(disconnect, breakOffDelayMs)
      })
      .finally(() => (asking = undefined))
    return asking
  }

  const person: WalletPerson = {
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
    person,
    ask,
    disconnect,
    get: (): Readonly<State> => state,
    /** What the site sees: nothing while it is not connected or the wallet is locked. */
    shown: () => shown,
    onShown(listener: (shown: readonly Shown[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Connects the site unless it is connected. Waits while the wallet is locked. */
    async connect() {
      await unlocked()
      if (!state.connected) await askToConnect()
    },
  }
}
