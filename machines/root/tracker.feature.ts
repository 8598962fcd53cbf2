import { network } from '../connection/network.contract.ts'
import { seal } from '../kit/contract.ts'
import { feature } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { namespacesIn } from '../rules/connections.ts'
import { tracker, type TrackerContract } from './tracker.contract.ts'

export const trackerFeature = feature(tracker, {
  isOffered: ({ analytics }) => analytics !== 'off',
  hears: [
    'modal.opened',
    'modal.closed',
    'view.shown',
    'account.connected',
    'account.disconnected',
    'scope.changed',
    'network.changed',
  ],
  input: ({ analytics }, system) => {
    const { scope, connections = {} } = peek(system, network)?.context ?? {}
    return {
      mode: analytics === 'site' ? 'site' : 'api',
      connection: scope?.connection,
      connectedIn: namespacesIn(connections),
    }
  },
  load: async () => seal<TrackerContract>()((await import('./tracker.machine.ts')).trackerMachine),
  atOnce: true,
})
