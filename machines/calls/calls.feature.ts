import { feature } from '../core/feature.ts'
import { calls } from './calls.contract.ts'

export const callsFeature = feature(calls, {
  load: async () => (await import('./calls.machine.ts')).callsLogic,
})
