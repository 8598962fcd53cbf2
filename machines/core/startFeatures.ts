import { enqueueActions } from 'xstate'
import type { ActiveAccount } from '../shared/account.types.ts'
import { systemConfigurationOf } from './implementations.ts'
import type { AnyFeature, CarriedOver } from './feature.ts'
import { loaderMachine } from './loader.machine.ts'
import { loaderName } from './messaging.ts'

/** Action: start a loader for each feature of a scope. */
export const startFeatures = (scope: AnyFeature['scope']) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, undefined, any, never, never, never, never, any>(({ context, system, enqueue }) => {
    const { scope: account, carriedOver = {} } = context as { scope?: ActiveAccount; carriedOver?: CarriedOver }
    const spawn = enqueue.spawnChild as (logic: typeof loaderMachine, options: object) => void
    for (const { name, eager, logic } of systemConfigurationOf(system).features.filter(
      (known) => known.scope === scope,
    )) {
      const id = loaderName(name)
      spawn(loaderMachine, {
        id,
        systemId: id,
        input: { name, eager, isLoaded: logic !== undefined, scope: account, carriedOver: carriedOver[name] ?? {} },
      })
    }
  })
