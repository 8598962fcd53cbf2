import { network } from '../network/network.contract.ts'
import { withContract } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { namespacesIn } from '../connection/connections.rules.ts'
import { analytics, type AnalyticsContract } from './analytics.contract.ts'

export const analyticsFeature = feature(analytics, {
  isOffered: ({ analytics }) => analytics !== 'off',
  queueWhileLoading: [
    'modal.opened',
    'modal.closed',
    'view.shown',
    'account.connected',
    'account.disconnected',
    'activeAccount.changed',
    'network.changed',
  ],
  input: ({ analytics }, system) => {
    const { activeAccount, connections = {} } = getActorSnapshot(system, network)?.context ?? {}
    return {
      mode: analytics === 'site' ? 'site' : 'api',
      connection: activeAccount?.connection,
      connectedIn: namespacesIn(connections),
    }
  },
  load: async () => withContract<AnalyticsContract>()((await import('./analytics.machine.ts')).analyticsMachine),
  eager: true,
})
