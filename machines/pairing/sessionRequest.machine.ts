/** Item, one per request: on the app's side until the wallet has answered, on the wallet's side until the user has. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { cancelled, declined, done, expired, failed, unsent } from '../shared/outcome.rules.ts'
import { peerOutcome } from './rules/peerErrors.ts'
import { answerFault, judgeQuestion, judgeReceived, type Question } from './rules/sessionRequests.ts'
import { refusalOf } from './rules/refusals.ts'
import type { Answer, SessionRequestContract } from './sessionRequest.contract.ts'
import { pairing } from './pairing.contract.ts'

type Context = SessionRequestContract['context']
interface Validated {
  fault: LatchkeyError | undefined
}
interface Refused {
  error: unknown
}

export const sessionRequestMachine = setup({
  types: {} as TypesOf<SessionRequestContract>,
  actors: {
    /** Sends the request and resolves to the wallet's answer. */
    publishRequest: effect<unknown, { topic: string; question: Question }>('sessionRequest.publishRequest'),
    respond: effect<void, { topic: string; id: number; answer: Answer }>('sessionRequest.respond'),
  },
  actions: {
    validate: enqueueActions(({ context: { role, asked, session }, enqueue, system }) => {
      const validated =
        role === 'requester'
          ? judgeQuestion(asked as Question, session, now(system))
          : judgeReceived(asked, session, now(system))
      const { question, fault } = validated
      enqueue.assign({ question, expiresAt: now(system) + (question?.expirySeconds ?? 0) * 1_000 })
      enqueue.raise({ type: 'sessionRequest.validated', fault })
    }),
    keepFault: assign({ outcome: (_, { fault }: Validated) => (fault ? failed(fault) : cancelled) }),
    refuse: assign({ answer: (_, { fault }: Validated) => (fault ? { error: refusalOf(fault) } : undefined) }),
    keepResult: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    keepRefusal: assign({ outcome: (_, { error }: Refused) => peerOutcome(error, 'request') }),
    keepExpiry: assign({ outcome: () => expired(new LatchkeyError('session.requestExpired')) }),
    keepAnswer: assign((_, { id, answer }: { id: string; answer: unknown }) => ({
      answering: id,
      answer: answer as Answer,
    })),
    keepAnswered: assign({
      outcome: ({ context: { answer } }) =>
        answer && 'error' in answer
          ? declined(new LatchkeyError('request.declined', { cause: answer.error }))
          : done(answer?.result),
    }),
    tellCaller: tell(pairing)(({ id, outcome }: { id: string | undefined; outcome: Outcome<undefined> }) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    tellAsked: tell(pairing)(({ id }: { id: string }) => ({
      type: 'report.asked',
      name: `sessionRequest:${id}`,
    })),
  },
  guards: {
    over: (_, { fault }: Validated) => LatchkeyError.is(fault, 'session.requestExpired'),
    refusable: ({ context }, { fault }: Validated) => fault !== undefined && context.role === 'responder',
    faulty: (_, { fault }: Validated) => fault !== undefined,
    received: ({ context }) => context.role === 'responder',
    rejected: (_, { error }: Refused) => peerOutcome(error, 'request').status === 'declined',
    overdue: (_, { error }: Refused) => peerOutcome(error, 'request').status === 'expired',
    sound: ({ context }, { answer }: { answer: unknown }) =>
      answerFault(context.id, answer, context.session) === undefined,
    refusing: ({ context: { answer } }) => answer !== undefined && 'error' in answer,
  },
  delays: {
    expiry: ({ context, system }) => Math.max(0, context.expiresAt - now(system)),
    exchange: timeout('exchangeMs'),
  },
}).createMachine({
  id: 'sessionRequest',
  description: 'One request of an app to a wallet, on either side.',
  meta: { kind: 'item', spec: ['3.35', '5.41', '5.42', '5.43', '5.44', '5.45', '6.4'] },
  context: ({ input }) => ({
    role: input.role,
    id: input.role === 'requester' ? input.id : String(input.received.id),
    session: input.session,
    asked: input.role === 'requester' ? input.question : input.received,
    question: undefined,
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
          { guard: { type: 'over', params: ({ event }) => event }, target: 'expired', actions: 'keepExpiry' },
          {
            guard: { type: 'refusable', params: ({ event }) => event },
            target: 'refusing',
            actions: [
              { type: 'refuse', params: ({ event }) => event },
              { type: 'keepFault', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'faulty', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'keepFault', params: ({ event }) => event },
          },
          {
            guard: 'received',
            target: 'waiting',
            actions: { type: 'tellAsked', params: ({ context }) => context },
          },
          { target: 'publishing' },
        ],
      },
    },
    publishing: {
      description: "Waits for the wallet's answer. A sleeping wallet receives the request when it wakes up.",
      tags: 'busy',
      invoke: {
        id: 'publishRequest',
        src: 'publishRequest',
        input: ({ context: { session, asked } }) => ({ topic: session.topic, question: asked as Question }),
        onDone: { target: 'answered', actions: { type: 'keepResult', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'rejected', params: ({ event }) => event },
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
      },
      on: { 'sessionRequest.cancel': 'cancelled' },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
    },
    waiting: {
      description: 'Waits for the user to decide in the wallet.',
      tags: 'asking',
      on: {
        'sessionRequest.respond': [
          {
            guard: { type: 'sound', params: ({ event }) => event },
            target: 'responding',
            actions: { type: 'keepAnswer', params: ({ event }) => event },
          },
          {
            actions: {
              type: 'tellCaller',
              params: ({ context: { id, session }, event }) => ({
                id: event.id,
                outcome: unsent({ error: answerFault(id, event.answer, session) }),
              }),
            },
          },
        ],
        'sessionRequest.cancel': 'cancelled',
      },
      after: { expiry: { target: 'expired', actions: 'keepExpiry' } },
    },
    responding: {
      description: "The user's answer is being sent to the app.",
      tags: 'busy',
      invoke: {
        id: 'respond',
        src: 'respond',
        input: ({ context }) => answerOf(context),
        onDone: [
          {
            guard: 'refusing',
            target: 'rejected',
            actions: [
              'keepAnswered',
              { type: 'tellCaller', params: ({ context }) => ({ id: context.answering, outcome: done(undefined) }) },
            ],
          },
          {
            target: 'answered',
            actions: [
              'keepAnswered',
              { type: 'tellCaller', params: ({ context }) => ({ id: context.answering, outcome: done(undefined) }) },
            ],
          },
        ],
        onError: {
          target: 'waiting',
          actions: {
            type: 'tellCaller',
            params: ({ context, event }) => ({ id: context.answering, outcome: unsent(event) }),
          },
        },
      },
      on: {
        'sessionRequest.cancel': 'cancelled',
        'sessionRequest.recall': {
          target: 'waiting',
          actions: { type: 'tellCaller', params: ({ context }) => ({ id: context.answering, outcome: cancelled }) },
        },
      },
      after: {
        exchange: {
          target: 'waiting',
          actions: { type: 'tellCaller', params: ({ context }) => ({ id: context.answering, outcome: unsent({}) }) },
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
    answered: { type: 'final', description: 'The wallet answered.' },
    rejected: { type: 'final', description: 'The user rejected the request.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The request was cancelled, or its session ended.' },
    failed: { type: 'final', description: 'The request is not allowed, or could not be sent or answered.' },
  },
})

function answerOf({ session, id, answer }: Context): { topic: string; id: number; answer: Answer } {
  return { topic: session.topic, id: Number(id), answer: answer ?? { result: null } }
}
