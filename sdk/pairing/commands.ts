import type { AnyActorRef, EventObject } from 'xstate'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { LatchkeyError } from '../../machines/errors/error.ts'
import type { Offer } from '../../machines/pairing/proposal.contract.ts'
import { cancelled, failed } from '../../machines/rules/outcomes.ts'
import { waitForOutcome } from '../outcomeOf.ts'

export interface Asking {
  signal?: AbortSignal | undefined
  /** Hears of the offer that is made for a command. */
  offered?: ((offer: Offer) => void) | undefined
}

/** The commands of a machine as promises: each carries an id, which `<name>.settled` and `<name>.offered` bring back. */
export function createCommands(name: 'pairing' | 'provider', machine: () => AnyActorRef) {
  let ids = 0
  const open = new Set<(outcome: Outcome<never>) => void>()
  return {
    /** Ends every command: the machine stopped by mistake. */
    fail(error: LatchkeyError) {
      for (const settle of open) settle(failed(error))
    },
    run(command: EventObject, { signal, offered }: Asking = {}): Promise<Outcome<unknown>> {
      if (signal?.aborted) return Promise.resolve(cancelled)
      const id = String((ids += 1))
      // What became of a command that is called off the machine says: it may have happened already.
      const abort = () => machine().send({ type: `${name}.cancel`, id })
      return waitForOutcome<unknown>({}, (settle) => {
        const ref = machine()
        const subscriptions = [
          ref.on(`${name}.settled`, (event: { id: string; outcome: Outcome<unknown> }) => {
            if (event.id === id) settle(event.outcome)
          }),
          ref.on(`${name}.offered`, (event: { id: string; offer: Offer }) => {
            if (event.id === id) offered?.(event.offer)
          }),
          {
            unsubscribe() {
              open.delete(settle)
              signal?.removeEventListener('abort', abort)
            },
          },
        ]
        open.add(settle)
        signal?.addEventListener('abort', abort, { once: true })
        ref.send({ ...command, id })
        return subscriptions
      })
    },
  }
}
