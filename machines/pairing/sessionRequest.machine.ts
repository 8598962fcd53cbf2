/** Item, one per request: on the app's side until the wallet has answered, on the wallet's side until the user has. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { cancelled, declined, done, expired, failed, unsent } from '../shared/outcome.rules.ts'
import { peerOutcome } from './rules/peerErrors.ts'
import {
  validateAnswer,
  validateSentRequest,
  validateReceivedRequest,
  type SessionRequest,
} from './rules/sessionRequests.ts'
import { refusalOf } from './rules/refusals.ts'
import type { Answer, SessionRequestContract } from './sessionRequest.contract.ts'
import { pairing } from './pairing.contract.ts'

type Context = SessionRequestContract['context']
interface Validation {
  fault: LatchkeyError | undefined
}
interface Failure {
  error: unknown
}

export const sessionRequestMachine = setup({
  types: {} as SetupTypes<SessionRequestContract>,
  actors: {
    /** Sends the request to the wallet. Resolves to the wallet's response. */
    publishRequest: promiseActor<unknown, { topic: string; request: SessionRequest }>('sessionRequest.publishRequest'),
    /** Sends the response to the app. */
    respond: promiseActor<void, { topic: string; id: number; answer: Answer }>('sessionRequest.respond'),
  },
  actions: {
    validate: enqueueActions(({ context: { role, unvalidatedRequest, session }, enqueue, system }) => {
      const validation =
        role === 'requester'
          ? validateSentRequest(unvalidatedRequest as SessionRequest, session, now(system))
          : validateReceivedRequest(unvalidatedRequest, session, now(system))
      const { sessionRequest, fault } = validation
      enqueue.assign({ request: sessionRequest, expiresAt: now(system) + (sessionRequest?.expirySeconds ?? 0) * 1_000 })
      enqueue.raise({ type: 'sessionRequest.validated', fault })
    }),
    setFault: assign({ outcome: (_, { fault }: Validation) => (fault ? failed(fault) : cancelled) }),
    setRejection: assign({ answer: (_, { fault }: Validation) => (fault ? { error: refusalOf(fault) } : undefined) }),
    setResult: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    setRefusal: assign({ outcome: (_, { error }: Failure) => peerOutcome(error, 'request') }),
    setExpiry: assign({ outcome: () => expired(new LatchkeyError('session.requestExpired')) }),
    setAnswer: assign((_, { id, answer }: { id: string; answer: unknown }) => ({
      answering: id,
      answer: answer as Answer,
    })),
    setAnswered: assign({
      outcome: ({ context: { answer } }) =>
        answer && 'error' in answer
          ? declined(new LatchkeyError('request.declined', { cause: answer.error }))
          : done(answer?.result),
    }),
    notifyCaller: sendToActor(pairing)(({ id, outcome }: { id: string | undefined; outcome: Outcome<undefined> }) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    notifyRequested: sendToActor(pairing)(({ id }: { id: string }) => ({
      type: 'report.requested',
      name: `sessionRequest:${id}`,
    })),
  },
  guards: {
    /** The request expired before it was sent or shown, so nothing is sent. */
    isOver: (_, { fault }: Validation) => LatchkeyError.is(fault, 'session.requestExpired'),
    /** This side is the wallet and the session does not allow the request, so it is rejected without being shown. */
    canBeRefused: ({ context }, { fault }: Validation) => fault !== undefined && context.role === 'responder',
    /** The session does not allow the request, so the app does not send it. */
    hasFault: (_, { fault }: Validation) => fault !== undefined,
    /** This side is the wallet, so its user decides on the request. On the app's side, the request is sent. */
    isReceived: ({ context }) => context.role === 'responder',
    /** The user rejected the request in the wallet. */
    isRejected: (_, { error }: Failure) => peerOutcome(error, 'request').status === 'declined',
    /** The request expired before the wallet responded. */
    isExpired: (_, { error }: Failure) => peerOutcome(error, 'request').status === 'expired',
    /** The response has the form that JSON-RPC requires. If not, it is not sent and the request stays open. */
    isValidAnswer: ({ context }, { answer }: { answer: unknown }) =>
      validateAnswer(context.id, answer, context.session) === undefined,
    /** The response is an error, so the request counts as rejected. */
    isRefusing: ({ context: { answer } }) => answer !== undefined && 'error' in answer,
  },
  delays: {
    /** The time until the request expires. The app sets it. */
    expiry: ({ context, system }) => Math.max(0, context.expiresAt - now(system)),
    /** The maximum time to send a response to the app. After that, the user can respond again. */
    exchange: configurableDelay('exchangeMs'),
  },
}).createMachine({
  id: 'sessionRequest',
  description: 'One request of an app to a wallet, on either side.',
  meta: { kind: 'item', spec: ['3.35', '5.41', '5.42', '5.43', '5.44', '5.45', '6.4'] },
  context: ({ input }) => ({
    role: input.role,
    id: input.role === 'requester' ? input.id : String(input.received.id),
    session: input.session,
    unvalidatedRequest: input.role === 'requester' ? input.request : input.received,
    request: undefined,
    expiresAt: 0,
    verifyContext: input.role === 'responder' ? input.received.verifyContext : undefined,
    answer: undefined,
    answering: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { id, session, outcome } }) => ({ id, topic: session.topic, outcome }),
  initial: 'validating',
  states: {
    validating: {
      description: 'Checks whether the request is allowed in this session.',
      entry: 'validate',
      on: {
        'sessionRequest.validated': [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'expired', actions: 'setExpiry' },
          {
            guard: { type: 'canBeRefused', params: ({ event }) => event },
            target: 'refusing',
            actions: [
              { type: 'setRejection', params: ({ event }) => event },
              { type: 'setFault', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'hasFault', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'setFault', params: ({ event }) => event },
          },
          {
            guard: 'isReceived',
            target: 'waiting',
            actions: { type: 'notifyRequested', params: ({ context }) => context },
          },
          { target: 'publishing' },
        ],
      },
    },
    publishing: {
      description: "Waits for the wallet's response. A sleeping wallet receives the request when it wakes up.",
      tags: 'busy',
      invoke: {
        id: 'publishRequest',
        src: 'publishRequest',
        input: ({ context: { session, unvalidatedRequest } }) => ({
          topic: session.topic,
          request: unvalidatedRequest as SessionRequest,
        }),
        onDone: { target: 'answered', actions: { type: 'setResult', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'isRejected', params: ({ event }) => event },
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
      },
      on: { 'sessionRequest.cancel': 'cancelled' },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    waiting: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'deciding',
      on: {
        'sessionRequest.respond': [
          {
            guard: { type: 'isValidAnswer', params: ({ event }) => event },
            target: 'responding',
            actions: { type: 'setAnswer', params: ({ event }) => event },
          },
          {
            actions: {
              type: 'notifyCaller',
              params: ({ context: { id, session }, event }) => ({
                id: event.id,
                outcome: unsent({ error: validateAnswer(id, event.answer, session) }),
              }),
            },
          },
        ],
        'sessionRequest.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'setExpiry' } },
    },
    responding: {
      description: "The user's decision is being sent to the app.",
      tags: 'busy',
      invoke: {
        id: 'respond',
        src: 'respond',
        input: ({ context }) => answerOf(context),
        onDone: [
          {
            guard: 'isRefusing',
            target: 'rejected',
            actions: [
              'setAnswered',
              { type: 'notifyCaller', params: ({ context }) => ({ id: context.answering, outcome: done(undefined) }) },
            ],
          },
          {
            target: 'answered',
            actions: [
              'setAnswered',
              { type: 'notifyCaller', params: ({ context }) => ({ id: context.answering, outcome: done(undefined) }) },
            ],
          },
        ],
        onError: {
          target: 'waiting',
          actions: {
            type: 'notifyCaller',
            params: ({ context, event }) => ({ id: context.answering, outcome: unsent(event) }),
          },
        },
      },
      on: {
        'sessionRequest.cancel': 'cancelled',
        'sessionRequest.recall': {
          target: 'waiting',
          actions: { type: 'notifyCaller', params: ({ context }) => ({ id: context.answering, outcome: cancelled }) },
        },
      },
      after: {
        exchange: {
          target: 'waiting',
          actions: { type: 'notifyCaller', params: ({ context }) => ({ id: context.answering, outcome: unsent({}) }) },
        },
      },
    },
    refusing: {
      description: 'The request is being rejected without being shown.',
      tags: 'busy',
      invoke: {
        id: 'respond',
        src: 'respond',
        input: ({ context }) => answerOf(context),
        onDone: 'failed',
        onError: 'failed',
      },
      on: { 'sessionRequest.cancel': 'cancelled' },
      after: { exchange: 'failed' },
    },
    answered: { type: 'final', description: 'The wallet approved or rejected the request.' },
    rejected: { type: 'final', description: 'The user rejected the request.' },
    expired: { type: 'final', description: 'There was no response in time.' },
    cancelled: { type: 'final', description: 'The request was cancelled, or its session ended.' },
    failed: {
      type: 'final',
      description: 'The request is not allowed, or the request or its response could not be sent.',
    },
  },
})

function answerOf({ session, id, answer }: Context): { topic: string; id: number; answer: Answer } {
  return { topic: session.topic, id: Number(id), answer: answer ?? { result: null } }
}
