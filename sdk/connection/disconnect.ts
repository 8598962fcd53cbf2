import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { done, failed, mergeDisconnections } from '../../machines/shared/outcome.rules.ts'
import { runningNamespaces, actorRefs } from './connections.ts'
import type { Instance } from '../instance/instance.ts'
import { waitForOutcome } from '../instance/outcomeOf.ts'
import { dispatch } from '../instance/dispatch.ts'

/** Disconnects one namespace, or all. Calls made while a wallet is disconnecting wait for the same result. */
export async function disconnect(
  instance: Instance,
  { namespace }: { namespace?: Namespace } = {},
): Promise<Outcome<undefined>> {
  const actorNames = runningNamespaces(instance).filter(
    (name) => namespace === undefined || name === `namespace:${namespace}`,
  )
  if (actorNames.length === 0) return done(undefined)
  if (!instance.started()) return failed(new LatchkeyError('connection.clientMissing'))
  const remaining = new Set<string>(actorNames)
  const errors: LatchkeyError[] = []
  return waitForOutcome<undefined>(actorRefs(instance, actorNames), (settle) => {
    const subscriptions = actorNames.map((name) =>
      instance.actor(name).on('namespace.left', ({ outcome }) => {
        remaining.delete(name)
        if ('error' in outcome) errors.push(outcome.error)
        if (remaining.size === 0) settle(mergeDisconnections(errors))
      }),
    )
    dispatch(instance, { type: 'latchkey.disconnect', ...(namespace && { namespace }) })
    return subscriptions
  })
}
