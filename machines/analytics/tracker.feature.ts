import { network } from '../network/network.contract.ts'
import { seal } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { peek } from '../core/messaging.ts'
import { namespacesIn } from '../connection/connections.rules.ts'
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
