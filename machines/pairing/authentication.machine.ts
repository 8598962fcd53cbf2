/** Item, one per one-click sign-in: a session and a signature in one step, on the app's or the wallet's side. */
import { assign, enqueueActions, setup } from 'xstate'
import { PAIRING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Cacao } from './pairing.schemas.ts'
import { errorTexts } from '../shared/errors/catalog.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { cancelled, done, expired, failed, unsent } from '../shared/outcome.rules.ts'
import { authPayloadOf, type SignInParams } from './rules/authenticate.ts'
import { isExpired } from './rules/expiry.ts'
import { peerOutcome } from './rules/peerErrors.ts'
import { topicIn } from './rules/proposals.ts'
import { requestedAt, validateSignIn, validateOrigin, validateRefusal, toSignedIn } from './rules/signIns.ts'
import type { AuthenticationContract } from './authentication.contract.ts'
import type { PairingUri, Reason } from './proposal.contract.ts'
import { pairing } from './pairing.contract.ts'

type Context = AuthenticationContract['context']
type PairingUriEvent = Extract<AuthenticationContract['event'], { type: `pairingUri.${string}` }>
interface Validation {
  fault: LatchkeyError | undefined
}
interface Failure {
  error: unknown
}

const forgedOutcome = (): { outcome: Outcome<never> } => ({
  outcome: failed(new LatchkeyError('session.signatureInvalid')),
})

export const authenticationMachine = setup({
  types: {} as SetupTypes<AuthenticationContract>,
  actors: {
    /** Requests a sign-in. Withdraws the request if the attempt ends before a wallet responds. */
    authenticate: callbackActor<PairingUriEvent, { params: SignInParams }>('authentication.authenticate'),
    /** Verifies that each credential was signed by the account that it names. */
    verifySignatures: promiseActor<boolean, { credentials: readonly Cacao[] }>('authentication.verifySignatures'),
    /** Sends the credentials, or the rejection. Resolves to the session that is created with them. */
    answer: promiseActor<unknown, { id: number; credentials: readonly Cacao[]; reason: Reason | undefined }>(
      'authentication.answer',
    ),
  },
  actions: {
    /** The client adds the time of the request to the payload. */
    setPairingUri: assign(({ context, system }, { pairingUri }: { pairingUri: PairingUri }) => ({
      pairingUri,
      requestedAt: now(system),
      payload: authPayloadOf(assertDefined(context.params), ''),
    })),
    notifyUriCreated: sendToActor(pairing)(({ pairingUri }: { pairingUri: PairingUri }, { id }: Context) => ({
      type: 'report.uriCreated',
      name: `authentication:${id}`,
      id,
      pairingUri,
    })),
    notifyRequested: sendToActor(pairing)((_: undefined, { id }: Context) => ({
      type: 'report.requested',
      name: `authentication:${id}`,
    })),
    notifyCaller: sendToActor(pairing)(({ outcome }: { outcome: Outcome<undefined> }, { answering: id }: Context) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    validate: enqueueActions(({ context: { request }, enqueue, system }) => {
      const hasExpired = request && isExpired(request.expiryTimestamp, now(system))
      enqueue.raise({
        type: 'authentication.validated',
        fault: hasExpired ? new LatchkeyError('session.authTimedOut') : undefined,
      })
    }),
    validateAnswer: enqueueActions(
      ({ context, enqueue, system }, answer: { credentials: unknown; session: unknown }) => {
        const request = { payload: context.payload, sinceMs: context.requestedAt, nowMs: now(system) }
        const { fault, credentials } = validateSignIn(answer, request)
        enqueue.assign({ credentials, session: answer.session })
        enqueue.raise({ type: 'authentication.validated', fault })
      },
    ),
    validateApproval: enqueueActions(
      ({ context, enqueue, system }, { id, credentials: untrusted }: { id: string; credentials: unknown }) => {
        const { authPayload: payload } = assertDefined(context.request)
        const request = { payload, sinceMs: requestedAt(payload, now(system)), nowMs: now(system) }
        const { fault, credentials } = validateSignIn({ credentials: untrusted, session: undefined }, request)
        enqueue.assign({ answering: id, credentials, reason: undefined })
        enqueue.raise({ type: 'authentication.validated', fault: context.fault ?? fault })
      },
    ),
    validateRejection: enqueueActions(
      ({ context, enqueue, system }, { id, reason }: { id: string; reason: Reason }) => {
        enqueue.assign({ answering: id, reason, credentials: [] })
        enqueue.raise({
          type: 'authentication.validated',
          fault: validateRefusal(Number(context.id), reason, now(system)),
        })
      },
    ),
    setSession: assign({ session: (_, { output }: { output: unknown }) => output }),
    setSignedIn: assign({
      outcome: ({ context: { credentials, session } }) => done(toSignedIn(credentials, session)),
      session: undefined,
    }),
    setFault: assign({ outcome: (_, { fault }: Validation) => (fault ? failed(fault) : cancelled) }),
    setForged: assign(forgedOutcome),
    rejectForged: assign({
      reason: { ...PAIRING.errors.settlementFailed, message: errorTexts['session.signatureInvalid'] },
      credentials: [],
    }),
    setFailure: assign({ outcome: (_, { error }: Failure) => failed(toLatchkeyError(error)) }),
    setRefusal: assign({ outcome: (_, { error }: Failure) => peerOutcome(error, 'connect') }),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    setExpiry: assign({ outcome: () => expired(new LatchkeyError('session.authTimedOut')) }),
  },
  guards: {
    /** This side is the wallet, so its user decides, and can try again after an error. */
    isReceived: ({ context }) => context.role === 'responder',
    /** The request has expired, or the wallet's credentials or the user's decision is invalid. */
    hasFault: (_, { fault }: Validation) => fault !== undefined,
    /** The wallet connected without a signature, because it does not support sign-in requests. */
    isUnsigned: ({ context }) => context.credentials.length === 0,
    /** This side is the wallet and its own signature is invalid, so the request is rejected instead. */
    isOwnForged: ({ context }, { output }: { output: boolean }) => !output && context.role === 'responder',
    /** A signature is invalid, so the app does not trust the sign-in. */
    isForged: (_, { output }: { output: boolean }) => !output,
    /** A rejection is sent, because the user rejected the request or the signature is invalid. */
    isRefusing: ({ context }) => context.reason !== undefined,
    /** The user rejected the sign-in in the wallet. */
    isDeclined: (_, { error }: Failure) => peerOutcome(error, 'connect').status === 'declined',
    /** The request expired before the wallet responded. */
    isExpired: (_, { error }: Failure) => peerOutcome(error, 'connect').status === 'expired',
  },
  delays: {
    /** The maximum time to create the pairing URI. The relay may be slow. */
    pairing: configurableDelay('pairingMs'),
    /** The maximum time to send the user's decision to the app. After that, the user can try again. */
    exchange: configurableDelay('exchangeMs'),
    /** The maximum time to verify the signatures. For a smart account, this includes a call to its chain. */
    verify: configurableDelay('verifyMs'),
    /** The time until the pairing URI, or the request that the wallet received, expires. */
    expiry: ({ context: { pairingUri, request }, system }) =>
      Math.max(0, (pairingUri?.expiresAt ?? (request?.expiryTimestamp ?? 0) * 1_000) - now(system)),
  },
}).createMachine({
  id: 'authentication',
  description: 'One sign-in that creates a session, on either side.',
  meta: { kind: 'item', spec: ['3.36', '5.50', '8.47'] },
  context: ({ input }) => ({
    role: input.role,
    id: input.role === 'requester' ? input.id : String(input.request.id),
    params: input.role === 'requester' ? input.params : undefined,
    payload: input.role === 'responder' ? input.request.authPayload : undefined,
    pairingUri: undefined,
    request: input.role === 'responder' ? input.request : undefined,
    verifyContext: input.role === 'responder' ? input.verifyContext : undefined,
    fault: input.role === 'responder' ? validateOrigin(input.request) : undefined,
    requestedAt: 0,
    credentials: [],
    session: undefined,
    reason: undefined,
    answering: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { id, pairingUri, request, session, outcome } }) => ({
    id,
    pairingTopic: pairingUri?.pairingTopic ?? request?.pairingTopic,
    outcome,
    unwanted: topicIn(session),
  }),
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks the side, and whether there is time left for a response.',
      entry: 'validate',
      on: {
        'authentication.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'setFault', params: ({ event }) => event },
          },
          { guard: 'isReceived', target: 'requested', actions: 'notifyRequested' },
          { target: 'requesting' },
        ],
      },
    },
    requesting: {
      description: 'The app requests a sign-in.',
      initial: 'creating',
      tags: 'busy',
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ context }) => ({ params: assertDefined(context.params) }),
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
        'authentication.answered': { actions: { type: 'validateAnswer', params: ({ event }) => event } },
        'authentication.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'setFault', params: ({ event }) => event },
          },
          {
            description: 'A wallet that does not support sign-in accepted the ordinary proposal.',
            guard: 'isUnsigned',
            target: 'authenticated',
            actions: 'setSignedIn',
          },
          { target: 'verifying' },
        ],
        'authentication.refused': [
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
        'authentication.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The pairing URI is being created. The relay may be slow.',
          after: { pairing: { target: '#authentication.expired', actions: 'setTimedOut' } },
        },
        waitingForWallet: {
          description: 'Waits for a wallet to approve the sign-in.',
          tags: 'showingUri',
          after: { expiry: { target: '#authentication.expired', actions: 'setExpiry' } },
        },
      },
    },
    requested: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'deciding',
      on: {
        'authentication.approve': { actions: { type: 'validateApproval', params: ({ event }) => event } },
        'authentication.reject': { actions: { type: 'validateRejection', params: ({ event }) => event } },
        'authentication.validated': [
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            actions: { type: 'notifyCaller', params: ({ event }) => ({ outcome: unsent({ error: event.fault }) }) },
          },
          { guard: 'isRefusing', target: 'answering' },
          { target: 'verifying' },
        ],
        'authentication.refused': { target: 'expired', actions: 'setExpiry' },
        'authentication.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    verifying: {
      description:
        'The signatures of the credentials are being verified, before the app trusts them and before the wallet sends them.',
      tags: 'busy',
      invoke: {
        id: 'verifySignatures',
        src: 'verifySignatures',
        input: ({ context: { credentials } }) => ({ credentials }),
        onDone: [
          {
            description: 'A rejection is sent, so that the app knows that there will be no session.',
            guard: { type: 'isOwnForged', params: ({ event }) => event },
            target: 'answering',
            actions: ['setForged', 'rejectForged', { type: 'notifyCaller', params: forgedOutcome }],
          },
          { guard: { type: 'isForged', params: ({ event }) => event }, target: 'failed', actions: 'setForged' },
          { guard: 'isReceived', target: 'answering' },
          { target: 'authenticated', actions: 'setSignedIn' },
        ],
        onError: [
          {
            description: 'The signatures could not be verified. The user may try again.',
            guard: 'isReceived',
            target: 'requested',
            actions: { type: 'notifyCaller', params: ({ event }) => ({ outcome: unsent(event) }) },
          },
          { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
      on: {
        'authentication.refused': { guard: 'isReceived', target: 'expired', actions: 'setExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': {
          guard: 'isReceived',
          target: 'requested',
          actions: { type: 'notifyCaller', params: { outcome: cancelled } },
        },
      },
      after: {
        verify: [
          {
            guard: 'isReceived',
            target: 'requested',
            actions: { type: 'notifyCaller', params: () => ({ outcome: unsent({}) }) },
          },
          { target: 'failed', actions: 'setTimedOut' },
        ],
      },
    },
    answering: {
      description: 'The response is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context: { id, credentials, reason } }) => ({ id: Number(id), credentials, reason }),
        onDone: [
          {
            guard: 'isRefusing',
            target: 'rejected',
            actions: { type: 'notifyCaller', params: { outcome: done(undefined) } },
          },
          {
            target: 'authenticated',
            actions: [
              { type: 'setSession', params: ({ event }) => event },
              'setSignedIn',
              { type: 'notifyCaller', params: { outcome: done(undefined) } },
            ],
          },
        ],
        onError: {
          target: 'requested',
          actions: { type: 'notifyCaller', params: ({ event }) => ({ outcome: unsent(event) }) },
        },
      },
      on: {
        'authentication.refused': { target: 'expired', actions: 'setExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': {
          target: 'requested',
          actions: { type: 'notifyCaller', params: { outcome: cancelled } },
        },
      },
      after: {
        exchange: { target: 'requested', actions: { type: 'notifyCaller', params: () => ({ outcome: unsent({}) }) } },
      },
    },
    authenticated: { type: 'final', description: 'Signed in, or only connected if the wallet cannot sign in.' },
    rejected: { type: 'final', description: 'The user rejected the sign-in.' },
    expired: { type: 'final', description: 'There was no response in time.' },
    cancelled: { type: 'final', description: 'The sign-in was cancelled.' },
    failed: { type: 'final', description: 'The response does not match the request, or its signature is invalid.' },
  },
})
