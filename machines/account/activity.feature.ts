import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { readsHistory } from '../project/project.rules.ts'
import { account } from './account.contract.ts'
import { activity } from './activity.contract.ts'

export const activityFeature = featureOfAccount(activity, {
  isOffered: readsHistory,
  input: ({ connection: { networkId, address } }, _, system) => ({
    target: { networkId, address },
    isVisible: (getActorSnapshot(system, account)?.context.tab ?? 'Tokens') !== 'Tokens',
  }),
  load: async () => (await import('./activity.machine.ts')).activityLogic,
})
