import * as z from 'zod/mini'
import { sessionNamespacesSchema, type ProposalNamespaces } from '../../entities/pairing.ts'
import { requiredFault } from './conforming.ts'
import { approvedFault } from './namespaceFaults.ts'
import { isRecord, type Fault } from './shapes.ts'
import { anyTopicFault, paramsFault, sessionTopicFault, type Known } from './topics.ts'

/**
 * What is wrong with a session's new namespaces, sent or received: they are whole, and still satisfy what the page
 * requires. What a wallet sends is believed only after this.
 */
export function updateFault(params: unknown, known: Known, required: ProposalNamespaces): Fault {
  if (!isRecord(params)) return paramsFault(params, 'update()')
  const { topic, namespaces } = params
  const fault = sessionTopicFault(topic, known) ?? approvedFault(namespaces, 'update()')
  return fault ?? requiredFault(required, z.parse(sessionNamespacesSchema, namespaces), 'update()')
}

/** What is wrong with a longer life for a session, sent or received. */
export const extendFault = (params: unknown, known: Known): Fault =>
  isRecord(params) ? sessionTopicFault(params['topic'], known) : paramsFault(params, 'extend()')

/** What is wrong with a ping, sent or received. */
export const pingFault = (params: unknown, known: Known): Fault =>
  isRecord(params) ? anyTopicFault(params['topic'], known) : paramsFault(params, 'ping()')

/** What is wrong with a leave-taking, sent or received. */
export const disconnectFault = (params: unknown, known: Known): Fault =>
  isRecord(params) ? anyTopicFault(params['topic'], known) : paramsFault(params, 'disconnect()')
