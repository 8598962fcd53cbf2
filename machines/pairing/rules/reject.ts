import { LatchkeyError } from '../../shared/errors/error.ts'
import { isRecord, isText, toJson, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams, validateProposal, type PairingState } from './topics.ts'

/** Whether a reason has a code other than zero and a message [5.39]. */
export const isReason = (reason: unknown): boolean => {
  if (!isRecord(reason)) return false
  const { code, message } = reason
  return typeof code === 'number' && code !== 0 && !Number.isNaN(code) && isText(message)
}

/** Returns the first reason why a wallet cannot reject a proposal [5.36] [5.39]. */
export function validateReject(params: unknown, state: PairingState): MaybeError {
  if (!isRecord(params)) return validateParams(params, 'reject()')
  const { id, reason } = params
  const fault = validateProposal(id, state)
  if (fault || isReason(reason)) return fault
  return new LatchkeyError('pairing.reasonInvalid', { params: { reason: toJson(reason) } })
}
