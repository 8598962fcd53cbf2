import { PAIRING } from '../../constants.ts'
import type { LatchkeyError } from '../../shared/errors/error.ts'

const { errors } = PAIRING

/**
 * Returns the error for a peer whose request is rejected before the user sees it. The message of a JSON-RPC standard code would
 * be lost on the way, so those codes are not used.
 */
export function refusalOf(fault: LatchkeyError): { code: number; message: string } {
  switch (fault.code) {
    case 'session.methodNotApproved':
      return { ...errors.unauthorizedMethod }
    case 'session.chainInvalid':
      return { ...errors.unsupportedChains }
    default:
      return { code: errors.invalidMethod.code, message: fault.message }
  }
}
