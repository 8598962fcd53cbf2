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
    if (!found) throw new Error(`No feature has a first view for the standing "${standing}".`)
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

/** The way that led to the first of some views; where everything starts, or another view, where no way did. */
function upTo(shown: Shown, is: (view: ViewName) => boolean, otherwise = homeView(shown)): Stack {
  const index = shown.stack.findIndex(is)
  return index < 0 ? shown.stack : orElse(shown.stack.slice(0, index), otherwise)
}

/** The shown view stands for another one. */
export const isStoodFor = (shown: Pick<Shown, 'routes' | 'stack'>, view: ViewName): boolean =>
  topRoute(shown).covers?.includes(view) === true

/** Those of some views that are left once what was under way in them is over: not one in which the page makes offers itself. */
export const leftOf = (
  { routes, stack }: Pick<Shown, 'routes' | 'stack'>,
  views: readonly ViewName[],
): readonly ViewName[] => stack.filter((view) => views.includes(view) && !routes[view]?.live)

/** What is shown once some views are left, and whatever came after the first of them. */
export const afterLeaving = (shown: Shown, views: readonly ViewName[], otherwise?: ViewName): Stack => {
  const left = leftOf(shown, views)
  return upTo(shown, (view) => left.includes(view), otherwise)
}

/** The same without some views that were passed, and with what is shown now. */
export const withoutPassed = (stack: Stack, is: (view: ViewName) => boolean): Stack =>
  orElse(
    stack.filter((view) => !is(view) || view === top(stack)),
    top(stack),
  )

/** What is passed below a view that stays, whoever is active and wherever: nothing that has ended. */
export const belowScope = (shown: Shown, standing: Standing): Stack =>
  withoutPassed(
    shown.stack,
    (view) => shown.routes[view]?.until === 'scope' || !isShownTo({ ...shown, standing }, view),
  )
export const belowNetwork = (shown: Shown): Stack => withoutPassed(shown.stack, (view) => isForNetwork(shown, view))

/** What is shown once the visitor goes back: what is under way in a view is left whole. */
export const afterBack = (shown: Shown): Stack =>
  topRoute(shown).left ? upTo(shown, (view) => shown.routes[view]?.left === true) : popped(shown.stack)

/**
 * What is shown once another account is active, or none. Who had an account and has none, or has one now and looks at what is
 * for visitors, begins anew; `connected`: so does who connected one more.
 */
export function afterScope(shown: Shown, standing: Standing, connected: boolean): Stack {
  const now = { ...shown, standing }
  const home = homeView(now)
  const isNew = (shown.standing === 'account') !== (standing === 'account')
  if (standing !== 'account') return isNew ? [home] : fromHome(shown, home)
  if ((isNew || connected) && topRoute(shown).for === 'visitor') return [home]
  const stack = isNew
    ? shown.stack.map((view, index) => (index === 0 && !isShownTo(now, view) ? home : view))
    : shown.stack
  return orElse(
    stack.filter((view) => shown.routes[view]?.until !== 'scope' && (!isNew || isShownTo(now, view))),
    home,
  )
}
/** The way from where everything starts now, where it led from where everything started before. */
function fromHome(shown: Shown, home: ViewName): Stack {
  const [first, ...rest] = shown.stack
  return first === homeView(shown) ? [home, ...rest.filter((view) => view !== home)] : shown.stack
}
const isShownTo = (place: Place, view: ViewName): boolean => isFor(place, place.routes[view] ?? {})

/** The visitor has connected a wallet, and looks at nothing else than how. */
export const hasConnected = (shown: Shown, standing: Standing, connected: boolean): boolean =>
  connected && standing === 'account' && topRoute(shown).for === 'visitor'

/** Where who has connected a wallet is led; nothing where the modal is closed. */
export const viewOnConnected = ({ routes }: Pick<Place, 'routes'>): ViewName | undefined =>
  (Object.keys(routes) as ViewName[]).find((view) => routes[view]?.onConnected)

/** What another network was chosen in. */
const isForNetwork = ({ routes }: Pick<Place, 'routes'>, view: ViewName): boolean => routes[view]?.until === 'network'

/** What is shown once another network is active: what it was chosen in is left. */
export const afterNetwork = (shown: Shown): Stack => upTo(shown, (view) => isForNetwork(shown, view))

/** Another network was all that the modal was opened for. */
export const isSwitched = (shown: Shown): boolean =>
  shown.standing === 'account' && isForNetwork(shown, shown.stack[0]) && !shown.routes[shown.stack[0]]?.imposed

/**
 * The visitor went back to where everything starts, and neither is anything under way there nor a wallet wanted: who looks away
 * from an offer of the page does not call it off.
 */
export const isAtRest = (shown: Shown & { direction: 'forward' | 'back' }): boolean =>
  shown.direction === 'back' && shown.stack.length === 1 && shown.stack[0] === homeView(shown) && !topRoute(shown).live
