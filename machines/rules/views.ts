/** Which view is shown: a stack of them, and what each feature says of its own. */
import type { Standing } from '../entities/account.ts'
import type { Route, Routes, ViewName } from '../entities/view.ts'

/** The views that were passed, the shown one last; never empty. */
export type Stack = readonly [ViewName, ...ViewName[]]

/** Where everything starts, by who looks. */
export type Homes = Readonly<Record<Standing, ViewName>>

/** What decides which view may be shown. */
export interface Place {
  routes: Routes
  homes: Homes
  standing: Standing
}
type Shown = Place & { stack: Stack }

/** Where everything starts, as the routes say. */
export function homesOf(routes: Routes): Homes {
  const homeOf = (standing: Standing): ViewName => {
    const found = (Object.keys(routes) as ViewName[]).find((view) => routes[view]?.home === standing)
    if (!found) throw new Error(`No feature has a first view for who stands so: ${standing}.`)
    return found
  }
  return { nobody: homeOf('nobody'), elsewhere: homeOf('elsewhere'), account: homeOf('account') }
}

export const homeView = ({ homes, standing }: Pick<Place, 'homes' | 'standing'>): ViewName => homes[standing]

/** The site offers a view. */
export const isOffered = ({ routes }: Pick<Place, 'routes'>, view: ViewName): boolean => routes[view] !== undefined

const isFor = ({ standing }: Pick<Place, 'standing'>, route: Route): boolean =>
  route.for === undefined || (route.for === 'account') === (standing === 'account')

/** The view that may really be shown instead of the one asked for. */
export function viewFor(asked: ViewName | undefined, place: Place): ViewName {
  const route = asked && place.routes[asked]
  if (!asked || !route || route.imposed || !isFor(place, route)) return homeView(place)
  return route.instead ? place.homes[route.instead] : asked
}

export const top = (stack: Stack): ViewName => stack[stack.length - 1] ?? stack[0]
export const topRoute = ({ routes, stack }: Pick<Shown, 'routes' | 'stack'>): Route => routes[top(stack)] ?? {}

/** A push of the view that is shown already changes nothing. */
export const pushed = (stack: Stack, view: ViewName): Stack => (top(stack) === view ? stack : [...stack, view])

export const popped = (stack: Stack): Stack => {
  const [first, ...rest] = stack
  return [first, ...rest.slice(0, -1)]
}

export const replaced = (stack: Stack, view: ViewName): Stack => {
  const [first, ...rest] = stack
  return rest.length === 0 ? [view] : [first, ...rest.slice(0, -1), view]
}

/** The views that are left of a stack; another one where none is. */
const orElse = ([first, ...rest]: readonly ViewName[], other: ViewName): Stack =>
  first === undefined ? [other] : [first, ...rest]

/** The stack before the first of some views; nothing of it where that is the first of all. */
export function before(stack: Stack, is: (view: ViewName) => boolean): readonly ViewName[] {
  const index = stack.findIndex(is)
  return index < 0 ? stack : stack.slice(0, index)
}

/** The shown view stands for another one. */
export const isStoodFor = (shown: Pick<Shown, 'routes' | 'stack'>, view: ViewName): boolean =>
  topRoute(shown).covers?.includes(view) === true

/** What is shown once some views are left, and whatever came after the first of them. */
export const afterLeaving = (shown: Shown, views: readonly ViewName[], otherwise?: ViewName): Stack =>
  orElse(
    before(shown.stack, (view) => views.includes(view)),
    otherwise ?? homeView(shown),
  )

/** The same without some views that were passed, and with what is shown now. */
export const withoutPassed = (stack: Stack, is: (view: ViewName) => boolean): Stack =>
  orElse(
    stack.filter((view) => !is(view) || view === top(stack)),
    top(stack),
  )

/** What is shown once the visitor goes back: what is under way in a view is left whole. */
export function afterBack(shown: Shown): Stack {
  if (!topRoute(shown).left) return popped(shown.stack)
  return orElse(
    before(shown.stack, (view) => shown.routes[view]?.left === true),
    homeView(shown),
  )
}

/**
 * What is shown once another account is active, or none. Who had an account and has none, or has one now and looks at what is
 * for visitors, begins anew; `connected`: so does who connected one more.
 */
export function afterScope(shown: Shown, standing: Standing, connected: boolean): Stack {
  const now = { ...shown, standing }
  const home = homeView(now)
  const isNew = (shown.standing === 'account') !== (standing === 'account')
  if (standing !== 'account') return isNew || top(shown.stack) === homeView(shown) ? [home] : shown.stack
  if ((isNew || connected) && topRoute(shown).for === 'visitor') return [home]
  const stack = isNew
    ? shown.stack.map((view, index) => (index === 0 && !isShownTo(now, view) ? home : view))
    : shown.stack
  return orElse(
    stack.filter((view) => shown.routes[view]?.until !== 'scope' && (!isNew || isShownTo(now, view))),
    home,
  )
}
const isShownTo = (place: Place, view: ViewName): boolean => isFor(place, place.routes[view] ?? {})

/** The visitor has connected a wallet, and looks at nothing else than how. */
export const isConnectedIn = (shown: Shown, standing: Standing, connected: boolean): boolean =>
  connected && standing === 'account' && topRoute(shown).for === 'visitor'

/** What another network was chosen in. */
const isForNetwork = ({ routes }: Pick<Place, 'routes'>, view: ViewName): boolean => routes[view]?.until === 'network'

/** What is shown once another network is active: what it was chosen in is left. */
export const afterNetwork = (shown: Shown): Stack =>
  orElse(
    before(shown.stack, (view) => isForNetwork(shown, view)),
    homeView(shown),
  )

/** Another network was all that the modal was opened for. */
export const isSwitched = (shown: Shown): boolean =>
  shown.standing === 'account' && isForNetwork(shown, shown.stack[0]) && !shown.routes[shown.stack[0]]?.imposed

/**
 * The visitor went back to where everything starts, and neither is anything under way there nor a wallet wanted: who looks away
 * from an offer of the page does not call it off.
 */
export const isAtRest = (shown: Shown & { direction: 'forward' | 'back' }): boolean =>
  shown.direction === 'back' && shown.stack.length === 1 && shown.stack[0] === homeView(shown) && !topRoute(shown).live
