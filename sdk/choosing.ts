import type { Connection } from '../machines/entities/account.ts'
import type { Namespace } from '../machines/entities/namespace.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import { cancelled, done, expired } from '../machines/rules/outcomes.ts'
import type { ViewName } from '../machines/shell/view.contract.ts'
import type { Latchkey } from './latchkey.ts'
import type { Question } from './pending.ts'

/** What a page asks for by the modal. */
export interface Opening {
  view?: ViewName | undefined
  /** The family of chains that a wallet is wanted in; of the active network where none is named. */
  namespace?: Namespace | undefined
  signal?: AbortSignal | undefined
}

/**
 * A wallet that the visitor chooses in the modal. The first answer counts: a wallet's yes, its no or its failure, though the
 * modal offers to try again; else that the modal is closed, or comes to rest where it is part of the page.
 */
export function choosing(
  { actor, send, configuration }: Pick<Latchkey, 'actor' | 'send' | 'configuration'>,
  connectionIn: (namespace: Namespace | undefined) => Connection | undefined,
  { view, namespace, signal }: Opening,
): Question<Connection> {
  const namespaces = configuration.namespaces.map((name) => `namespace:${name}` as const)
  return {
    awaits: ['modal', ...namespaces],
    signal,
    ask(settle) {
      send({ type: 'modal.open', ...(view && { view }), ...(namespace && { namespace }) })
      const settleWith = (otherwise: () => ReturnType<typeof expired>) => {
        const connection = connectionIn(namespace)
        settle(connection ? done(connection) : otherwise())
      }
      return [
        ...namespaces.map((name) =>
          actor(name).on('namespace.settled', ({ attempt, outcome }) => {
            if (outcome.status === 'cancelled') return
            const wanted =
              outcome.status === 'done'
                ? namespace === undefined || outcome.value.namespace === namespace
                : // What the page asked for by an attempt of its own is answered there.
                  attempt === undefined
            if (wanted) settle(outcome)
          }),
        ),
        // It also closes because a wallet of an earlier visit came back meanwhile.
        actor('modal').subscribe((modal) => {
          // What led to it may not be over: the state that counts is the one after it.
          if (!modal.hasTag('open')) queueMicrotask(() => settleWith(() => cancelled))
        }),
        actor('modal').on('modal.unanswered', () => settleWith(() => expired(new LatchkeyError('connect.unanswered')))),
      ]
    },
    cancel: () => send({ type: 'modal.close', forced: true }),
  }
}
