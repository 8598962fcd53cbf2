import type { Outcome } from '../machines/entities/attempt.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import { cancelled, failed } from '../machines/rules/outcomes.ts'

/** A question of the page, and what tells its outcome. */
export interface Question<Value> {
  /** The actors that it waits for. */
  awaits: readonly string[]
  signal?: AbortSignal | undefined
  /** What is said where the instance is not started. */
  unstarted?: 'instance.notStarted' | 'network.clientMissing' | 'connection.clientMissing'
  /** Asks it, and returns what is followed until the outcome is there. */
  ask(settle: (outcome: Outcome<Value>) => void): { unsubscribe(): void }[]
  /** Calls it off. */
  cancel(): void
}

/** The questions of a page that are not answered yet. Each ends with the first of: its outcome, its signal, an actor that it awaits, the instance. */
export function createPending(started: () => boolean) {
  const open = new Set<{ awaits: readonly string[]; end(error?: LatchkeyError): void }>()
  return {
    /** Ends all, or those that wait for an actor that stopped by mistake. */
    end(broken?: { name: string; error: LatchkeyError }) {
      for (const { awaits, end } of open) if (!broken || awaits.includes(broken.name)) end(broken?.error)
    },
    outcomeOf<Value>({ awaits, signal, unstarted = 'instance.notStarted', ask, cancel }: Question<Value>) {
      return new Promise<Outcome<Value>>((resolve) => {
        let subscriptions: { unsubscribe(): void }[] = []
        let settled = false
        const settle = (outcome: Outcome<Value>) => {
          if (settled) return
          settled = true
          for (const { unsubscribe } of subscriptions) unsubscribe()
          signal?.removeEventListener('abort', abort)
          open.delete(entry)
          // Who follows the state hears of the change before who waits for this.
          queueMicrotask(() => resolve(outcome))
        }
        const abort = () => {
          cancel()
          settle(cancelled)
        }
        const entry = { awaits, end: (error?: LatchkeyError) => settle(error ? failed(error) : cancelled) }
        if (!started()) return settle(failed(new LatchkeyError(unstarted)))
        if (signal?.aborted) return settle(cancelled)
        signal?.addEventListener('abort', abort, { once: true })
        open.add(entry)
        subscriptions = ask(settle)
        if (settled) for (const { unsubscribe } of subscriptions) unsubscribe()
      })
    },
  }
}
