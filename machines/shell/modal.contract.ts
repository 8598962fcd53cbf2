import type { Namespace } from '../shared/namespace.types.ts'
import type { ViewName } from './view.types.ts'
import { actorKey } from '../core/actorKey.ts'

export interface ModalContract {
  context: {
    /** The view that keeps the modal from being closed; undefined if none does. */
    lockedBy: ViewName | undefined
    /** Whether the modal is part of the page instead of a dialog. */
    embedded: boolean
  }
  event:
    /**
     * Opens the modal. `view`: the view to show. `namespace`: the network of this namespace becomes active. `connectorId`: this
     * wallet is connected [2.13].
     */
    | { type: 'modal.open'; namespace?: Namespace; view?: ViewName; connectorId?: string }
    /** Closes the modal. `forced` closes it even if it is locked. */
    | { type: 'modal.close'; forced?: boolean }
    /** Shakes the modal, to show that it cannot be closed. */
    | { type: 'modal.shake' }
    /** Reports that an embedded modal came into sight. Only the UI that renders it can detect this. */
    | { type: 'modal.show' }
    /** Keeps the modal from being closed; `by` is the view that requires it. */
    | { type: 'modal.lock'; by: ViewName }
    /** Allows the modal to be closed again. */
    | { type: 'modal.unlock' }
    /** Reports that the user is back on the home view. An embedded modal then counts as closed. */
    | { type: 'modal.returnedHome' }
  state: 'closed' | { open: 'idle' | 'shaking' }
  tag: 'open' | 'shaking'
  input: {
    /** Whether the modal is part of the page instead of a dialog. */
    embedded: boolean
  }
  emitted: /** The modal has been open for a long time. Callers that wait for the user stop waiting. */
  { type: 'modal.unanswered' }
}

export const modal = actorKey<ModalContract>()('modal')
