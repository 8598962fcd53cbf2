import { PAIRING } from '../../constants.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { approvedChains, methodsFor } from './namespaces.ts'
import { isRecord, isText, toJson, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams, sessionIn, validateSessionTopic, type PairingState } from './topics.ts'

/**
 * Returns an error unless the expiry of a request, in seconds, is within the bounds (inclusive). If undefined, the default
 * applies [5.45].
 */
export function validateExpiry(expiry: unknown): MaybeError {
  const { min, max } = PAIRING.requestExpirySeconds
  if (expiry === undefined || (typeof expiry === 'number' && expiry >= min && expiry <= max)) return undefined
  return new LatchkeyError('session.expiryInvalid', { params: { expiry: toText(expiry), min, max } })
}

/**
 * Returns the expiry of a request that is sent, in seconds: within the protocol's bounds, whatever the app's own timeout is
 * [5.45].
 */
export function expiryOnWire(timeoutMs: number): number {
  const { min, max } = PAIRING.requestExpirySeconds
  return Math.min(Math.max(Math.ceil(timeoutMs / 1_000), min), max)
}

/** Returns the first reason why a request cannot be sent to the wallet [5.41] to [5.45]. */
export function validateRequest(params: unknown, state: PairingState): MaybeError {
  if (!isRecord(params)) return validateParams(params, 'request()')
  const { topic, chainId, request, expiry } = params
  const fault = validateSessionTopic(topic, state)
  if (fault) return fault
  const namespaces = sessionIn(state, topic)?.namespaces ?? {}
  if (!isText(chainId) || !approvedChains(namespaces).includes(chainId))
    return new LatchkeyError('session.chainInvalid', { params: { call: 'request()', chainId: toText(chainId) } })
  const method = isRecord(request) ? request['method'] : undefined
  if (!isText(method)) return new LatchkeyError('session.requestInvalid', { params: { request: toJson(request) } })
  if (!methodsFor(namespaces, chainId).includes(method))
    return new LatchkeyError('session.methodNotApproved', { params: { method } })
  return validateExpiry(expiry)
}

/** Whether a JSON-RPC response has an id, a version, and either a result or an error. */
const isResponse = (response: unknown): boolean =>
  isRecord(response) &&
  (response['result'] !== undefined || response['error'] !== undefined) &&
  typeof response['id'] === 'number' &&
  !Number.isNaN(response['id']) &&
  isText(response['jsonrpc'])

/** Returns the first reason why a wallet cannot answer a request. */
export function validateRespond(params: unknown, state: PairingState): MaybeError {
  if (!isRecord(params)) return validateParams(params, 'respond()')
  const { topic, response } = params
  const fault = validateSessionTopic(topic, state)
  if (fault || isResponse(response)) return fault
  return new LatchkeyError('session.responseInvalid', { params: { response: toJson(response) } })
}
