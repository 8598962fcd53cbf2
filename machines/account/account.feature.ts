import { featureOfAccount } from '../kit/feature.ts'
import { accountTabs, readsHistory } from '../rules/project.ts'
import { account } from './account.contract.ts'

export const accountFeature = featureOfAccount(account, {
  views: ['Account', 'SwitchAddress'],
  keeps: ['connection', 'profile', 'tab', 'labels'],
  input: ({ connection }, configuration, _, { connection: last, profile = {}, tab = 'Tokens', labels = {} }) => ({
    connection,
    // On another network it is known as what it was, until that was looked up there.
    profile: last?.address === connection.address ? profile : {},
    tab,
    tabs: accountTabs(readsHistory(configuration)),
    labels,
  }),
  load: async () => (await import('./account.machine.ts')).accountLogic,
  atOnce: true,
})
