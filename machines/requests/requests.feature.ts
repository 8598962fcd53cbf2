import { feature } from '../kit/feature.ts'
import { requests } from './requests.contract.ts'

export const requestsFeature = feature(requests, {
  views: ['ApproveTransaction'],
  load: async () => (await import('./requests.machine.ts')).requestsLogic,
})
