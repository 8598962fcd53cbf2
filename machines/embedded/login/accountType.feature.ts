import { network } from '../../network/network.contract.ts'
import { feature } from '../../core/feature.ts'
import { getActorSnapshot } from '../../core/messaging.ts'
import { storage } from '../../storage/storage.contract.ts'
import { embeddedConnection } from '../../connection/connections.rules.ts'
import { accountType } from './accountType.contract.ts'
import { hasEmbedded } from '../frame.feature.ts'

export const accountTypeFeature = feature(accountType, {
  isOffered: hasEmbedded,
  input: (_, system) => ({
    connection: embeddedConnection(getActorSnapshot(system, network)?.context.connections.eip155),
    smartAccountNetworks: getActorSnapshot(system, storage)?.context.persisted.embedded?.smartAccountNetworks ?? [],
  }),
  load: async () => (await import('./accountType.machine.ts')).accountTypeLogic,
})
