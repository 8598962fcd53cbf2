import * as z from 'zod/mini'
import { sessionNamespacesSchema, type ProposalNamespaces } from '../pairing.schemas.ts'
import { validateRequired } from './conformance.ts'
import { validateApproved } from './namespaceFaults.ts'
import { isRecord, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams, validateSessionTopic, type PairingState } from './topics.ts'

/**
 * Returns what is wrong with a session's new namespaces, sent or received: they must be valid, and still contain what the app
 * requires. Namespaces from a wallet are only accepted after this check.
 */
export function validateUpdate(params: unknown, state: PairingState, required: ProposalNamespaces): MaybeError {
  if (!isRecord(params)) return validateParams(params, 'update()')
  const { topic, namespaces } = params
  const fault = validateSessionTopic(topic, state) ?? validateApproved(namespaces, 'update()')
  return fault ?? validateRequired(required, z.parse(sessionNamespacesSchema, namespaces), 'update()')
}
