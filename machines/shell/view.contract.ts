import type { FactOf } from '../facts.ts'
import type { Namespace } from '../entities/namespace.ts'
import type { ViewName } from '../entities/view.ts'
import { address } from '../kit/address.ts'

export interface ViewContract {
  context: {
    /** The views that were passed, the shown one last; never empty. */
    stack: readonly [ViewName, ...ViewName[]]
    direction: 'forward' | 'back'
    connectedIn: readonly Namespace[]
    /** The namespace of the active network, once it is known. */
    active: Namespace | undefined
    /** The page itself says when a code is offered, so wallets of this browser are not [2.4] [2.5]. */
    manual: boolean
    /** No wallet of this browser can be found here. */
    remoteOnly: boolean
    /** On a phone or a tablet. */
    mobile: boolean
    /** An unsupported network is answered with the UnsupportedChain view [4.14]. */
    blocksUnsupported: boolean
    /** Views that the site does not offer. */
    off: readonly ViewName[]
  }
  event:
    /** Shows a view from which one comes back to this one. */
    | { type: 'view.push'; view: ViewName }
    /** Shows a view in the place of this one. */
    | { type: 'view.replace'; view: ViewName }
    /** Leads back; from the first view it closes the modal. */
    | { type: 'view.back' }
    /** Leads to where the modal begins. */
    | { type: 'view.home' }
    /** What was to be sent is no more: the views of it are left. */
    | { type: 'view.dropDraft' }
    | FactOf<'modal.opened'>
    | FactOf<'modal.closed'>
    | FactOf<'modal.shown'>
    | FactOf<'page.known'>
    | FactOf<'connection.started'>
    | FactOf<'connection.cancelled'>
    | FactOf<'account.connected'>
    | FactOf<'account.disconnected'>
    | FactOf<'scope.changed'>
    | FactOf<'network.changed'>
    | FactOf<'network.unsupported'>
    | FactOf<'requests.over'>
    | FactOf<'send.tokenChosen'>
    | FactOf<'send.started'>
  state: 'browsing' | 'unsupported' | 'approving'
  tag: 'locked' | 'returnable'
  input: Pick<
    ViewContract['context'],
    'blocksUnsupported' | 'off' | 'manual' | 'remoteOnly' | 'connectedIn' | 'active' | 'mobile'
  >
}

export const view = address<ViewContract>()('view')
