import { features, type Configuration, type FeatureName } from '../entities/configuration.ts'
import type { Connector } from '../entities/connector.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { LockingView, ViewName } from '../entities/view.ts'

/** Views that show an account, and so need one. */
const ACCOUNT_VIEWS: ReadonlySet<ViewName> = new Set([
  'Account',
  'SwitchAddress',
  'WalletReceive',
  'WalletCompatibleNetworks',
  'UnsupportedChain',
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendPreview',
  'WalletSendConfirmed',
  'ApproveTransaction',
])

/** Views of a connection that is being made. */
const CONNECTING_VIEWS: ReadonlySet<ViewName> = new Set([
  'Connect',
  'SwitchActiveChain',
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'AllWallets',
  'Downloads',
  'GetWallet',
])

/** The views of what a site may turn off; the history is a part of the account's. */
const FEATURE_VIEWS: Readonly<Record<FeatureName, readonly ViewName[]>> = {
  send: ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'WalletSendConfirmed'],
  receive: ['WalletReceive', 'WalletCompatibleNetworks'],
  history: [],
}

/** The views that a site does not offer. */
export const viewsOff = (site: Pick<Configuration, 'features' | 'enableNetworkSwitch'>): readonly ViewName[] => [
  ...(site.enableNetworkSwitch ? [] : (['Networks'] as const)),
  ...features.filter((name) => !site.features[name]).flatMap((name) => FEATURE_VIEWS[name]),
]

/** The site offers a view. */
export const isOffered = ({ off }: { off: readonly ViewName[] }, view: ViewName): boolean => !off.includes(view)

export const needsAccount = (view: ViewName): boolean => ACCOUNT_VIEWS.has(view)
export const isConnecting = (view: ViewName): boolean => CONNECTING_VIEWS.has(view)

/**
 * The view of an attempt to connect, by where the wallet is. The basic view shows a code itself; where the page is in
 * control, the list waits for a wallet to be chosen for it.
 */
export function attemptView(
  { connector, directed }: { connector: Connector; directed: boolean },
  { stack, manual }: { stack: Stack; manual: boolean },
): ViewName {
  if (connector.type !== 'WALLET_CONNECT') return 'ConnectingExternal'
  const shown = top(stack)
  const stays = shown === 'ConnectingWalletConnectBasic' || (manual && shown === 'AllWallets')
  return stays && !directed ? shown : 'ConnectingWalletConnect'
}

/** Shows an attempt to connect, which ends with it. An offer that the page makes itself does not end with its view. */
export const isAttempt = (view: ViewName, { manual }: Pick<Start, 'manual'>): boolean =>
  view === 'ConnectingExternal' ||
  view === 'ConnectingWalletConnect' ||
  (view === 'ConnectingWalletConnectBasic' && !manual)

/** Shows what is to be sent, or was. */
export const isDraft = (view: ViewName): boolean => view.startsWith('WalletSend')

/** A list from which a wallet is chosen anew. */
export const isList = (view: ViewName): boolean =>
  view === 'Connect' || view === 'AllWallets' || view === 'ConnectingWalletConnectBasic'

/** What decides where everything starts. */
export interface Start {
  connectedIn: readonly Namespace[]
  /** The namespace of the active network, once it is known. */
  active?: Namespace | undefined
  /** The page itself says when a code is offered. */
  manual: boolean
  /** No wallet of this browser can be found. */
  remoteOnly: boolean
  mobile: boolean
}

/** The active network is of a family that a wallet is connected in. */
export const isConnected = ({ connectedIn, active }: Pick<Start, 'connectedIn' | 'active'>): boolean =>
  active === undefined ? connectedIn.length > 0 : connectedIn.includes(active)

/** The family that a wallet is wanted for: the active one, where wallets of others are connected only. */
export const wantedNamespace = (start: Pick<Start, 'connectedIn' | 'active'>): Namespace | undefined =>
  start.connectedIn.length > 0 && !isConnected(start) ? start.active : undefined

/**
 * Where wallets are chosen; where the page itself is in control, or there is no wallet of this browser to choose, all of them
 * on a phone and a code anywhere else [2.4] [2.5].
 */
const choiceView = ({ manual, remoteOnly, mobile }: Start): ViewName =>
  manual || remoteOnly ? (mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic') : 'Connect'

/**
 * Where everything starts: the account when there is one, else the choice of wallets [2.2] [2.3]. Who is connected, but in
 * other families than the active network's, is first told so.
 */
export function homeView(start: Start): ViewName {
  if (isConnected(start)) return 'Account'
  return wantedNamespace(start) === undefined ? choiceView(start) : 'SwitchActiveChain'
}

/**
 * The visitor went back to where everything starts, and neither is anything under way there nor a wallet wanted. Where the page is in control, an offer may be:
 * who looks away from it does not call it off.
 */
export const isReturn = (shown: Start & { stack: Stack; direction: 'forward' | 'back' }): boolean =>
  shown.direction === 'back' &&
  !shown.manual &&
  shown.stack.length === 1 &&
  shown.stack[0] === homeView(shown) &&
  wantedNamespace(shown) === undefined

/** The list of networks is all that was opened, and the switch that it was opened for is done. */
export const isSwitched = (shown: Start & { stack: Stack }, active: Namespace): boolean =>
  shown.stack[0] === 'Networks' && isConnected(shown) && isConnected({ ...shown, active })

/** Views that impose themselves, and are never asked for. */
const isImposed = (view: ViewName): boolean => view === 'UnsupportedChain' || view === 'SwitchActiveChain'

/** The view that may really be shown instead of the one asked for. */
export function viewFor(asked: ViewName | undefined, start: Start): ViewName {
  if (!asked || isImposed(asked)) return homeView(start)
  if (isConnected(start)) return isConnecting(asked) ? 'Account' : asked
  if (asked === 'Connect') return choiceView(start)
  return needsAccount(asked) ? homeView(start) : asked
}

export const lockOf = (view: ViewName): LockingView | undefined =>
  view === 'UnsupportedChain' || view === 'ApproveTransaction' ? view : undefined

export type Stack = readonly [ViewName, ...ViewName[]]

export const top = (stack: Stack): ViewName => stack[stack.length - 1] ?? stack[0]

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

/** The stack without a view and whatever came after it; the home view where nothing is left. */
export const before = (stack: Stack, is: (view: ViewName) => boolean, start: Start): Stack => {
  const index = stack.findIndex(is)
  const [first, ...rest] = index < 0 ? stack : stack.slice(0, index)
  return first === undefined ? [homeView(start)] : [first, ...rest]
}

/** What is shown once a token was chosen: the draft that it was chosen for, also where the choice was the first view. */
export const afterToken = (stack: Stack): Stack => (stack.length > 1 ? popped(stack) : ['WalletSend'])

/**
 * What is shown once another network is active. Where it is of a family whose wallet is there and the one before was not, or
 * the other way round, everything starts anew; who came from the list of networks goes back.
 */
export function afterNetwork<Shown extends Start & { stack: Stack; direction: 'forward' | 'back' }>(
  shown: Shown,
  active: Namespace,
) {
  const now = { ...shown, active }
  if (isConnected(shown) !== isConnected(now))
    return { active, stack: [homeView(now)] as Stack, direction: 'back' as const }
  if (!shown.stack.includes('Networks')) return { active, stack: shown.stack, direction: shown.direction }
  return { active, stack: before(shown.stack, (view) => view === 'Networks', now), direction: 'back' as const }
}
