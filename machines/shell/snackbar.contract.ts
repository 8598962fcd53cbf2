import type { MessageCode, TextParams } from '../errors/catalogue.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

/** `svg` shows an icon of the skin's choice instead of one for its kind. */
export interface SnackbarMessage {
  variant: 'loading' | 'success' | 'error' | 'svg'
  code: MessageCode
  params?: TextParams
  /** Stays until it is hidden or replaced; a loading message always does. */
  stays?: boolean
}

export interface SnackbarContract {
  context: { message: SnackbarMessage | undefined }
  event:
    /** Says something, in the place of what is said now. */
    | { type: 'snackbar.show'; message: SnackbarMessage }
    /** Says no more. */
    | { type: 'snackbar.hide' }
    | FactOf<'scope.changed'>
  state: 'hidden' | { showing: 'passing' | 'staying' } | 'swapping'
  tag: 'visible'
}

export const snackbar = address<SnackbarContract>()('snackbar')
