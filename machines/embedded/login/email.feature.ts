import { feature } from '../../core/feature.ts'
import { getActorSnapshot } from '../../core/messaging.ts'
import { memory } from '../../storage/memory.contract.ts'
import { email } from './email.contract.ts'
import { UNLOADED } from '../frame.feature.ts'

export const emailFeature = feature(email, {
  views: {
    EmailLogin: { for: 'visitor', left: true },
    EmailVerifyOtp: { for: 'visitor', covers: ['ConnectingExternal'], left: true },
    EmailVerifyDevice: { for: 'visitor', left: true },
  },
  isOffered: ({ features }) => features.email,
  input: (_, system) => {
    const { email: address, emailLoginAt } = getActorSnapshot(system, memory)?.context.remembered.embedded ?? {}
    return { email: address, lastLoginAt: emailLoginAt }
  },
  loadFailure: UNLOADED,
  load: async () => (await import('./email.machine.ts')).emailLogic,
})
