import * as z from 'zod/mini'
import { sessionNamespacesSchema } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { validateRequired } from './conformance.ts'
import { validateApproved } from './namespaceFaults.ts'
import { validateProperties, validateScopedApproval } from './properties.ts'
import { isRecord, isText, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams, validateProposal, type PairingState } from './topics.ts'

const CALL = 'approve()'

/** Returns the first reason why a wallet cannot approve a proposal [5.35] to [5.38]. */
export function validateApprove(params: unknown, state: PairingState): MaybeError {
  if (!isRecord(params)) return validateParams(params, CALL)
  const { id, namespaces, relayProtocol, sessionProperties, scopedProperties } = params
  const fault = validateProposal(id, state) ?? validateApproved(namespaces, CALL)
  if (fault) return fault
  const approved = z.parse(sessionNamespacesSchema, namespaces)
  const required = state.proposals.find((proposal) => proposal.id === id)?.requiredNamespaces ?? {}
  return (
    validateRequired(required, approved, CALL) ??
    (relayProtocol === undefined || isText(relayProtocol)
      ? undefined
      : new LatchkeyError('pairing.relayInvalid', { params: { relay: toText(relayProtocol) } })) ??
    (sessionProperties === undefined ? undefined : validateProperties(sessionProperties, CALL, 'sessionProperties')) ??
    (scopedProperties === undefined ? undefined : validateProperties(scopedProperties, CALL, 'scopedProperties')) ??
    (isRecord(scopedProperties) ? validateScopedApproval(scopedProperties, Object.keys(approved)) : undefined)
  )
}
