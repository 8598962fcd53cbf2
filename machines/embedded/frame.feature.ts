import type { Configuration } from '../entities/configuration.ts'
import { feature } from '../kit/feature.ts'
import { frame } from './frame.contract.ts'

/** A site offers embedded wallets, by whichever way in. */
export const hasEmbedded = ({ features }: Pick<Configuration, 'features'>): boolean =>
  features.email || features.socials

export const frameFeature = feature(frame, {
  isOffered: hasEmbedded,
  load: async () => (await import('./frame.machine.ts')).frameLogic,
})
