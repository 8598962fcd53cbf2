import { createLatchkey, type Latchkey } from 'latchkey/elements'
import { base, mainnet } from 'viem/chains'

/** The instance of the app. The elements start it. */
export const latchkey = createLatchkey({ networks: [mainnet, base], embedded: false })

/** Calls the listener with the native balance as text, now and on each change. Returns a function that unsubscribes. */
export function watchBalance(listener: (balance: string) => void): () => void {
  let subscription: { unsubscribe(): void } | undefined
  const unwatch = latchkey.watch('balance', (actor) => {
    const look = () => {
      const { tokens = [], error } = actor?.getSnapshot().context ?? {}
      const native = tokens.find(({ address }) => address === undefined)
      listener(native ? `${native.quantity.numeric} ${native.symbol}` : (error?.message ?? 'Reading the balance'))
    }
    subscription?.unsubscribe()
    subscription = actor?.subscribe(look)
    look()
  })
  return () => {
    unwatch()
    subscription?.unsubscribe()
  }
}

/** Returns the outcome of a wallet request as text. */
export function outcomeText(done: string, outcome: Awaited<ReturnType<Latchkey['signMessage']>>): string {
  if (outcome.status === 'cancelled') return ''
  return outcome.status === 'done' ? `${done}: ${outcome.value}` : outcome.error.message
}
