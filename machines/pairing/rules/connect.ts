import { LatchkeyError } from '../../shared/errors/error.ts'
import { validateProposed } from './namespaceFaults.ts'
import { validateProperties, validateScopedRequest } from './properties.ts'
import { isRecord, isText, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validatePairingTopic, validateParams, type PairingState } from './topics.ts'

const CALL = 'connect()'

/** Returns an error if a relay has no protocol. Relays are optional [5.32]. */
const validateRelays = (relays: unknown): MaybeError =>
  relays === undefined ||
  (Array.isArray(relays) && relays.length > 0 && relays.every((relay) => isRecord(relay) && isText(relay['protocol'])))
    ? undefined
    : new LatchkeyError('pairing.relaysInvalid', { params: { relays: toText(relays) } })

const isEmpty = (value: unknown): boolean => value === undefined || (isRecord(value) && Object.keys(value).length === 0)

const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : [])

/** Returns the first reason why a session cannot be proposed [5.30] to [5.35]. */
export function validateConnect(params: unknown, state: Pick<PairingState, 'pairings' | 'nowMs'>): MaybeError {
  if (!isRecord(params)) return validateParams(params, CALL)
  const { pairingTopic, relays, requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties } = params
  return (
    (pairingTopic === undefined ? undefined : validatePairingTopic(pairingTopic, state)) ??
    validateRelays(relays) ??
    (isEmpty(requiredNamespaces) ? undefined : validateProposed(requiredNamespaces, CALL, 'requiredNamespaces')) ??
    (isEmpty(optionalNamespaces) ? undefined : validateProposed(optionalNamespaces, CALL, 'optionalNamespaces')) ??
    (sessionProperties === undefined ? undefined : validateProperties(sessionProperties, CALL, 'sessionProperties')) ??
    (scopedProperties === undefined ? undefined : validateProperties(scopedProperties, CALL, 'scopedProperties')) ??
    (isRecord(scopedProperties)
      ? validateScopedRequest(scopedProperties, [...keysOf(requiredNamespaces), ...keysOf(optionalNamespaces)])
      : undefined)
  )
}
