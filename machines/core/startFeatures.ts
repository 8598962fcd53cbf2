import { enqueueActions } from 'xstate'
import type { Scope } from '../shared/account.types.ts'
import { boundOf } from './implementations.ts'
import type { AnyFeature, Kept } from './feature.ts'
import { loaderMachine } from './loader.machine.ts'
import { loaderName } from './messaging.ts'

/** Action: start a loader for each feature of a scope. */
export const startFeatures = (scope: AnyFeature['scope']) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, undefined, any, never, never, never, never, any>(({ context, system, enqueue }) => {
    const { scope: account, kept = {} } = context as { scope?: Scope; kept?: Kept }
    const spawn = enqueue.spawnChild as (logic: typeof loaderMachine, options: object) => void
    for (const { name, atOnce, logic } of boundOf(system).features.filter((known) => known.scope === scope)) {
      const id = loaderName(name)
      spawn(loaderMachine, {
        id,
        systemId: id,
        input: { name, atOnce, there: logic !== undefined, scope: account, kept: kept[name] ?? {} },
      })
    }
  })
