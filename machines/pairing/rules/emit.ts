import { LatchkeyError } from '../../shared/errors/error.ts'
import { approvedChains, eventsFor } from './namespaces.ts'
import { isRecord, isText, toJson, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams, sessionIn, validateSessionTopic, type PairingState } from './topics.ts'

/** Returns what is wrong with an event that is sent or received: its chain and name must be approved [5.46]. */
export function validateEmit(params: unknown, state: PairingState): MaybeError {
  if (!isRecord(params)) return validateParams(params, 'emit()')
  const { topic, event, chainId } = params
  const fault = validateSessionTopic(topic, state)
  if (fault) return fault
  const namespaces = sessionIn(state, topic)?.namespaces ?? {}
  if (!isText(chainId) || !approvedChains(namespaces).includes(chainId))
    return new LatchkeyError('session.chainInvalid', { params: { call: 'emit()', chainId: toText(chainId) } })
  const name = isRecord(event) ? event['name'] : undefined
  if (isText(name) && eventsFor(namespaces, chainId).includes(name)) return undefined
  return new LatchkeyError('session.eventInvalid', { params: { event: toJson(event) } })
}
