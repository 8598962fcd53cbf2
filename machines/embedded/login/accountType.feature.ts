import { network } from '../../network/network.contract.ts'
import { feature } from '../../core/feature.ts'
import { getActorSnapshot } from '../../core/messaging.ts'
import { memory } from '../../storage/memory.contract.ts'
import { embeddedOf } from '../../connection/connections.rules.ts'
import { accountType } from './accountType.contract.ts'
import { hasEmbedded } from '../frame.feature.ts'

export const accountTypeFeature = feature(accountType, {
  isOffered: hasEmbedded,
  input: (_, system) => ({
    connection: embeddedOf(getActorSnapshot(system, network)?.context.connections.eip155),
    smartAccountNetworks: getActorSnapshot(system, memory)?.context.remembered.embedded?.smartAccountNetworks ?? [],
  }),
  load: async () => (await import('./accountType.machine.ts')).accountTypeLogic,
})
