/** Item, one per one-click sign-in: a session and a signature in one step, on the app's or the wallet's side. */
import { assign, enqueueActions, setup } from 'xstate'
import { PAIRING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Cacao } from './pairing.schemas.ts'
import { errorTexts } from '../shared/errors/catalogue.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { cancelled, done, expired, failed, unsent } from '../shared/outcome.rules.ts'
import { authPayloadOf, type SignInParams } from './rules/authenticate.ts'
import { isExpired } from './rules/expiry.ts'
import { peerOutcome } from './rules/peerErrors.ts'
import { topicIn } from './rules/proposals.ts'
import { askedSince, judgeSignIn, originFault, refusalFault, signedInWith } from './rules/signIns.ts'
import type { AuthenticationContract } from './authentication.contract.ts'
import type { Offer, Reason } from './proposal.contract.ts'
import { pairing } from './pairing.contract.ts'

type Context = AuthenticationContract['context']
type Heard = Extract<AuthenticationContract['event'], { type: `offer.${string}` }>
interface Validated {
  fault: LatchkeyError | undefined
}
interface Refused {
  error: unknown
}

const forged = (): { outcome: Outcome<never> } => ({
  outcome: failed(new LatchkeyError('session.signatureInvalid')),
})

export const authenticationMachine = setup({
  types: {} as TypesOf<AuthenticationContract>,
  actors: {
    /** Requests a sign-in. Withdraws the request if the state is left before a wallet has answered. */
    authenticate: listener<Heard, { params: SignInParams }>('authentication.authenticate'),
    /** Whether each credential was signed by the account that it names. */
    verifySignatures: effect<boolean, { credentials: readonly Cacao[] }>('authentication.verifySignatures'),
    /** Sends the credentials, or the rejection. Resolves to the session that is created with them. */
    answer: effect<unknown, { id: number; credentials: readonly Cacao[]; reason: Reason | undefined }>(
      'authentication.answer',
    ),
  },
  actions: {
    /** The client adds the time of the request to the payload. */
    keepOffer: assign(({ context, system }, { offer }: { offer: Offer }) => ({
      offer,
      askedAt: now(system),
      payload: authPayloadOf(there(context.params), ''),
    })),
    tellOffered: tell(pairing)(({ offer }: { offer: Offer }, { id }: Context) => ({
      type: 'report.offered',
      name: `authentication:${id}`,
      id,
      offer,
    })),
    tellAsked: tell(pairing)((_: undefined, { id }: Context) => ({
      type: 'report.asked',
      name: `authentication:${id}`,
    })),
    tellCaller: tell(pairing)(({ outcome }: { outcome: Outcome<undefined> }, { answering: id }: Context) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    validate: enqueueActions(({ context: { request }, enqueue, system }) => {
      const over = request && isExpired(request.expiryTimestamp, now(system))
      enqueue.raise({
        type: 'authentication.validated',
        fault: over ? new LatchkeyError('session.authTimedOut') : undefined,
      })
    }),
    judgeAnswer: enqueueActions(
      ({ context, enqueue, system }, answered: { credentials: unknown; session: unknown }) => {
        const asked = { payload: context.payload, sinceMs: context.askedAt, nowMs: now(system) }
        const { fault, credentials } = judgeSignIn(answered, asked)
        enqueue.assign({ credentials, session: answered.session })
        enqueue.raise({ type: 'authentication.validated', fault })
      },
    ),
    judgeApproval: enqueueActions(
      ({ context, enqueue, system }, { id, credentials: given }: { id: string; credentials: unknown }) => {
        const { authPayload: payload } = there(context.request)
        const asked = { payload, sinceMs: askedSince(payload, now(system)), nowMs: now(system) }
        const { fault, credentials } = judgeSignIn({ credentials: given, session: undefined }, asked)
        enqueue.assign({ answering: id, credentials, reason: undefined })
        enqueue.raise({ type: 'authentication.validated', fault: context.fault ?? fault })
      },
    ),
    judgeRejection: enqueueActions(({ context, enqueue, system }, { id, reason }: { id: string; reason: Reason }) => {
      enqueue.assign({ answering: id, reason, credentials: [] })
      enqueue.raise({
        type: 'authentication.validated',
        fault: refusalFault(Number(context.id), reason, now(system)),
      })
    }),
    keepSession: assign({ session: (_, { output }: { output: unknown }) => output }),
    keepSignedIn: assign({
      outcome: ({ context: { credentials, session } }) => done(signedInWith(credentials, session)),
      session: undefined,
    }),
    keepFault: assign({ outcome: (_, { fault }: Validated) => (fault ? failed(fault) : cancelled) }),
    keepForged: assign(forged),
    refuseForged: assign({
      reason: { ...PAIRING.errors.settlementFailed, message: errorTexts['session.signatureInvalid'] },
      credentials: [],
    }),
    keepFailure: assign({ outcome: (_, { error }: Refused) => failed(toLatchkeyError(error)) }),
    keepRefusal: assign({ outcome: (_, { error }: Refused) => peerOutcome(error, 'connect') }),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    keepExpiry: assign({ outcome: () => expired(new LatchkeyError('session.authTimedOut')) }),
  },
  guards: {
    received: ({ context }) => context.role === 'responder',
    faulty: (_, { fault }: Validated) => fault !== undefined,
    unsigned: ({ context }) => context.credentials.length === 0,
    ownForged: ({ context }, { output }: { output: boolean }) => !output && context.role === 'responder',
    forged: (_, { output }: { output: boolean }) => !output,
    refusing: ({ context }) => context.reason !== undefined,
    declined: (_, { error }: Refused) => peerOutcome(error, 'connect').status === 'declined',
    overdue: (_, { error }: Refused) => peerOutcome(error, 'connect').status === 'expired',
  },
  delays: {
    pairing: timeout('pairingMs'),
    exchange: timeout('exchangeMs'),
    verify: timeout('verifyMs'),
    expiry: ({ context: { offer, request }, system }) =>
      Math.max(0, (offer?.expiresAt ?? (request?.expiryTimestamp ?? 0) * 1_000) - now(system)),
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
    offer: undefined,
    request: input.role === 'responder' ? input.request : undefined,
    verifyContext: input.role === 'responder' ? input.verifyContext : undefined,
    fault: input.role === 'responder' ? originFault(input.request) : undefined,
    askedAt: 0,
    credentials: [],
    session: undefined,
    reason: undefined,
    answering: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { id, offer, request, session, outcome } }) => ({
    id,
    pairingTopic: offer?.pairingTopic ?? request?.pairingTopic,
    outcome,
    unwanted: topicIn(session),
  }),
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks the side, and whether there is time left for an answer.',
      entry: 'validate',
      on: {
        'authentication.validated': [
          {
            guard: { type: 'faulty', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'keepFault', params: ({ event }) => event },
          },
          { guard: 'received', target: 'asked', actions: 'tellAsked' },
          { target: 'asking' },
        ],
      },
    },
    asking: {
      description: 'The app requests a sign-in.',
      initial: 'creating',
      tags: 'busy',
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ context }) => ({ params: there(context.params) }),
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: {
        'offer.made': {
          target: '.offered',
          actions: [
            { type: 'keepOffer', params: ({ event }) => event },
            { type: 'tellOffered', params: ({ event }) => event },
          ],
        },
        'offer.failed': { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        'authentication.answered': { actions: { type: 'judgeAnswer', params: ({ event }) => event } },
        'authentication.validated': [
          {
            guard: { type: 'faulty', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'keepFault', params: ({ event }) => event },
          },
          {
            description: 'A wallet that does not support sign-in accepted the ordinary proposal.',
            guard: 'unsigned',
            target: 'authenticated',
            actions: 'keepSignedIn',
          },
          { target: 'verifying' },
        ],
        'authentication.refused': [
          {
            guard: { type: 'declined', params: ({ event }) => event },
            target: 'rejected',
            actions: { type: 'keepRefusal', params: ({ event }) => event },
          },
          {
            guard: { type: 'overdue', params: ({ event }) => event },
            target: 'expired',
            actions: { type: 'keepRefusal', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
        'authentication.cancel': 'cancelled',
      },
      states: {
        creating: {
          description: 'The offer is being made. The relay may be slow.',
          after: { pairing: { target: '#authentication.expired', actions: 'keepSilence' } },
        },
        offered: {
          description: 'Waits for a wallet to accept the offer.',
          tags: 'offering',
          after: { expiry: { target: '#authentication.expired', actions: 'keepExpiry' } },
        },
      },
    },
    asked: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'authentication.approve': { actions: { type: 'judgeApproval', params: ({ event }) => event } },
        'authentication.reject': { actions: { type: 'judgeRejection', params: ({ event }) => event } },
        'authentication.validated': [
          {
            guard: { type: 'faulty', params: ({ event }) => event },
            actions: { type: 'tellCaller', params: ({ event }) => ({ outcome: unsent({ error: event.fault }) }) },
          },
          { guard: 'refusing', target: 'answering' },
          { target: 'verifying' },
        ],
        'authentication.refused': { target: 'expired', actions: 'keepExpiry' },
        'authentication.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
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
            guard: { type: 'ownForged', params: ({ event }) => event },
            target: 'answering',
            actions: ['keepForged', 'refuseForged', { type: 'tellCaller', params: forged }],
          },
          { guard: { type: 'forged', params: ({ event }) => event }, target: 'failed', actions: 'keepForged' },
          { guard: 'received', target: 'answering' },
          { target: 'authenticated', actions: 'keepSignedIn' },
        ],
        onError: [
          {
            description: 'The signatures could not be verified. The user may try again.',
            guard: 'received',
            target: 'asked',
            actions: { type: 'tellCaller', params: ({ event }) => ({ outcome: unsent(event) }) },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      on: {
        'authentication.refused': { guard: 'received', target: 'expired', actions: 'keepExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': {
          guard: 'received',
          target: 'asked',
          actions: { type: 'tellCaller', params: { outcome: cancelled } },
        },
      },
      after: {
        verify: [
          {
            guard: 'received',
            target: 'asked',
            actions: { type: 'tellCaller', params: () => ({ outcome: unsent({}) }) },
          },
          { target: 'failed', actions: 'keepSilence' },
        ],
      },
    },
    answering: {
      description: 'The answer is being sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'answer',
        src: 'answer',
        input: ({ context: { id, credentials, reason } }) => ({ id: Number(id), credentials, reason }),
        onDone: [
          {
            guard: 'refusing',
            target: 'rejected',
            actions: { type: 'tellCaller', params: { outcome: done(undefined) } },
          },
          {
            target: 'authenticated',
            actions: [
              { type: 'keepSession', params: ({ event }) => event },
              'keepSignedIn',
              { type: 'tellCaller', params: { outcome: done(undefined) } },
            ],
          },
        ],
        onError: {
          target: 'asked',
          actions: { type: 'tellCaller', params: ({ event }) => ({ outcome: unsent(event) }) },
        },
      },
      on: {
        'authentication.refused': { target: 'expired', actions: 'keepExpiry' },
        'authentication.cancel': 'cancelled',
        'authentication.recall': { target: 'asked', actions: { type: 'tellCaller', params: { outcome: cancelled } } },
      },
      after: {
        exchange: { target: 'asked', actions: { type: 'tellCaller', params: () => ({ outcome: unsent({}) }) } },
      },
    },
    authenticated: { type: 'final', description: 'Signed in, or only connected if the wallet cannot sign in.' },
    rejected: { type: 'final', description: 'The user rejected the sign-in.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The sign-in was cancelled.' },
    failed: { type: 'final', description: 'The answer does not match the request, or its signature is invalid.' },
  },
})
