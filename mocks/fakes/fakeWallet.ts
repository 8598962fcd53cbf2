import type { WalletProvider } from '../../sdk/index.ts'

export interface FakeWallet extends WalletProvider {
  /** Answers by method: a value, or a function of the params, which may throw or return a promise. */
  answers: Record<string, unknown>
  /** Every call so far, oldest first. */
  calls: { method: string; params?: unknown }[]
  /** Emits an EIP-1193 event. */
  emit(event: string, payload: unknown): void
  /** The number of registered listeners. */
  listenerCount(): number
}

/** The first two accounts of local development chains such as Anvil. */
export const fakeAccounts = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const

/** An answer that never settles. */
export const never = (): Promise<never> => new Promise(() => {})

/** An EIP-1193 wallet with scripted answers. Unknown methods fail with 4200. */
export function fakeWallet(answers: Record<string, unknown> = {}): FakeWallet {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const wallet: FakeWallet = {
    answers: {
      eth_requestAccounts: [fakeAccounts[0]],
      eth_accounts: () =>
        Array.isArray(wallet.answers['eth_requestAccounts'])
          ? wallet.answers['eth_requestAccounts']
          : [fakeAccounts[0]],
      eth_chainId: '0x1',
      wallet_revokePermissions: null,
      ...answers,
    },
    calls: [],
    async request(call) {
      wallet.calls.push(call)
      if (!(call.method in wallet.answers))
        throw Object.assign(new Error(`The wallet does not support ${call.method}.`), { code: 4200 })
      const answer = wallet.answers[call.method]
      return typeof answer === 'function' ? (answer as (params: unknown) => unknown)(call.params) : answer
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    emit(event, payload) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
    listenerCount: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
  }
  return wallet
}
