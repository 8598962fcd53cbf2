/** Item, one per proposal: on the app's side until the wallet answers, on the wallet's side until the user answers. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { cancelled, done, expired, failed, unsent } from '../shared/outcome.rules.ts'
import { isExpired } from './rules/expiry.ts'
import { peerOutcome } from './rules/peerErrors.ts'
import { validateApproval, validateRejection, validateSession, settledSession, topicIn } from './rules/proposals.ts'
import type { Approval, PairingUri, ProposalContract, Proposed, Reason } from './proposal.contract.ts'
import { pairing } from './pairing.contract.ts'

type Context = ProposalContract['context']
type PairingUriEvent = Extract<ProposalContract['event'], { type: `pairingUri.${string}` }>
type Validation = Omit<Extract<ProposalContract['event'], { type: 'proposal.validated' }>, 'type'>

export const proposalMachine = setup({
  types: {} as SetupTypes<ProposalContract>,
  actors: {
    /** Creates a pairing URI, or reuses that of an earlier visit. Withdraws it if the attempt ends before a wallet responds. */
    propose: callbackActor<PairingUriEvent, { proposed: Proposed; pairingUri: PairingUri | undefined }>(
      'proposal.propose',
    ),
    /** Approves the proposal. Resolves to the session that is created. */
    approve: promiseActor<unknown, { id: number; approval: Approval }>('proposal.approve'),
    /** Sends the rejection to the app. */
    reject: promiseActor<void, { id: number; reason: Reason }>('proposal.reject'),
  },
  actions: {
    setPairingUri: assign({ pairingUri: (_, { pairingUri }: { pairingUri: PairingUri }) => pairingUri }),
    notifyUriCreated: sendToActor(pairing)(({ pairingUri }: { pairingUri: PairingUri }, { id }: Context) => ({
      type: 'report.uriCreated',
      name: `proposal:${id}`,
      id,
      pairingUri,
    })),
    notifyRequested: sendToActor(pairing)((_: undefined, { id }: Context) => ({
      type: 'report.requested',
      name: `proposal:${id}`,
    })),
    notifyCaller: sendToActor(pairing)(({ outcome }: { outcome: Outcome<undefined> }, { answering: id }: Context) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    notifyFaulty: sendToActor(pairing)(({ fault }: Validation, { answering: id }: Context) => ({
      type: 'report.settled',
      id,
      outcome: fault ? failed(fault) : cancelled,
    })),
    validate: enqueueActions(({ context: { proposal }, enqueue, system }) => {
      const hasExpired = proposal && isExpired(proposal.expiryTimestamp, now(system))
      enqueue.raise({
        type: 'proposal.validated',
        fault: hasExpired ? new LatchkeyError('pairing.proposalExpired') : undefined,
      })
    }),
    validateSettled: enqueueActions(({ context, enqueue, system }, { session }: { session: unknown }) => {
      enqueue.assign({ session })
      const { session: validSession, fault } = validateSession(session, context.proposed ?? {}, now(system))
      enqueue.raise({ type: 'proposal.validated', session: validSession, fault })
    }),
    validateApproval: enqueueActions(
      ({ context, enqueue, system }, { id, approval }: { id: string; approval: Approval }) => {
        enqueue.assign({ answering: id, approval, reason: undefined })
        enqueue.raise({
          type: 'proposal.validated',
          fault: validateApproval(assertDefined(context.proposal), approval, now(system)),
        })
      },
    ),
    validateRejection: enqueueActions(
      ({ context, enqueue, system }, { id, reason }: { id: string; reason: Reason }) => {
        enqueue.assign({ answering: id, reason, approval: undefined })
        enqueue.raise({
          type: 'proposal.validated',
          fault: validateRejection(assertDefined(context.proposal), reason, now(system)),
        })
      },
    ),
    setSession: assign({
      outcome: (_, { session }: Validation) => done(assertDefined(session)),
      session: undefined,
    }),
    setApproved: assign({
      outcome: ({ context: { proposal } }, { output }: { output: unknown }) =>
        done(settledSession(output, { requiredNamespaces: proposal?.requiredNamespaces ?? {} })),
    }),
    setFault: assign({ outcome: (_, { fault }: Validation) => (fault ? failed(fault) : cancelled) }),
    setRefusal: assign({ outcome: (_, { error }: { error: unknown }) => peerOutcome(error, 'connect') }),
    setFailure: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    setExpiry: assign({ outcome: () => expired(new LatchkeyError('pairing.proposalExpired')) }),
  },
  guards: {
    /** This side is the wallet, so its user decides on the proposal. On the app's side, it is sent to a wallet. */
    isReceived: ({ context }) => context.role === 'responder',
    /** The proposal has expired, or the wallet's session or the user's decision is invalid. */
    hasFault: (_, { fault }: Validation) => fault !== undefined,
    /** The user approved the proposal. Otherwise, the rejection is sent. */
    isApproving: ({ context }) => context.approval !== undefined,
    /** The user rejected the proposal in the wallet. */
    isDeclined: (_, { error }: { error: unknown }) => peerOutcome(error, 'connect').status === 'declined',
    /** The proposal expired before the wallet responded. */
    isExpired: (_, { error }: { error: unknown }) => peerOutcome(error, 'connect').status === 'expired',
  },
  delays: {
    /** The maximum time to create the pairing URI. The relay may be slow. */
    pairing: configurableDelay('pairingMs'),
    /** The maximum time to send the user's decision to the app. */
    exchange: configurableDelay('exchangeMs'),
    /** The time until the pairing URI, or the proposal that the wallet received, expires. */
    expiry: ({ context: { pairingUri, proposal }, system }) =>
      Math.max(0, (pairingUri?.expiresAt ?? (proposal?.expiryTimestamp ?? 0) * 1_000) - now(system)),
  },
}).createMachine({
  id: 'proposal',
  description: 'One proposal of a session, on either side.',
  meta: { kind: 'item', spec: ['3.34', '4.35', '5.36', '5.39', '5.40'] },
  context: ({ input }) => ({
    role: input.role,
    id: input.role === 'requester' ? input.id : String(input.proposal.id),
    proposed: input.role === 'requester' ? input.proposed : undefined,
    pairingUri: input.role === 'requester' ? input.pairingUri : undefined,
    proposal: input.role === 'responder' ? input.proposal : undefined,
    verifyContext: input.role === 'responder' ? input.verifyContext : undefined,
    approval: undefined,
    reason: undefined,
    answering: undefined,
    session: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { id, pairingUri, proposal, session, outcome } }) => ({
    id,
    pairingTopic: pairingUri?.pairingTopic ?? proposal?.pairingTopic,
    outcome,
    unwanted: topicIn(session),
  }),
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks the side, and whether there is time left for a response.',
      entry: 'validate',
      on: {
        'proposal.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'setFault', params: ({ event }) => event },
          },
          { guard: 'isReceived', target: 'proposed', actions: 'notifyRequested' },
          { target: 'proposing' },
        ],
      },
    },
    proposing: {
      description: 'The app proposes a session.',
      initial: 'creating',
      tags: 'busy',
      invoke: {
        id: 'propose',
        src: 'propose',
        input: ({ context: { proposed = {}, pairingUri } }) => ({ proposed, pairingUri }),
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      on: {
        'pairingUri.created': {
          target: '.waitingForWallet',
          actions: [
            { type: 'setPairingUri', params: ({ event }) => event },
            { type: 'notifyUriCreated', params: ({ event }) => event },
          ],
        },
        'pairingUri.failed': { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        'proposal.settled': { actions: { type: 'validateSettled', params: ({ event }) => event } },
        'proposal.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'setFault', params: ({ event }) => event },
          },
          { target: 'approved', actions: { type: 'setSession', params: ({ event }) => event } },
        ],
        'proposal.refused': [
          {
            guard: { type: 'isDeclined', params: ({ event }) => event },
            target: 'rejected',
            actions: { type: 'setRefusal', params: ({ event }) => event },
          },
          {
            guard: { type: 'isExpired', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'setRefusal', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        'proposal.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The pairing URI is being created. The relay may be slow.',
          after: { pairing: { target: '#proposal.expired', actions: 'setTimedOut' } },
        },
        waitingForWallet: {
          description: 'Waits for a wallet to approve the proposal.',
          tags: 'showingUri',
          after: { expiry: { target: '#proposal.expired', actions: 'setExpiry' } },
        },
      },
    },
    proposed: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'deciding',
      on: {
        'proposal.approve': { actions: { type: 'validateApproval', params: ({ event }) => event } },
        'proposal.reject': { actions: { type: 'validateRejection', params: ({ event }) => event } },
        'proposal.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            actions: { type: 'notifyFaulty', params: ({ event }) => event },
          },
          { guard: 'isApproving', target: 'approving' },
          { target: 'rejecting' },
        ],
        'proposal.refused': { target: 'expired', actions: 'setExpiry' },
        'proposal.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    approving: {
      description: 'The session is being settled.',
      tags: 'busy',
      invoke: {
        id: 'approve',
        src: 'approve',
        input: ({ context: { proposal, approval } }) => ({
          id: assertDefined(proposal).id,
          approval: assertDefined(approval),
        }),
        onDone: {
          target: 'approved',
          actions: [
            { type: 'setApproved', params: ({ event }) => event },
            { type: 'notifyCaller', params: { outcome: done(undefined) } },
          ],
        },
        onError: {
          target: 'proposed',
          actions: { type: 'notifyCaller', params: ({ event }) => ({ outcome: unsent(event) }) },
        },
      },
      on: {
        'proposal.cancel': 'cancelled',
        'proposal.recall': { target: 'proposed', actions: { type: 'notifyCaller', params: { outcome: cancelled } } },
        'proposal.refused': { target: 'expired', actions: 'setExpiry' },
      },
      after: {
        exchange: { target: 'proposed', actions: { type: 'notifyCaller', params: () => ({ outcome: unsent({}) }) } },
      },
    },
    rejecting: {
      description: 'The rejection is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'reject',
        src: 'reject',
        input: ({ context: { proposal, reason } }) => ({
          id: assertDefined(proposal).id,
          reason: assertDefined(reason),
        }),
        onDone: { target: 'rejected', actions: { type: 'notifyCaller', params: { outcome: done(undefined) } } },
        onError: {
          target: 'rejected',
          actions: { type: 'notifyCaller', params: ({ event }) => ({ outcome: unsent(event) }) },
        },
      },
      on: {
        'proposal.cancel': 'cancelled',
        'proposal.recall': { target: 'proposed', actions: { type: 'notifyCaller', params: { outcome: cancelled } } },
        'proposal.refused': { target: 'expired', actions: 'setExpiry' },
      },
      after: {
        exchange: { target: 'rejected', actions: { type: 'notifyCaller', params: () => ({ outcome: unsent({}) }) } },
      },
    },
    approved: { type: 'final', description: 'The session is settled.' },
    rejected: { type: 'final', description: 'The user rejected the proposal.' },
    expired: { type: 'final', description: 'There was no response in time.' },
    cancelled: { type: 'final', description: 'The proposal was cancelled.' },
    failed: { type: 'final', description: 'The pairing URI could not be created, or the settled session is invalid.' },
  },
})
