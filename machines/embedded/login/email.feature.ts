import { feature } from '../../core/feature.ts'
import { getActorSnapshot } from '../../core/messaging.ts'
import { storage } from '../../storage/storage.contract.ts'
import { email } from './email.contract.ts'
import { UNLOADED } from '../frame.feature.ts'

export const emailFeature = feature(email, {
  views: {
    EmailLogin: { for: 'disconnected', left: true },
    EmailVerifyOtp: { for: 'disconnected', covers: ['ConnectingExternal'], left: true },
    EmailVerifyDevice: { for: 'disconnected', left: true },
  },
  isOffered: ({ features }) => features.email,
  input: (_, system) => {
    const { email: address, emailLoginAt } = getActorSnapshot(system, storage)?.context.persisted.embedded ?? {}
    return { email: address, lastLoginAt: emailLoginAt }
  },
  loadFailure: UNLOADED,
  load: async () => (await import('./email.machine.ts')).emailLogic,
})
