import type { Configuration } from '../../machines/entities/configuration.ts'
import type { Routes } from '../../machines/entities/view.ts'
import { ofSite } from '../../machines/kit/feature.ts'
import { featuresOf } from '../../sdk/features.ts'

/** Every view that a site offers, as the features of the table declare them. */
export const routesIn = (configuration: Configuration): Routes =>
  Object.assign({}, ...ofSite(featuresOf(configuration.namespaces), configuration).map(({ routes }) => routes))
