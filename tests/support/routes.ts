import type { Configuration } from '../../machines/project/configuration.types.ts'
import type { Routes } from '../../machines/shell/view.types.ts'
import { configureFeatures } from '../../machines/core/feature.ts'
import { featuresOf } from '../../sdk/instance/features.ts'

/** All views that an app has, as its features declare them. */
export const routesIn = (configuration: Configuration): Routes =>
  Object.assign(
    {},
    ...configureFeatures(featuresOf(configuration.namespaces), configuration).map(({ routes }) => routes),
  )
