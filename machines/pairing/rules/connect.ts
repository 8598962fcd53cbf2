import { LatchkeyError } from '../../shared/errors/error.ts'
import { proposedFault } from './namespaceFaults.ts'
import { propertiesFault, scopedRequestFault } from './properties.ts'
import { isRecord, isText, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { pairingTopicFault, paramsFault, type Known } from './topics.ts'

const CALL = 'connect()'

/** Returns an error if a relay has no protocol. Relays are optional [5.32]. */
const relaysFault = (relays: unknown): MaybeError =>
  relays === undefined ||
  (Array.isArray(relays) && relays.length > 0 && relays.every((relay) => isRecord(relay) && isText(relay['protocol'])))
    ? undefined
    : new LatchkeyError('pairing.relaysInvalid', { params: { relays: toText(relays) } })

const isEmpty = (value: unknown): boolean => value === undefined || (isRecord(value) && Object.keys(value).length === 0)

const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : [])

/** Returns the first reason why a session cannot be proposed [5.30] to [5.35]. */
export function connectFault(params: unknown, known: Pick<Known, 'pairings' | 'nowMs'>): MaybeError {
  if (!isRecord(params)) return paramsFault(params, CALL)
  const { pairingTopic, relays, requiredNamespaces, optionalNamespaces, sessionProperties, scopedProperties } = params
  return (
    (pairingTopic === undefined ? undefined : pairingTopicFault(pairingTopic, known)) ??
    relaysFault(relays) ??
    (isEmpty(requiredNamespaces) ? undefined : proposedFault(requiredNamespaces, CALL, 'requiredNamespaces')) ??
    (isEmpty(optionalNamespaces) ? undefined : proposedFault(optionalNamespaces, CALL, 'optionalNamespaces')) ??
    (sessionProperties === undefined ? undefined : propertiesFault(sessionProperties, CALL, 'sessionProperties')) ??
    (scopedProperties === undefined ? undefined : propertiesFault(scopedProperties, CALL, 'scopedProperties')) ??
    (isRecord(scopedProperties)
      ? scopedRequestFault(scopedProperties, [...keysOf(requiredNamespaces), ...keysOf(optionalNamespaces)])
      : undefined)
  )
}
