import { createAction } from './createAction.ts'
import type { ActiveAccount } from '../shared/account.types.ts'
import { systemConfigurationOf } from './implementations.ts'
import type { AnyFeature, CarriedOver } from './feature.ts'
import { loaderMachine } from './loader.machine.ts'
import { loaderName } from './messaging.ts'

/** Action: start a loader for each feature of a scope. */
export const startFeatures = (scope: AnyFeature['scope']) =>
  createAction<{ activeAccount?: ActiveAccount; carriedOver?: CarriedOver }>(({ context, system, enqueue }) => {
    const { activeAccount, carriedOver = {} } = context
    const spawn = enqueue.spawnChild as (logic: typeof loaderMachine, options: object) => void
    for (const { name, eager, logic } of systemConfigurationOf(system).features.filter(
      (entry) => entry.scope === scope,
    )) {
      const id = loaderName(name)
      spawn(loaderMachine, {
        id,
        systemId: id,
        input: { name, eager, isLoaded: logic !== undefined, activeAccount, carriedOver: carriedOver[name] ?? {} },
      })
    }
  })
