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
type ViewState = RoutingState & { stack: Stack }

/** Returns the home views that the routes declare. */
export function homesOf(routes: Routes): Homes {
  const homeOf = (connectionStatus: ConnectionStatus): ViewName => {
    const home = (Object.keys(routes) as ViewName[]).find((view) => routes[view]?.home === connectionStatus)
    if (!home) throw new Error(`No feature has a first view for the connection status "${connectionStatus}".`)
    return home
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
export function resolveView(requested: ViewName | undefined, state: RoutingState): ViewName {
  const route = requested && state.routes[requested]
  if (!requested || !route || route.imposed || !isFor(state, route)) return homeView(state)
  return route.instead ? state.homes[route.instead] : requested
}

export const top = (stack: Stack): ViewName => stack[stack.length - 1] ?? stack[0]
export const topRoute = ({ routes, stack }: Pick<ViewState, 'routes' | 'stack'>): Route => routes[top(stack)] ?? {}

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
function upTo(state: ViewState, is: (view: ViewName) => boolean, otherwise = homeView(state)): Stack {
  const index = state.stack.findIndex(is)
  return index < 0 ? state.stack : orElse(state.stack.slice(0, index), otherwise)
}

/** Whether the shown view covers another one. */
export const isCovered = (state: Pick<ViewState, 'routes' | 'stack'>, view: ViewName): boolean =>
  topRoute(state).covers?.includes(view) === true

/** Returns those of some views that are left once their work is over: not those in which the app controls the pairing URI. */
export const viewsToLeave = (
  { routes, stack }: Pick<ViewState, 'routes' | 'stack'>,
  views: readonly ViewName[],
): readonly ViewName[] => stack.filter((view) => views.includes(view) && !routes[view]?.live)

/** Returns the stack after leaving some views and every view after the first of them. */
export const afterLeaving = (state: ViewState, views: readonly ViewName[], otherwise?: ViewName): Stack => {
  const leaving = viewsToLeave(state, views)
  return upTo(state, (view) => leaving.includes(view), otherwise)
}

/** Removes some views from the history, but not the shown one. */
export const withoutHistory = (stack: Stack, is: (view: ViewName) => boolean): Stack =>
  orElse(
    stack.filter((view) => !is(view) || view === top(stack)),
    top(stack),
  )

/** Removes views from the history that end with a change of account or network, while the shown view stays. */
export const belowActiveAccount = (state: ViewState, connectionStatus: ConnectionStatus): Stack =>
  withoutHistory(
    state.stack,
    (view) => state.routes[view]?.until === 'activeAccount' || !isShownTo({ ...state, connectionStatus }, view),
  )
export const belowNetwork = (state: ViewState): Stack =>
  withoutHistory(state.stack, (view) => isForNetwork(state, view))

/** Returns the stack after going back. A task that spans several views (`Route.left`) is left as a whole. */
export const afterBack = (state: ViewState): Stack =>
  topRoute(state).left ? upTo(state, (view) => state.routes[view]?.left === true) : popped(state.stack)

/**
 * Returns the stack after the active account changed. It restarts from the home view if the user lost the account, or has one now
 * and the shown view is for guests. `connected`: it also restarts for another connected wallet.
 */
export function afterActiveAccount(state: ViewState, connectionStatus: ConnectionStatus, connected: boolean): Stack {
  const now = { ...state, connectionStatus }
  const home = homeView(now)
  const isNew = (state.connectionStatus === 'connected') !== (connectionStatus === 'connected')
  if (connectionStatus !== 'connected') return isNew ? [home] : fromHome(state, home)
  if ((isNew || connected) && topRoute(state).for === 'disconnected') return [home]
  const stack = isNew
    ? state.stack.map((view, index) => (index === 0 && !isShownTo(now, view) ? home : view))
    : state.stack
  return orElse(
    stack.filter((view) => state.routes[view]?.until !== 'activeAccount' && (!isNew || isShownTo(now, view))),
    home,
  )
}
/** Replaces the previous home view at the start of the history with the current one. */
function fromHome(state: ViewState, home: ViewName): Stack {
  const [first, ...rest] = state.stack
  return first === homeView(state) ? [home, ...rest.filter((view) => view !== home)] : state.stack
}
const isShownTo = (state: RoutingState, view: ViewName): boolean => isFor(state, state.routes[view] ?? {})

/** Whether the user connected a wallet while a view about connecting is shown. */
export const hasConnected = (state: ViewState, connectionStatus: ConnectionStatus, connected: boolean): boolean =>
  connected && connectionStatus === 'connected' && topRoute(state).for === 'disconnected'

/** Returns the view to show after connecting; undefined if the modal closes. */
export const viewOnConnected = ({ routes }: Pick<RoutingState, 'routes'>): ViewName | undefined =>
  (Object.keys(routes) as ViewName[]).find((view) => routes[view]?.onConnected)

/** Whether a view is for selecting a network. */
const isForNetwork = ({ routes }: Pick<RoutingState, 'routes'>, view: ViewName): boolean =>
  routes[view]?.until === 'network'

/** Returns the stack after the network changed: the view in which it was selected is left. */
export const afterNetwork = (state: ViewState): Stack => upTo(state, (view) => isForNetwork(state, view))

/** Whether the modal was opened only to select a network. */
export const isNetworkSwitchDone = (state: ViewState): boolean =>
  state.connectionStatus === 'connected' &&
  isForNetwork(state, state.stack[0]) &&
  !state.routes[state.stack[0]]?.imposed

/**
 * Whether the user went back to the home view, and nothing is in progress there and no wallet is needed. Leaving a
 * pairing URI that the app controls does not cancel the attempt.
 */
export const isAtHome = (state: ViewState & { direction: 'forward' | 'back' }): boolean =>
  state.direction === 'back' && state.stack.length === 1 && state.stack[0] === homeView(state) && !topRoute(state).live
