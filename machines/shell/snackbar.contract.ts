import type { ViewName } from '../entities/view.ts'
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
  /** Views that say the same themselves: while one of them is shown, the message is only read out. */
  saidIn?: readonly ViewName[]
}

export interface SnackbarContract {
  context: {
    message: SnackbarMessage | undefined
    /** The view that is shown, as was heard last. */
    view: ViewName | undefined
  }
  event:
    /** Says something, in the place of what is said now. */
    | { type: 'snackbar.show'; message: SnackbarMessage }
    /** Says no more. */
    | { type: 'snackbar.hide' }
    | FactOf<'view.shown'>
    | FactOf<'scope.changed'>
  /** `withheld`: the view that is shown says the same. */
  state: 'hidden' | { showing: 'passing' | 'staying' } | 'withheld' | 'swapping'
  /** `visible`: to be seen; `said`: to be read out, seen or not. */
  tag: 'visible' | 'said'
  input: { view: ViewName | undefined }
}

export const snackbar = address<SnackbarContract>()('snackbar')
