/** The views of a feature, as it declares them. */
import type { Configuration } from '../project/configuration.types.ts'
import type { Route, Routes, ViewName } from '../shell/view.types.ts'
import type { Contract } from './contract.ts'

/** `entered` and `left` are allowed only if the contract has the matching event. */
type RouteOf<Name extends string, C extends Contract> = Omit<Route, 'entered' | 'left'> & {
  entered?: `${Name}.viewEntered` extends C['event']['type'] ? true : never
  left?: `${Name}.viewLeft` extends C['event']['type'] ? true : never
}

/** The views of a feature, each fixed or computed from the configuration; undefined for a view that the app does not offer. */
export type Views<Name extends string, C extends Contract> = Readonly<
  Partial<Record<ViewName, RouteOf<Name, C> | ((configuration: Configuration) => RouteOf<Name, C> | undefined)>>
>

/** Returns the views that the configuration offers. */
export const routesFor = (views: Views<string, Contract>, configuration: Configuration): Routes =>
  Object.fromEntries(
    Object.entries(views).flatMap(([view, route]) => {
      const value = typeof route === 'function' ? route(configuration) : route
      return value ? [[view, value]] : []
    }),
  )
