/** A swap of an instance, drafted and submitted with its commands. */
import type { Latchkey, Outcome } from '../../sdk/index.ts'

interface Site {
  latchkey: Latchkey
}
type Shown = ReturnType<NonNullable<ReturnType<typeof swapOf>>['getSnapshot']>

export const swapOf = (latchkey: Latchkey) => latchkey.find('swap')

export async function done<Value>(pending: Promise<Outcome<Value>>): Promise<Value> {
  const outcome = await pending
  if (outcome.status !== 'done') throw new Error(`It ended as ${JSON.stringify(outcome)}.`)
  return outcome.value
}

/** Waits until the swap meets a condition. */
export function until(latchkey: Latchkey, wanted: (shown: Shown) => boolean): Promise<Shown> {
  const ref = swapOf(latchkey)
  if (!ref) throw new Error('There is no swap.')
  return new Promise((resolve) => {
    const look = (shown: Shown) => {
      if (!wanted(shown)) return
      subscription.unsubscribe()
      resolve(shown)
    }
    const subscription = ref.subscribe(look)
    look(ref.getSnapshot())
  })
}

/** Drafts a swap, and waits for its quote. */
export async function quoted({ latchkey }: Site, fromToken: string, toToken: string, amount: string) {
  latchkey.dispatch({ type: 'swap.begin', fromToken, toToken, amount })
  const shown = await until(latchkey, (state) => state.hasTag('submittable') || state.context.quoteError !== undefined)
  return shown.context
}

/** Submits the draft, and resolves with its outcome. */
export const submit = ({ latchkey }: Site): Promise<Outcome<{ hash: string; received: bigint | undefined }>> =>
  new Promise((resolve) => {
    const subscription = swapOf(latchkey)?.on('swap.settled', ({ outcome }) => {
      subscription?.unsubscribe()
      resolve(outcome)
    })
    latchkey.dispatch({ type: 'swap.submit' })
  })
