import type { ConnectionStatus } from '../shared/account.types.ts'
import type { Routes, ViewName } from './view.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { Homes, Stack } from './view.rules.ts'

export interface ViewContract {
  context: {
    /** The routes of all views that the app offers, as their features declare them. */
    routes: Routes
    /** The home view for each connection status. */
    homes: Homes
    /** The history of views, with the shown one last; never empty. */
    stack: Stack
    /** Whether the last change of the view went forward or back, for its animation. */
    direction: 'forward' | 'back'
    /** Whether an account is active, only wallets of other namespaces are connected, or no wallet is connected. */
    connectionStatus: ConnectionStatus
  }
  event:
    /** Shows a view and adds it to the history. */
    | { type: 'view.push'; view: ViewName }
    /**
     * Shows the view of an attempt in progress. The current view stays if it covers that view, unless the user chose the wallet
     * in it (`directed`).
     */
    | { type: 'view.showAttempt'; view: ViewName; directed: boolean }
    /** Replaces the shown view. With `only`, this happens only if that view is shown. */
    | { type: 'view.replace'; view: ViewName; only?: ViewName }
    /** Goes back one view. From the first view it closes the modal. */
    | { type: 'view.back' }
    /** Cancels what keeps the modal open, and goes back. */
    | { type: 'view.cancel' }
    /** Goes to the home view. */
    | { type: 'view.home' }
    /**
     * Leaves these views and every view after the first of them. If no view is left, `otherwise` or the home view is shown.
     * `closes`: the modal was open only for these views, and closes.
     */
    | { type: 'view.leave'; views: readonly ViewName[]; otherwise?: ViewName; closes?: true }
    /** Shows a view as the only one, and opens the modal for it. */
    | { type: 'view.impose'; view: ViewName }
    /** Sets the home view for users without a connected wallet. */
    | { type: 'view.setHome'; view: ViewName }
    /** Reports that the shown view became visible. */
    | { type: 'view.show' }
    | BroadcastEventOf<'modal.opened'>
    | BroadcastEventOf<'modal.closed'>
    | BroadcastEventOf<'activeAccount.changed'>
    | BroadcastEventOf<'network.changed'>
  state: 'unlocked' | 'locked'
  tag: 'locked' | 'returnable'
  input: Pick<ViewContract['context'], 'routes' | 'homes' | 'connectionStatus'>
}

export const view = actorKey<ViewContract>()('view')
