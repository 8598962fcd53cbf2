import { feature } from '../../core/feature.ts'
import { farcaster } from './farcaster.contract.ts'

export const farcasterFeature = feature(farcaster, {
  views: { ConnectingFarcaster: { for: 'disconnected', covers: ['ConnectingExternal'], left: true } },
  isOffered: ({ socials }) => socials.includes('farcaster'),
  load: async () => (await import('./farcaster.machine.ts')).farcasterLogic,
})
