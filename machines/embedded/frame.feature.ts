import type { Configuration } from '../project/configuration.types.ts'
import { feature } from '../core/feature.ts'
import { frame } from './frame.contract.ts'

/** Whether the app offers embedded wallets, with any sign-in method. */
export const hasEmbedded = ({ features }: Pick<Configuration, 'features'>): boolean =>
  features.email || features.socials

/** The error and the alert for the case that the code of the embedded wallet cannot be loaded [8.29]. */
export const UNLOADED = { error: 'embedded.notLoaded', alert: 'alert.iframeLoadFailed' } as const

export const frameFeature = feature(frame, {
  isOffered: hasEmbedded,
  loadFailure: UNLOADED,
  load: async () => (await import('./frame.machine.ts')).frameLogic,
})
