import { network } from '../connection/network.contract.ts'
import { feature } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { emailUpdate } from './emailUpdate.contract.ts'

export const emailUpdateFeature = feature(emailUpdate, {
  views: {
    UpdateEmailWallet: { for: 'account' },
    UpdateEmailPrimaryOtp: { for: 'account', left: true },
    UpdateEmailSecondaryOtp: { for: 'account', left: true },
  },
  isOffered: ({ features }) => features.email,
  input: (_, system) => ({ embedded: peek(system, network)?.context.scope?.connection.connector.type === 'AUTH' }),
  load: async () => (await import('./emailUpdate.machine.ts')).emailUpdateLogic,
})
