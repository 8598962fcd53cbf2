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
  const concerned = runningNamespaces(instance).filter(
    (name) => namespace === undefined || name === `namespace:${namespace}`,
  )
  if (concerned.length === 0) return done(undefined)
  if (!instance.started()) return failed(new LatchkeyError('connection.clientMissing'))
  const left = new Set<string>(concerned)
  const problems: LatchkeyError[] = []
  return waitForOutcome<undefined>(actorRefs(instance, concerned), (settle) => {
    const subscriptions = concerned.map((name) =>
      instance.actor(name).on('namespace.left', ({ outcome }) => {
        left.delete(name)
        if ('error' in outcome) problems.push(outcome.error)
        if (left.size === 0) settle(mergeDisconnections(problems))
      }),
    )
    dispatch(instance, { type: 'latchkey.disconnect', ...(namespace && { namespace }) })
    return subscriptions
  })
}
