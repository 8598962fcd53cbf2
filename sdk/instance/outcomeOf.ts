import type { AnyActorRef, EventObject } from 'xstate'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Contract, RefOf } from '../../machines/core/contract.ts'
import { cancelled, failed } from '../../machines/shared/outcome.rules.ts'

/** Actors by name. `undefined`: the actor has stopped permanently. */
export type Refs = Readonly<Record<string, AnyActorRef | undefined>>

interface WaitOptions {
  signal?: AbortSignal | undefined
  /** Cancels the work that the promise waits for. */
  cancel?(): void
  /** Maps a crash of an actor to an outcome; by default `failed`. */
  crash?(error: LatchkeyError): Outcome<never>
}

/**
 * Converts the result of machines to a promise. It settles with the first of: an outcome, an abort of the signal, the end of one
 * of the actors. An abort or a stopped instance resolves as `cancelled`; a crash resolves as `failed`.
 */
export function waitForOutcome<Value>(
  refs: Refs,
  begin: (settle: (outcome: Outcome<Value>) => void) => readonly { unsubscribe(): void }[],
  { signal, cancel, crash = failed }: WaitOptions = {},
): Promise<Outcome<Value>> {
  if (signal?.aborted) return Promise.resolve(cancelled)
  const inactive = Object.entries(refs).find(([, ref]) => ref?.getSnapshot().status !== 'active')
  if (inactive) return Promise.resolve(failed(inactiveError(...inactive)))
  return new Promise((resolve) => {
    let isPending = true
    let subscriptions: readonly { unsubscribe(): void }[] = []
    const unsubscribe = () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
    const settle = (outcome: Outcome<Value>) => {
      if (!isPending) return
      isPending = false
      unsubscribe()
      signal?.removeEventListener('abort', abort)
      // Subscribers of the state are notified of the change before the promise resolves.
      queueMicrotask(() => resolve(outcome))
    }
    const abort = () => {
      cancel?.()
      settle(cancelled)
    }
    signal?.addEventListener('abort', abort, { once: true })
    subscriptions = Object.entries(refs).flatMap(
      ([name, ref]) => ref?.subscribe(endObserver(name, crash, settle)) ?? [],
    )
    subscriptions = [...subscriptions, ...begin(settle)]
    if (!isPending) unsubscribe()
  })
}

const crashError = (name: string, cause?: unknown) => new LatchkeyError('actor.crashed', { params: { name }, cause })
const inactiveError = (name: string, ref: AnyActorRef | undefined) =>
  ref?.getSnapshot().status === 'stopped' ? new LatchkeyError('instance.notStarted') : crashError(name)

const endObserver = (name: string, crash: typeof failed, settle: (outcome: Outcome<never>) => void) => ({
  error: (cause: unknown) => settle(crash(crashError(name, cause))),
  complete: () => settle(cancelled),
})

/** The commands of a machine that settle with an outcome. */
type OutcomeCommand<Event> = Event extends { type: `${string}.cancel` }
  ? never
  : Event extends { type: string; requestId?: string }
    ? 'requestId' extends keyof Event
      ? Omit<Event, 'requestId'>
      : never
    : never
type ValueOf<C extends Contract> =
  Extract<C['emitted'], { type: `${string}.settled` }> extends { outcome: Outcome<infer Value> } ? Value : never

let requestCount = 0

/**
 * Sends a command and waits for its outcome. The command carries `requestId`, an id of its caller. `<name>.settled` returns the id
 * with the outcome, and `<name>.cancel` cancels the command. If a machine forwards the command to the actors in `forwardedTo`, they
 * emit the outcome.
 */
export function outcomeOf<C extends Contract>(
  ref: RefOf<C> | undefined,
  command: OutcomeCommand<C['event']> & { type: string },
  signal?: AbortSignal,
  { forwardedTo = {}, crash }: { forwardedTo?: Refs } & Pick<WaitOptions, 'crash'> = {},
): Promise<Outcome<ValueOf<C>>> {
  const requestId = String((requestCount += 1))
  const name = command.type.slice(0, command.type.indexOf('.'))
  const send = (event: EventObject & { requestId: string }) => (ref as AnyActorRef | undefined)?.send(event)
  const refs = { [name]: ref, ...forwardedTo }
  return waitForOutcome(
    refs,
    (settle) => {
      const subscriptions = Object.values(refs).flatMap(
        (actorRef: AnyActorRef | undefined) =>
          actorRef?.on('*', (event: EventObject & { requestId?: string; outcome?: Outcome<ValueOf<C>> }) => {
            if (event.type.endsWith('.settled') && event.requestId === requestId && event.outcome) settle(event.outcome)
          }) ?? [],
      )
      send({ ...command, requestId })
      return subscriptions
    },
    { signal, cancel: () => send({ type: `${name}.cancel`, requestId }), ...(crash && { crash }) },
  )
}
