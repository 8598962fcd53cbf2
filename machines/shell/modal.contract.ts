import type { Namespace } from '../entities/namespace.ts'
import type { ViewName } from '../entities/view.ts'
import { address } from '../kit/address.ts'

export interface ModalContract {
  context: {
    /** The view that keeps the modal from being closed, if one does. */
    lockedBy: ViewName | undefined
    embedded: boolean
  }
  event:
    /** With a namespace its network becomes the active one; with a connector its wallet is connected [2.13]. */
    | { type: 'modal.open'; namespace?: Namespace; view?: ViewName; connectorId?: string }
    /** `forced` closes even what is locked. */
    | { type: 'modal.close'; forced?: boolean }
    /** Says no. */
    | { type: 'modal.shake' }
    /** The modal that is part of the page came into sight: only whoever renders it can know. */
    | { type: 'modal.show' }
    /** What is shown cannot be left for now. */
    | { type: 'modal.lock'; by: ViewName }
    /** What is shown can be left again. */
    | { type: 'modal.unlock' }
    /** The visitor came back to where everything starts: what is part of a page comes to rest. */
    | { type: 'modal.rest' }
  state: 'closed' | { open: 'still' | 'shaking' }
  tag: 'open' | 'shaking'
  input: { embedded: boolean }
  emitted: /** It was opened a long time ago: who waits for what the visitor does in it waits no longer. */
  { type: 'modal.unanswered' }
}

export const modal = address<ModalContract>()('modal')
