import * as z from 'zod/mini'
import { sessionNamespacesSchema, type ProposalNamespaces } from '../pairing.schemas.ts'
import { requiredFault } from './conformance.ts'
import { approvedFault } from './namespaceFaults.ts'
import { isRecord, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { paramsFault, sessionTopicFault, type Known } from './topics.ts'

/**
 * Returns what is wrong with a session's new namespaces, sent or received: they must be valid, and still contain what the app
 * requires. Namespaces from a wallet are only accepted after this check.
 */
export function updateFault(params: unknown, known: Known, required: ProposalNamespaces): MaybeError {
  if (!isRecord(params)) return paramsFault(params, 'update()')
  const { topic, namespaces } = params
  const fault = sessionTopicFault(topic, known) ?? approvedFault(namespaces, 'update()')
  return fault ?? requiredFault(required, z.parse(sessionNamespacesSchema, namespaces), 'update()')
}
