import { createLatchkey, follow, type Latchkey } from 'latchkey/elements'
import { base, mainnet } from 'viem/chains'

/** The instance of the app. The elements start it. */
export const latchkey = createLatchkey({ networks: [mainnet, base], embedded: false })

/** Calls the listener with the native balance as text, now and on each change. Returns a function that unsubscribes. */
export const watchBalance = (listener: (balance: string) => void): (() => void) =>
  follow(latchkey, 'balance', (state) => {
    const { tokens = [], error } = state?.context ?? {}
    const native = tokens.find(({ address }) => address === undefined)
    if (native) return listener(`${native.quantity.numeric} ${native.symbol}`)
    // Balances are not read on test networks.
    const hint = state?.value === 'unsupported' ? 'No balance available on this network' : 'Reading the balance'
    listener(error?.message ?? hint)
  })

/** Returns the outcome of a wallet request as text. */
export function outcomeText(done: string, outcome: Awaited<ReturnType<Latchkey['signMessage']>>): string {
  if (outcome.status === 'cancelled') return ''
  return outcome.status === 'done' ? `${done}: ${outcome.value}` : outcome.error.message
}
