/** The wallet's side: requests from apps, and whether apps accepted the sessions that it settled. */
import type { PairingMessage } from '../../../machines/pairing/messages.ts'
import { peerError } from '../../../machines/pairing/rules/peerErrors.ts'
import { deleteSession, isOwn, watchResponses } from './client.ts'
import type { Client } from './client.types.ts'

/** Reports the requests of apps as they arrive, and the results of settled sessions. */
export function watchRequests(client: Client, dispatch: (message: PairingMessage) => void): void {
  client.on('session_proposal', ({ id, params: proposal, verifyContext }) => {
    // The context comes only with the request. The client stores it for everything except proposals.
    if (client.proposal.keys.includes(id)) void client.proposal.update(id, { verifyContext } as object).catch(() => {})
    dispatch({ type: 'proposal.received', id, proposal, verifyContext })
  })
  client.on('session_authenticate', ({ id, topic, params: request, verifyContext }) =>
    dispatch({ type: 'authentication.received', id, topic, request, verifyContext }),
  )
  client.on('session_request', ({ id, topic, params, verifyContext }) =>
    dispatch({ type: 'request.received', id, topic, params, verifyContext }),
  )
  // The client reports a session as acknowledged too early, and does not report the actual acknowledgement.
  watchResponses(client, 'wc_sessionSettle', ({ topic, params, error }) => {
    if (!isOwn(client, params?.controller)) return
    if (error === undefined) return dispatch({ type: 'session.acknowledged', topic })
    void deleteSession(client, topic)
    dispatch({ type: 'session.unsettled', topic, error: peerError(error, 'connect') })
  })
}

/** The verification of a stored proposal is unknown. */
const UNKNOWN_VERIFICATION = { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } } as const

/** The unanswered requests of apps. */
export const storedRequests = (client: Client): PairingMessage[] => [
  ...client.proposal
    .getAll()
    .filter(({ proposer }) => !isOwn(client, proposer))
    .map((proposal) => ({
      type: 'proposal.received' as const,
      id: proposal.id,
      proposal,
      verifyContext: ('verifyContext' in proposal && proposal.verifyContext) || UNKNOWN_VERIFICATION,
    })),
  ...client.auth.requests
    .getAll()
    .filter(({ requester }) => !isOwn(client, requester))
    .map((request) => ({
      type: 'authentication.received' as const,
      id: request.id,
      topic: request.pairingTopic,
      request,
      verifyContext: request.verifyContext,
    })),
  ...client.pendingRequest.getAll().map((request) => ({ type: 'request.received' as const, ...request })),
]
