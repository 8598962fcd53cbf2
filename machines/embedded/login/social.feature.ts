import { socialProviders } from './social.types.ts'
import { feature } from '../../core/feature.ts'
import { social } from './social.contract.ts'

export const socialFeature = feature(social, {
  views: {
    ConnectSocials: { for: 'disconnected' },
    ConnectingSocial: { for: 'disconnected', covers: ['ConnectingExternal'], left: true },
  },
  isOffered: ({ socials }) => socialProviders.some((provider) => socials.includes(provider)),
  load: async () => (await import('./social.machine.ts')).socialLogic,
})
