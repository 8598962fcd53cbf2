import type { ViewName } from './view.types.ts'
import type { MessageCode } from '../shared/errors/catalog.ts'
import type { TextParams } from '../shared/errors/messages.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

/** `svg` shows an icon chosen by the skin instead of the icon of the variant. */
export interface SnackbarMessage {
  variant: 'loading' | 'success' | 'error' | 'svg'
  code: MessageCode
  params?: TextParams
  /** Whether the message stays until it is hidden or replaced. Default: true for a loading message. */
  stays?: boolean
  /** Views that show the same message. While one of them is shown, screen readers announce the message, but it is not visible. */
  hiddenInViews?: readonly ViewName[]
}

export interface SnackbarContract {
  context: {
    /** The message that is shown, or that is shown next after the gap; undefined if there is none. */
    message: SnackbarMessage | undefined
    /** The view that is shown; undefined if that is not known yet. */
    view: ViewName | undefined
  }
  event:
    /** Shows a message in place of the current one. */
    | { type: 'snackbar.show'; message: SnackbarMessage }
    /** Hides the message. */
    | { type: 'snackbar.hide' }
    | BroadcastEventOf<'view.shown'>
    | BroadcastEventOf<'activeAccount.changed'>
  /** `shownByView`: the view shows the same message. */
  state: 'hidden' | { showing: 'temporary' | 'persistent' } | 'shownByView' | 'swapping'
  /** `visible`: the message is visible. `announced`: screen readers announce it, visible or not. */
  tag: 'visible' | 'announced'
  input: {
    /** The view that is shown; undefined if that is not known yet. */
    view: ViewName | undefined
  }
}

export const snackbar = actorKey<SnackbarContract>()('snackbar')
