import type { Configuration } from '../../machines/entities/configuration.ts'
import type { Routes } from '../../machines/entities/view.ts'
import { ofSite } from '../../machines/kit/feature.ts'
import { featuresOf } from '../../sdk/features.ts'

/** All views that an app has, as its features declare them. */
export const routesIn = (configuration: Configuration): Routes =>
  Object.assign({}, ...ofSite(featuresOf(configuration.namespaces), configuration).map(({ routes }) => routes))
