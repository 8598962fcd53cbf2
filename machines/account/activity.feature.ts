import { featureOfAccount } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { readsHistory } from '../rules/project.ts'
import { account } from './account.contract.ts'
import { activity } from './activity.contract.ts'

export const activityFeature = featureOfAccount(activity, {
  isOffered: readsHistory,
  input: ({ connection: { networkId, address } }, _, system) => ({
    target: { networkId, address },
    shown: (peek(system, account)?.context.tab ?? 'Tokens') !== 'Tokens',
  }),
  load: async () => (await import('./activity.machine.ts')).activityLogic,
})
