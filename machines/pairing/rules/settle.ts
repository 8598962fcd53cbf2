import { LatchkeyError } from '../../shared/errors/error.ts'
import { isExpired } from './expiry.ts'
import { validateApproved } from './namespaceFaults.ts'
import { isRecord, isText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams } from './topics.ts'

/** The name of settlements in the protocol's error texts. */
export const SETTLE_CALL = 'onSessionSettleRequest()'

/**
 * Returns what is wrong with a session that a wallet settles [5.40]. Whether it has what the app requires is checked by
 * `validateRequired`, with `SETTLE_CALL`.
 */
export function validateSettle(params: unknown, nowMs: number): MaybeError {
  if (!isRecord(params)) return validateParams(params, SETTLE_CALL)
  const { relay, controller, namespaces, expiry } = params
  if (!isRecord(relay) || !isText(relay['protocol'])) return new LatchkeyError('session.relayInvalid')
  if (!isRecord(controller) || !isText(controller['publicKey'])) return new LatchkeyError('session.controllerInvalid')
  const fault = validateApproved(namespaces, SETTLE_CALL)
  if (fault) return fault
  return isExpired(expiry, nowMs) ? new LatchkeyError('session.settleExpired') : undefined
}
