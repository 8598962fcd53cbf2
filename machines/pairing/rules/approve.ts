import * as z from 'zod/mini'
import { sessionNamespacesSchema } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { requiredFault } from './conformance.ts'
import { approvedFault } from './namespaceFaults.ts'
import { propertiesFault, scopedApprovalFault } from './properties.ts'
import { isRecord, isText, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { paramsFault, proposalFault, type Known } from './topics.ts'

const CALL = 'approve()'

/** Returns the first reason why a wallet cannot approve a proposal [5.35] to [5.38]. */
export function approveFault(params: unknown, known: Known): MaybeError {
  if (!isRecord(params)) return paramsFault(params, CALL)
  const { id, namespaces, relayProtocol, sessionProperties, scopedProperties } = params
  const fault = proposalFault(id, known) ?? approvedFault(namespaces, CALL)
  if (fault) return fault
  const approved = z.parse(sessionNamespacesSchema, namespaces)
  const required = known.proposals.find((proposal) => proposal.id === id)?.requiredNamespaces ?? {}
  return (
    requiredFault(required, approved, CALL) ??
    (relayProtocol === undefined || isText(relayProtocol)
      ? undefined
      : new LatchkeyError('pairing.relayInvalid', { params: { relay: toText(relayProtocol) } })) ??
    (sessionProperties === undefined ? undefined : propertiesFault(sessionProperties, CALL, 'sessionProperties')) ??
    (scopedProperties === undefined ? undefined : propertiesFault(scopedProperties, CALL, 'scopedProperties')) ??
    (isRecord(scopedProperties) ? scopedApprovalFault(scopedProperties, Object.keys(approved)) : undefined)
  )
}
