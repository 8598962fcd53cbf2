/** The Solana wallet's inside: what it shows to the site, what is kept over a reload, and how the person is asked. */
import type { WalletAccount } from '@wallet-standard/base'
import * as z from 'zod/mini'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { firstSolanaAccount, solanaAccounts } from './accounts.ts'
import type { SolanaApprove, SolanaQuestion } from './questions.ts'

const storageKey = 'sandbox-solana-wallet'
const breakOffDelayMs = 300

/** Solana's chains by Wallet Standard's names. The sandbox's is `solana:localnet`. */
export const solanaChains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

const off = z._default(z.boolean(), false)
const failureSwitches = z.object({
  /** Every question is rejected with 4001. */
  reject: off,
  /** No question is ever answered. */
  silent: off,
  /** No account is shown, and connecting waits for the unlock. */
  locked: off,
  /** The wallet disconnects by itself, soon after connecting or at once. */
  disconnects: off,
  /** Answers have nonsense shapes. */
  garbage: off,
})

/** The failure switches and whether each is on. */
export type SolanaFailures = Readonly<z.output<typeof failureSwitches>>

/** A way in which the Solana wallet can be made to fail. */
export type SolanaFailureName = keyof SolanaFailures

const isOwn = (address: string) => solanaAccounts.some((account) => account.address === address)
const walletState = z.object({
  connected: z.boolean(),
  account: z.string().check(z.refine(isOwn)),
  failures: failureSwitches,
})
type WalletState = z.output<typeof walletState>

/** What was saved; nothing, when another version saved it in a shape of its own. */
function restore(saved: string | null | undefined) {
  try {
    return saved ? walletState.parse(JSON.parse(saved)) : undefined
  } catch {
    return undefined
  }
}

const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const
const siteAccounts: readonly WalletAccount[] = solanaAccounts.map(({ address, publicKey }) =>
  Object.freeze({ address, publicKey: publicKey.slice(), chains: solanaChains, features }),
)

/** Who is asked, what keeps the state over a reload, and which site it is. */
export interface WalletStateOptions {
  approve: SolanaApprove
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  origin?: string
}

/** Creates the inside of a wallet, as it was when `storage` has kept it. */
export function createWalletState({ approve, storage, origin }: WalletStateOptions) {
  const site = origin ?? globalThis.location?.origin ?? 'http://localhost'
  const watchers = new Set<() => void>()
  const listeners = new Set<(shown: readonly WalletAccount[]) => void>()
  let lastId = 0
  let state: WalletState = restore(storage?.getItem(storageKey)) ?? {
    connected: false,
    account: firstSolanaAccount.address,
    failures: failureSwitches.parse({}),
  }

  const reveal = (): readonly WalletAccount[] => {
    if (!state.connected || state.failures.locked) return []
    const chosen = ({ address }: WalletAccount) => address === state.account
    return [...siteAccounts.filter(chosen), ...siteAccounts.filter((account) => !chosen(account))]
  }
  let shown = reveal()

  /** Every change goes through here: it is kept, and told to the site and the panel. */
  const change = (next: Partial<WalletState>) => {
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

  const ask = async (question: SolanaQuestion) => {
    if (state.failures.silent) return new Promise<never>(() => undefined)
    if (state.failures.reject) throw rejected()
    if (!(await approve({ id: ++lastId, origin: site, ...question }))) throw rejected()
  }

  const disconnect = () => {
    if (state.connected) change({ connected: false })
  }

  let asking: Promise<void> | undefined

  return {
    ask,
    change,
    disconnect,
    subscribe,
    get: () => state,
    /** The accounts that the site sees, the chosen one first: none while it is not connected or the wallet is locked. */
    shown: () => shown,
    onShown(listener: (shown: readonly WalletAccount[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setFailure(name: SolanaFailureName, on: boolean) {
      change({ failures: { ...state.failures, [name]: on } })
      if (state.failures.disconnects) disconnect()
    },
    unlocked: () =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (state.failures.locked) return
          stop()
          resolve()
        }
        const stop = subscribe(look)
        look()
      }),
    /** A site that asks again while the person is asked waits for the same answer. */
    connect() {
      const question = { kind: 'connect', details: { account: state.account } } as const
      if (state.failures.silent) return ask(question)
      asking ??= ask(question)
        .then(() => {
          change({ connected: true })
          if (state.failures.disconnects) setTimeout(disconnect, breakOffDelayMs)
        })
        .finally(() => (asking = undefined))
      return asking
    },
  }
}
