/** Which view is shown: a stack of views, and the routes that features declare. */
import type { ConnectionStatus } from '../shared/account.types.ts'
import type { Route, Routes, ViewName } from './view.types.ts'

/** The history of views, with the shown one last; never empty. */
export type Stack = readonly [ViewName, ...ViewName[]]

/** The home view for each connection status. */
export type Homes = Readonly<Record<ConnectionStatus, ViewName>>

/** What decides which view may be shown. */
export interface RoutingState {
  routes: Routes
  homes: Homes
  connectionStatus: ConnectionStatus
}
type Shown = RoutingState & { stack: Stack }

/** Returns the home views that the routes declare. */
export function homesOf(routes: Routes): Homes {
  const homeOf = (connectionStatus: ConnectionStatus): ViewName => {
    const found = (Object.keys(routes) as ViewName[]).find((view) => routes[view]?.home === connectionStatus)
    if (!found) throw new Error(`No feature has a first view for the connection status "${connectionStatus}".`)
    return found
  }
  return {
    disconnected: homeOf('disconnected'),
    otherNamespace: homeOf('otherNamespace'),
    connected: homeOf('connected'),
  }
}

export const homeView = ({ homes, connectionStatus }: Pick<RoutingState, 'homes' | 'connectionStatus'>): ViewName =>
  homes[connectionStatus]

/** Whether the app offers a view. */
export const isOffered = ({ routes }: Pick<RoutingState, 'routes'>, view: ViewName): boolean =>
  routes[view] !== undefined

const isFor = ({ connectionStatus }: Pick<RoutingState, 'connectionStatus'>, route: Route): boolean =>
  route.for === undefined || (route.for === 'connected') === (connectionStatus === 'connected')

/** Returns the view that is actually shown for a requested one. */
export function resolveView(asked: ViewName | undefined, place: RoutingState): ViewName {
  const route = asked && place.routes[asked]
  if (!asked || !route || route.imposed || !isFor(place, route)) return homeView(place)
  return route.instead ? place.homes[route.instead] : asked
}

export const top = (stack: Stack): ViewName => stack[stack.length - 1] ?? stack[0]
export const topRoute = ({ routes, stack }: Pick<Shown, 'routes' | 'stack'>): Route => routes[top(stack)] ?? {}

/** Pushing the shown view again changes nothing. */
export const pushed = (stack: Stack, view: ViewName): Stack => (top(stack) === view ? stack : [...stack, view])

export const popped = (stack: Stack): Stack => {
  const [first, ...rest] = stack
  return [first, ...rest.slice(0, -1)]
}

export const replaced = (stack: Stack, view: ViewName): Stack => {
  const [first, ...rest] = stack
  return rest.length === 0 ? [view] : [first, ...rest.slice(0, -1), view]
}

/** Returns the remaining views of a stack, or another view if none remains. */
const orElse = ([first, ...rest]: readonly ViewName[], other: ViewName): Stack =>
  first === undefined ? [other] : [first, ...rest]

/** Returns the history before the first of some views. If nothing is before it, this is the home view or `otherwise`. */
function upTo(shown: Shown, is: (view: ViewName) => boolean, otherwise = homeView(shown)): Stack {
  const index = shown.stack.findIndex(is)
  return index < 0 ? shown.stack : orElse(shown.stack.slice(0, index), otherwise)
}

/** Whether the shown view covers another one. */
export const isCovered = (shown: Pick<Shown, 'routes' | 'stack'>, view: ViewName): boolean =>
  topRoute(shown).covers?.includes(view) === true

/** Returns those of some views that are left once their work is over: not those in which the app makes offers itself. */
export const viewsToLeave = (
  { routes, stack }: Pick<Shown, 'routes' | 'stack'>,
  views: readonly ViewName[],
): readonly ViewName[] => stack.filter((view) => views.includes(view) && !routes[view]?.live)

/** Returns the stack after leaving some views and every view after the first of them. */
export const afterLeaving = (shown: Shown, views: readonly ViewName[], otherwise?: ViewName): Stack => {
  const left = viewsToLeave(shown, views)
  return upTo(shown, (view) => left.includes(view), otherwise)
}

/** Removes some views from the history, but not the shown one. */
export const withoutHistory = (stack: Stack, is: (view: ViewName) => boolean): Stack =>
  orElse(
    stack.filter((view) => !is(view) || view === top(stack)),
    top(stack),
  )

/** Removes views from the history that end with a change of account or network, while the shown view stays. */
export const belowActiveAccount = (shown: Shown, connectionStatus: ConnectionStatus): Stack =>
  withoutHistory(
    shown.stack,
    (view) => shown.routes[view]?.until === 'activeAccount' || !isShownTo({ ...shown, connectionStatus }, view),
  )
export const belowNetwork = (shown: Shown): Stack => withoutHistory(shown.stack, (view) => isForNetwork(shown, view))

/** Returns the stack after going back. A task that spans several views (`Route.left`) is left as a whole. */
export const afterBack = (shown: Shown): Stack =>
  topRoute(shown).left ? upTo(shown, (view) => shown.routes[view]?.left === true) : popped(shown.stack)

/**
 * Returns the stack after the active account changed. It restarts from the home view if the user lost the account, or has one now
 * and the shown view is for guests. `connected`: it also restarts for another connected wallet.
 */
export function afterActiveAccount(shown: Shown, connectionStatus: ConnectionStatus, connected: boolean): Stack {
  const now = { ...shown, connectionStatus }
  const home = homeView(now)
  const isNew = (shown.connectionStatus === 'connected') !== (connectionStatus === 'connected')
  if (connectionStatus !== 'connected') return isNew ? [home] : fromHome(shown, home)
  if ((isNew || connected) && topRoute(shown).for === 'disconnected') return [home]
  const stack = isNew
    ? shown.stack.map((view, index) => (index === 0 && !isShownTo(now, view) ? home : view))
    : shown.stack
  return orElse(
    stack.filter((view) => shown.routes[view]?.until !== 'activeAccount' && (!isNew || isShownTo(now, view))),
    home,
  )
}
/** Replaces the previous home view at the start of the history with the current one. */
function fromHome(shown: Shown, home: ViewName): Stack {
  const [first, ...rest] = shown.stack
  return first === homeView(shown) ? [home, ...rest.filter((view) => view !== home)] : shown.stack
}
const isShownTo = (place: RoutingState, view: ViewName): boolean => isFor(place, place.routes[view] ?? {})

/** Whether the user connected a wallet while a view about connecting is shown. */
export const hasConnected = (shown: Shown, connectionStatus: ConnectionStatus, connected: boolean): boolean =>
  connected && connectionStatus === 'connected' && topRoute(shown).for === 'disconnected'

/** Returns the view to show after connecting; undefined if the modal closes. */
export const viewOnConnected = ({ routes }: Pick<RoutingState, 'routes'>): ViewName | undefined =>
  (Object.keys(routes) as ViewName[]).find((view) => routes[view]?.onConnected)

/** Whether a view is for selecting a network. */
const isForNetwork = ({ routes }: Pick<RoutingState, 'routes'>, view: ViewName): boolean =>
  routes[view]?.until === 'network'

/** Returns the stack after the network changed: the view in which it was selected is left. */
export const afterNetwork = (shown: Shown): Stack => upTo(shown, (view) => isForNetwork(shown, view))

/** Whether the modal was opened only to select a network. */
export const isNetworkSwitchDone = (shown: Shown): boolean =>
  shown.connectionStatus === 'connected' &&
  isForNetwork(shown, shown.stack[0]) &&
  !shown.routes[shown.stack[0]]?.imposed

/**
 * Whether the user went back to the home view, and nothing is in progress there and no wallet is needed. Looking away from an
 * offer of the app does not cancel it.
 */
export const isAtHome = (shown: Shown & { direction: 'forward' | 'back' }): boolean =>
  shown.direction === 'back' && shown.stack.length === 1 && shown.stack[0] === homeView(shown) && !topRoute(shown).live
