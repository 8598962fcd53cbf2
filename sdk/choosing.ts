import type { Connection, ConnectionIn } from '../machines/entities/account.ts'
import type { Outcome } from '../machines/entities/attempt.ts'
import type { Namespace } from '../machines/entities/namespace.ts'
import { LatchkeyError } from '../machines/errors/error.ts'
import { cancelled, done, expired } from '../machines/rules/outcomes.ts'
import type { ViewName } from '../machines/entities/view.ts'
import { send } from './actions/send.ts'
import { connectedIn, connectionIn, livingNamespaces, refsOf } from './connections.ts'
import type { Instance } from './instance.ts'
import { waitForOutcome } from './outcomeOf.ts'

/** What a page asks for by the modal. */
interface Opening<Of extends Namespace> {
  view?: ViewName | undefined
  /** The namespace that a wallet is wanted in; of the active network where none is named. */
  namespace?: Of | undefined
  signal?: AbortSignal | undefined
}

/**
 * A wallet that the visitor chooses in the modal. The first answer counts: a wallet's yes, its no or its failure, though the
 * modal offers to try again; else that the modal is closed, or comes to rest where it is part of the page.
 */
export async function choose<Of extends Namespace = Namespace>(
  instance: Instance,
  { view, namespace, signal }: Opening<Of>,
): Promise<Outcome<ConnectionIn<Of>>> {
  const { actor } = instance
  const namespaces = livingNamespaces(instance)
  const isWanted = (attempt: string | undefined, outcome: Outcome<Connection>): boolean => {
    if (outcome.status === 'cancelled') return false
    // What the page asked for by an attempt of its own is answered there.
    if (outcome.status !== 'done') return attempt === undefined
    return namespace === undefined || outcome.value.namespace === namespace
  }
  const outcome = await waitForOutcome<Connection>(
    refsOf(instance, ['modal', ...namespaces]),
    (settle) => {
      send(instance, { type: 'modal.open', ...(view && { view }), ...(namespace && { namespace }) })
      const settleWith = (otherwise: Outcome<Connection>) => {
        const connection = connectionIn(instance, namespace)
        settle(connection ? done(connection) : otherwise)
      }
      return [
        ...namespaces.map((name) =>
          actor(name).on('namespace.settled', ({ attempt, outcome }) => {
            if (isWanted(attempt, outcome)) settle(outcome)
          }),
        ),
        // It also closes because a wallet of an earlier visit came back meanwhile.
        actor('modal').subscribe((modal) => {
          // What led to it may not be over: the state that counts is the one after it.
          if (!modal.hasTag('open')) queueMicrotask(() => settleWith(cancelled))
        }),
        actor('modal').on('modal.unanswered', () => settleWith(expired(new LatchkeyError('connect.unanswered')))),
      ]
    },
    { signal, cancel: () => send(instance, { type: 'modal.close', forced: true }) },
  )
  return connectedIn(outcome, namespace)
}
