import { feature } from '../core/feature.ts'
import { approval } from './approval.contract.ts'

export const approvalFeature = feature(approval, {
  load: async () => (await import('./approval.machine.ts')).approvalLogic,
})
