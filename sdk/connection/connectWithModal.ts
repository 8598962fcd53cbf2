import type { Connection, ConnectionOf } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { cancelled, done, expired } from '../../machines/shared/outcome.rules.ts'
import { dispatch } from '../instance/dispatch.ts'
import { inRequestedNamespace, connectionIn, runningNamespaces, actorRefs } from './connections.ts'
import type { Instance } from '../instance/instance.ts'
import { waitForOutcome } from '../instance/outcomeOf.ts'

/** Options for opening the modal. */
interface ModalOptions<Of extends Namespace> {
  /** The namespace to connect in; by default that of the active network. */
  namespace?: Of | undefined
  signal?: AbortSignal | undefined
}

/**
 * Opens the modal and waits for the user to connect a wallet. The first response of a wallet settles the outcome (approved,
 * rejected or failed), although the modal offers a retry. Otherwise, it settles when the modal closes, or returns to its initial
 * view where it is embedded in the page.
 */
export async function connectWithModal<Of extends Namespace = Namespace>(
  instance: Instance,
  { namespace, signal }: ModalOptions<Of>,
): Promise<Outcome<ConnectionOf<Of>>> {
  const { actor } = instance
  const namespaces = runningNamespaces(instance)
  const settlesCall = (requestId: string | undefined, outcome: Outcome<Connection>): boolean => {
    if (outcome.status === 'cancelled') return false
    // An unsuccessful outcome with an attempt id belongs to another call of the app, which receives it.
    if (outcome.status !== 'done') return requestId === undefined
    return namespace === undefined || outcome.value.namespace === namespace
  }
  const outcome = await waitForOutcome<Connection>(
    actorRefs(instance, ['modal', ...namespaces]),
    (settle) => {
      dispatch(instance, { type: 'modal.open', view: 'Connect', ...(namespace && { namespace }) })
      const settleWith = (fallback: Outcome<Connection>) => {
        const connection = connectionIn(instance, namespace)
        settle(connection ? done(connection) : fallback)
      }
      return [
        ...namespaces.map((name) =>
          actor(name).on('namespace.settled', ({ requestId, outcome }) => {
            if (settlesCall(requestId, outcome)) settle(outcome)
          }),
        ),
        // The modal also closes when a wallet from an earlier visit is reconnected meanwhile.
        actor('modal').subscribe((modal) => {
          // Reads the state in a microtask: other machines may still be processing the same event.
          if (!modal.hasTag('open')) queueMicrotask(() => settleWith(cancelled))
        }),
        actor('modal').on('modal.unanswered', () => settleWith(expired(new LatchkeyError('connect.unanswered')))),
      ]
    },
    { signal, cancel: () => dispatch(instance, { type: 'modal.close', forced: true }) },
  )
  return inRequestedNamespace(outcome, namespace)
}
