import { PAIRING } from '../../constants.ts'
import type { LatchkeyError } from '../../errors/error.ts'

const { errors } = PAIRING

/** What a peer is told when its request is not even shown to anybody. Codes of JSON-RPC's own would lose their words on the way. */
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
