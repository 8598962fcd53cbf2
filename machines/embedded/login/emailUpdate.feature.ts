import { network } from '../../network/network.contract.ts'
import { feature } from '../../core/feature.ts'
import { getActorSnapshot } from '../../core/messaging.ts'
import { hasEmbedded } from '../frame.feature.ts'
import { emailUpdate } from './emailUpdate.contract.ts'

export const emailUpdateFeature = feature(emailUpdate, {
  views: {
    UpdateEmailWallet: { for: 'connected' },
    UpdateEmailPrimaryOtp: { for: 'connected', left: true },
    UpdateEmailSecondaryOtp: { for: 'connected', left: true },
  },
  isOffered: hasEmbedded,
  input: (_, system) => ({
    embedded: getActorSnapshot(system, network)?.context.activeAccount?.connection.connector.type === 'AUTH',
  }),
  load: async () => (await import('./emailUpdate.machine.ts')).emailUpdateLogic,
})
