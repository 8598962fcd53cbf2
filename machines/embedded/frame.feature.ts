import type { Configuration } from '../entities/configuration.ts'
import { feature } from '../kit/feature.ts'
import { frame } from './frame.contract.ts'

/** A site offers embedded wallets, by whichever way in. */
export const hasEmbedded = ({ features }: Pick<Configuration, 'features'>): boolean =>
  features.email || features.socials

/** What it means where the code of the embedded wallet cannot be loaded [8.29]. */
export const UNLOADED = { error: 'embedded.notLoaded', alert: 'alert.iframeLoadFailed' } as const

export const frameFeature = feature(frame, {
  isOffered: hasEmbedded,
  unloaded: UNLOADED,
  load: async () => (await import('./frame.machine.ts')).frameLogic,
})
