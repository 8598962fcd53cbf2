import { network } from '../network/network.contract.ts'
import { withContract } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { namespacesIn } from '../connection/connections.rules.ts'
import { tracker, type TrackerContract } from './tracker.contract.ts'

export const trackerFeature = feature(tracker, {
  isOffered: ({ analytics }) => analytics !== 'off',
  queueWhileLoading: [
    'modal.opened',
    'modal.closed',
    'view.shown',
    'account.connected',
    'account.disconnected',
    'scope.changed',
    'network.changed',
  ],
  input: ({ analytics }, system) => {
    const { scope, connections = {} } = getActorSnapshot(system, network)?.context ?? {}
    return {
      mode: analytics === 'site' ? 'site' : 'api',
      connection: scope?.connection,
      connectedIn: namespacesIn(connections),
    }
  },
  load: async () => withContract<TrackerContract>()((await import('./tracker.machine.ts')).trackerMachine),
  eager: true,
})
