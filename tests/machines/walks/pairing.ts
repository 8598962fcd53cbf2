import { PAIRING } from '../../../machines/constants.ts'
import type { AuthRequest, PairingSession, Proposal } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type * as machines from '../../../machines/index.ts'
import type { MessageOf } from '../../../machines/pairing/messages.ts'
import type { PairingUri } from '../../../machines/pairing/proposal.contract.ts'
import { cancelled, done, failed } from '../../../machines/shared/outcome.rules.ts'
import type { SignInParams } from '../../../machines/pairing/rules/authenticate.ts'
import { START, type Walk } from '../../support/walker.ts'
import { ADDRESS, approved, cacaoOf, payload, SECONDS, sessionOf, TOPIC } from '../pairing/fixtures.ts'
import { error, network } from './samples.ts'

const participant = {
  publicKey: 'peer',
  metadata: { name: 'A page', description: '', url: 'https://app.example', icons: [] },
}
const pairingTopic = 'cd'.repeat(32)
const pairingUri: PairingUri = { uri: 'wc:1@2', pairingTopic, expiresAt: START + 300_000 }
const verifyContext = { verified: { origin: 'https://app.example', validation: 'VALID', verifyUrl: '' } } as const
/** The user’s rejection, and an invalid one. */
const reason = { code: 5000, message: 'User rejected.' }
const unreasonable = { code: 0, message: '' }
/** How a wallet refuses, and how the protocol's own timer does. */
const refusals = [new LatchkeyError('connect.declined'), new LatchkeyError('pairing.proposalExpired'), error].map(
  (error) => ({ pairingTopic, error }),
)

const params: SignInParams = {
  chains: payload.chains,
  domain: payload.domain,
  nonce: payload.nonce,
  uri: payload.aud,
  statement: payload.statement,
  resources: payload.resources,
}
const request: AuthRequest = {
  id: 7,
  pairingTopic,
  requester: participant,
  authPayload: payload,
  expiryTimestamp: SECONDS + 3_600,
  verifyContext,
}

export const authenticationMachine: Walk<typeof machines.authenticationMachine> = {
  inputs: [
    { role: 'requester', id: '1', params },
    { role: 'responder', request, verifyContext },
    { role: 'responder', request: { ...request, expiryTimestamp: SECONDS - 1 }, verifyContext },
  ],
  events: [
    { type: 'pairingUri.created', pairingUri },
    { type: 'pairingUri.failed', error },
    { type: 'authentication.answered', pairingTopic, credentials: [cacaoOf()], session: sessionOf() },
    { type: 'authentication.answered', pairingTopic, credentials: [], session: sessionOf() },
    { type: 'authentication.answered', pairingTopic, credentials: 'broken', session: undefined },
    ...refusals.map((refusal) => ({ type: 'authentication.refused', ...refusal }) as const),
    { type: 'authentication.approve', id: '2', credentials: [cacaoOf()] },
    { type: 'authentication.approve', id: '2', credentials: 'broken' },
    { type: 'authentication.reject', id: '2', reason },
    { type: 'authentication.reject', id: '2', reason: unreasonable },
    { type: 'authentication.recall', id: '2' },
  ],
  raised: ['authentication.validated'],
  answers: { verifySignatures: [true, false], answer: [sessionOf()] },
}

const namespaces = {
  eip155: { ...approved['eip155'], methods: ['personal_sign', 'wallet_switchEthereumChain', 'wallet_getCallsStatus'] },
} as PairingSession['namespaces']
const session = sessionOf({ namespaces })
const activeSession = { session, chainIds: { eip155: 'eip155:1' } }
const settings = {
  rpcUrls: { 'eip155:1': ['https://node.example'] },
  projectId: 'project',
  bundlers: { host: '', origins: [] },
}

export const callMachine: Walk<typeof machines.callMachine> = {
  inputs: [
    { method: 'eth_chainId', params: [] },
    { method: 'personal_sign', params: ['0x00', ADDRESS] },
    { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
    { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] },
    { method: 'wallet_getCapabilities', params: [ADDRESS] },
  ].map((call) => ({ id: '1', call, settings, activeSession, namespace: 'eip155' as const, shared: false })),
  events: [{ type: 'call.changed', session: sessionOf() }],
  answers: { follow: [null, {}] },
}

export const exchangeMachine: Walk<typeof machines.exchangeMachine> = {
  inputs: [
    { id: '1', exchange: { name: 'ping', topic: TOPIC } },
    {
      id: '1',
      exchange: {
        name: 'pair',
        uri: `wc:${TOPIC}@2?relay-protocol=irn&symKey=${TOPIC}&expiryTimestamp=${SECONDS - 1}`,
      },
    },
  ],
  raised: ['exchange.validated'],
}

export const pairingAttemptMachine: Walk<typeof machines.pairingAttemptMachine> = {
  inputs: [
    { hasActiveSession: false, reusedSession: undefined, signsIn: false },
    { hasActiveSession: false, reusedSession: undefined, signsIn: true },
    { hasActiveSession: true, reusedSession: undefined, signsIn: false },
    { hasActiveSession: true, reusedSession: session, signsIn: false },
  ].map((how) => ({ id: '1', chains: [network], namespace: 'eip155' as const, ...how })),
  events: [
    { type: 'pairingAttempt.searched', session: undefined },
    { type: 'pairingAttempt.searched', session },
    { type: 'pairingAttempt.unknown', error },
    { type: 'pairingUri.created', pairingUri },
    { type: 'proposal.ended', outcome: cancelled },
    { type: 'proposal.ended', outcome: done(session), credentials: [cacaoOf()] },
    { type: 'session.opened', session },
  ],
  answers: { write: [params], storeCredentials: [undefined] },
  refusals: { write: [error], storeCredentials: [error] },
}

const sign = { method: 'personal_sign', params: ['0x00'] }
const message = { id: START * 1_000 + 1, topic: TOPIC }
const asked: MessageOf<'request.received'> = {
  type: 'request.received',
  id: 5,
  topic: TOPIC,
  params: { request: sign, chainId: network },
  verifyContext,
}
const proposal: Proposal = {
  id: 7,
  pairingTopic,
  expiryTimestamp: SECONDS + 300,
  proposer: participant,
  relays: [{ protocol: 'irn' }],
  requiredNamespaces: {},
  optionalNamespaces: { eip155: { chains: [network], methods: ['personal_sign'], events: [] } },
}

export const pairingMachine: Walk<typeof machines.pairingMachine> = {
  ignores: ['deleted', 'error'],
  inputs: [{ role: 'requester' }, { role: 'responder' }],
  events: [
    { type: 'pairing.propose', id: '1', proposed: {} },
    { type: 'pairing.request', id: '2', topic: TOPIC, chainId: network, request: sign },
    { type: 'pairing.disconnect', id: '3', topic: TOPIC },
    { type: 'pairing.approve', id: '4', proposalId: 7, approval: { namespaces: approved } },
    { type: 'pairing.speak', id: '5', exchange: { name: 'ping', topic: TOPIC } },
    { type: 'pairing.cancel', id: '1' },
    { type: 'client.opened', sessions: [], unwanted: [], pairingUris: [], received: [] },
    { type: 'client.opened', sessions: [session], unwanted: ['ef'], pairingUris: [pairingUri], received: [asked] },
    { type: 'client.failed', error },
    { type: 'relay.failed', error },
    { type: 'proposal.settled', pairingTopic, session },
    { type: 'proposal.refused', pairingTopic, error },
    { type: 'proposal.received', id: 7, proposal, verifyContext },
    asked,
    { type: 'session.updated', ...message, namespaces: approved },
    { type: 'session.deleted', topic: TOPIC },
    { type: 'report.settled', id: '1', outcome: cancelled },
    { type: 'report.uriCreated', name: 'proposal:1', id: '1', pairingUri },
    { type: 'report.requested', name: 'proposal:7' },
    { type: 'report.event', event: { type: 'session.changed', session } },
    { type: `xstate.done.actor.session.${TOPIC}`, output: { topic: TOPIC, ending: 'left', error: undefined } },
    {
      type: 'xstate.done.actor.proposal.1',
      output: { id: '1', pairingTopic, outcome: done(session), unwanted: undefined },
    },
    { type: 'xstate.error.actor.proposal.1', error },
  ],
}

export const proposalMachine: Walk<typeof machines.proposalMachine> = {
  inputs: [
    { role: 'requester', id: '1', proposed: {} },
    { role: 'responder', proposal, verifyContext },
    { role: 'responder', proposal: { ...proposal, expiryTimestamp: SECONDS - 1 }, verifyContext },
  ],
  events: [
    { type: 'pairingUri.created', pairingUri },
    { type: 'pairingUri.failed', error },
    { type: 'proposal.settled', pairingTopic, session: sessionOf() },
    { type: 'proposal.settled', pairingTopic, session: {} },
    ...refusals.map((refusal) => ({ type: 'proposal.refused', ...refusal }) as const),
    { type: 'proposal.approve', id: '2', approval: { namespaces: approved } },
    { type: 'proposal.approve', id: '2', approval: { namespaces: {} } },
    { type: 'proposal.reject', id: '2', reason },
    { type: 'proposal.reject', id: '2', reason: unreasonable },
    { type: 'proposal.recall', id: '2' },
  ],
  raised: ['proposal.validated'],
  answers: { approve: [sessionOf()] },
}

export const providerMachine: Walk<typeof machines.providerMachine> = {
  inputs: [{ signsIn: false }],
  events: [
    { type: 'provider.connect', id: '1', chains: [network], namespace: 'eip155' },
    { type: 'provider.request', id: '2', namespace: 'eip155', call: sign },
    { type: 'provider.disconnect', id: '3', topic: TOPIC, namespace: 'eip155' },
    { type: 'provider.cancel', id: '1' },
    { type: 'provider.cancel', id: '2' },
    { type: 'provider.setChain', chainId: 'eip155:10' },
    { type: 'provider.uriCreated', id: '1', pairingUri },
    { type: 'provider.networks', chains: [network], settings },
    { type: 'provider.capabilitiesReceived', topic: TOPIC, query: { address: ADDRESS, chainIds: [] }, answer: {} },
    { type: 'session.opened', session },
    { type: 'session.changed', session },
    { type: 'session.changed', session: sessionOf({ namespaces: {} }) },
    { type: 'session.emitted', topic: TOPIC, event: { event: { name: 'message', data: 1 }, chainId: network } },
    { type: 'session.ended', topic: TOPIC, ending: 'left' },
    { type: 'session.ended', topic: TOPIC, ending: 'closed' },
    {
      type: 'xstate.done.actor.pairingAttempt.1',
      output: { id: '1', namespace: 'eip155', isReused: false, outcome: done(session) },
    },
    {
      type: 'xstate.done.actor.pairingAttempt.1',
      output: { id: '1', namespace: 'eip155', isReused: false, outcome: cancelled },
    },
    { type: 'xstate.done.actor.call.2', output: { id: '2', outcome: done('0x') } },
    { type: `xstate.done.actor.leave.${TOPIC}`, output: { id: '3', outcome: done(undefined) } },
    { type: 'xstate.error.actor.call.2', error },
  ],
  unless: (event, { context, children }) =>
    event.type === 'provider.request' && (context.waiting.length > 0 || 'call.2' in children),
}

const waiting = { received: asked, session }
const ended = { id: '5', topic: TOPIC }

export const requestQueueMachine: Walk<typeof machines.requestQueueMachine> = {
  inputs: [{ disabled: false }, { disabled: true }],
  events: [
    { type: 'requestQueue.add', waiting },
    { type: 'requestQueue.add', waiting: { ...waiting, received: { ...asked, id: 6 } } },
    { type: 'requestQueue.setSession', session },
    { type: 'requestQueue.drop', topic: TOPIC },
    { type: 'xstate.done.actor.sessionRequest:5', output: { ...ended, outcome: done('0x') } },
    { type: 'xstate.done.actor.sessionRequest:5', output: { ...ended, outcome: cancelled } },
    { type: 'xstate.error.actor.sessionRequest:5', error },
  ],
  // One request after the other, each as long as it may wait for an answer.
  boundMs: 2 * (PAIRING.requestExpirySeconds.default * 1_000 + PAIRING.queueRestMs),
  lasting: { disabled: 'as long as the pairing is open' },
}

const sessionRequest = { chainId: network, request: sign, expirySeconds: 300 }

export const sessionMachine: Walk<typeof machines.sessionMachine> = {
  inputs: [
    { role: 'requester', session: sessionOf(), restored: true },
    { role: 'requester', session: sessionOf(), restored: false },
    { role: 'responder', session: sessionOf({ acknowledged: false }), restored: false },
  ],
  events: [
    { type: 'session.unsettled', topic: TOPIC, error },
    { type: 'session.updated', ...message, namespaces: approved },
    { type: 'session.updated', ...message, namespaces: {} },
    { type: 'session.extended', ...message },
    { type: 'session.pinged', ...message },
    { type: 'session.emitted', ...message, params: { event: { name: 'message', data: 1 }, chainId: network } },
    { type: 'session.emitted', ...message, params: {} },
    { type: 'session.deleted', topic: TOPIC },
    { type: 'session.flooded', topic: TOPIC },
    asked,
    { type: 'session.crowded', id: 5 },
    { type: 'session.send', id: '1', exchange: { name: 'ping', topic: TOPIC } },
    { type: 'session.send', id: '1', exchange: { name: 'emit', topic: TOPIC, chainId: 'none', event: { name: '' } } },
    { type: 'session.request', id: '2', request: sessionRequest },
    { type: 'session.cancel', id: '1' },
    { type: 'session.cancel', id: '2' },
    { type: 'session.disconnect', id: '3' },
    {
      type: 'xstate.done.actor.exchange.1',
      output: { id: '1', exchange: { name: 'extend', topic: TOPIC }, outcome: done(undefined) },
    },
    {
      type: 'xstate.done.actor.exchange.1',
      output: { id: '1', exchange: { name: 'ping', topic: TOPIC }, outcome: failed(error) },
    },
    { type: 'xstate.done.actor.sessionRequest.2', output: { id: '2', topic: TOPIC, outcome: done('0x') } },
  ],
  raised: ['session.renewed', 'session.proven'],
  unless: (event, { context: { open } }) =>
    (event.type === 'session.request' || event.type === 'session.send') && event.id in open,
  refusals: { check: [{ code: 6000, message: 'User disconnected.' }] },
}

const received = (params: unknown) => ({ role: 'responder', session, received: { ...asked, params } }) as const

export const sessionRequestMachine: Walk<typeof machines.sessionRequestMachine> = {
  inputs: [
    { role: 'requester', id: '1', session, request: sessionRequest },
    { role: 'requester', id: '1', session, request: { ...sessionRequest, chainId: 'none' } },
    received(asked.params),
    received({ request: { ...sign, method: 'eth_sign' }, chainId: network }),
    received({ request: { ...sign, expiryTimestamp: SECONDS - 1 }, chainId: network }),
  ],
  events: [
    { type: 'sessionRequest.respond', id: '2', answer: { result: '0x' } },
    { type: 'sessionRequest.respond', id: '2', answer: { error: reason } },
    { type: 'sessionRequest.respond', id: '2', answer: {} },
    { type: 'sessionRequest.recall', id: '2' },
  ],
  raised: ['sessionRequest.validated'],
  refusals: { publishRequest: [reason, new LatchkeyError('session.requestExpired')] },
}
