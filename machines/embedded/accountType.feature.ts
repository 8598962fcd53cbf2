import { network } from '../connection/network.contract.ts'
import { feature } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { memory } from '../root/memory.contract.ts'
import { embeddedOf } from '../rules/connections.ts'
import { accountType } from './accountType.contract.ts'
import { hasEmbedded } from './frame.feature.ts'

export const accountTypeFeature = feature(accountType, {
  isOffered: hasEmbedded,
  input: (_, system) => ({
    connection: embeddedOf(peek(system, network)?.context.connections.eip155),
    smartAccountNetworks: peek(system, memory)?.context.remembered.embedded?.smartAccountNetworks ?? [],
  }),
  load: async () => (await import('./accountType.machine.ts')).accountTypeLogic,
})
