import type { Connector } from '../entities/connector.ts'
import type { LockingView, ViewName } from '../shell/view.contract.ts'

/** Views that show an account, and so need one. */
const ACCOUNT_VIEWS: ReadonlySet<ViewName> = new Set([
  'Account',
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
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'AllWallets',
  'Downloads',
  'GetWallet',
])

export const needsAccount = (view: ViewName): boolean => ACCOUNT_VIEWS.has(view)
export const isConnecting = (view: ViewName): boolean => CONNECTING_VIEWS.has(view)

/** The view of an attempt to connect, by where the wallet is. */
export const attemptView = ({ type }: Connector): ViewName =>
  type === 'WALLET_CONNECT' ? 'ConnectingWalletConnect' : 'ConnectingExternal'

/** An attempt to connect is shown. */
export const isAttempt = (view: ViewName): boolean =>
  view === 'ConnectingExternal' || view === 'ConnectingWalletConnect'

/** Where everything starts: the account when there is one, else the choice of wallets [2.2] [2.3]. */
export const homeView = (connected: boolean): ViewName => (connected ? 'Account' : 'Connect')

/** The view that may really be shown instead of the one asked for. UnsupportedChain is never asked for: it imposes itself. */
export const viewFor = (asked: ViewName | undefined, connected: boolean): ViewName => {
  if (!asked) return homeView(connected)
  if (asked === 'UnsupportedChain') return homeView(connected)
  if (needsAccount(asked) && !connected) return 'Connect'
  if (isConnecting(asked) && connected) return 'Account'
  return asked
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
export const before = (stack: Stack, is: (view: ViewName) => boolean, connected: boolean): Stack => {
  const index = stack.findIndex(is)
  const [first, ...rest] = index < 0 ? stack : stack.slice(0, index)
  return first === undefined ? [homeView(connected)] : [first, ...rest]
}
