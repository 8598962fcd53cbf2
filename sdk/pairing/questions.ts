/** The wallet's side: what pages ask of it, and whether they took what it settled. */
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import { peerError } from '../../machines/rules/pairing/peerErrors.ts'
import { forgetSession, isOwn, watchAnswers } from './client.ts'
import type { Client } from './clientTypes.ts'

/** Tells of what pages ask, as they ask it, and of what became of the sessions that were settled. */
export function watchQuestions(client: Client, tell: (message: PairingMessage) => void): void {
  client.on('session_proposal', ({ id, params: proposal, verifyContext }) => {
    // It is told when they ask, and the client stores it with everything but a proposal.
    if (client.proposal.keys.includes(id)) void client.proposal.update(id, { verifyContext } as object).catch(() => {})
    tell({ type: 'proposal.received', id, proposal, verifyContext })
  })
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

/** Nobody knows any more whether a proposal came from who it says it came from. */
const unknown = { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } } as const

/** What pages asked and is not answered. */
export const storedQuestions = (client: Client): PairingMessage[] => [
  ...client.proposal
    .getAll()
    .filter(({ proposer }) => !isOwn(client, proposer))
    .map((proposal) => ({
      type: 'proposal.received' as const,
      id: proposal.id,
      proposal,
      verifyContext: ('verifyContext' in proposal && proposal.verifyContext) || unknown,
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
