/** The wallet's side: what pages ask of it, and whether they took what it settled. */
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import { peerError } from '../../machines/rules/pairing/peerErrors.ts'
import { forgetSession, isOwn, watchAnswers, type Client } from './client.ts'

/** Tells of what pages ask, as they ask it, and of what became of the sessions that were settled. */
export function watchQuestions(client: Client, tell: (message: PairingMessage) => void): void {
  client.on('session_proposal', ({ id, params: proposal, verifyContext }) =>
    tell({ type: 'proposal.received', id, proposal, verifyContext }),
  )
  client.on('session_authenticate', ({ id, topic, params: request, verifyContext }) =>
    tell({ type: 'authentication.received', id, topic, request, verifyContext }),
  )
  client.on('session_request', ({ id, topic, params, verifyContext }) =>
    tell({ type: 'request.received', id, topic, params, verifyContext }),
  )
  // The client says that a session is acknowledged before it is, and nothing when it is.
  watchAnswers(client, 'wc_sessionSettle', ({ topic, params, error }) => {
    if (!isOwn(client, params?.controller)) return
    if (error === undefined) return tell({ type: 'session.acknowledged', topic })
    void forgetSession(client, topic)
    tell({ type: 'session.unsettled', topic, error: peerError(error, 'connect') })
  })
}

/** What pages asked and is not answered. Who they are is told when they ask, and not stored with a proposal. */
export const storedQuestions = (client: Client): PairingMessage[] => [
  ...client.proposal
    .getAll()
    .filter(({ proposer }) => !isOwn(client, proposer))
    .map((proposal) => ({
      type: 'proposal.received' as const,
      id: proposal.id,
      proposal,
      verifyContext: undefined,
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
