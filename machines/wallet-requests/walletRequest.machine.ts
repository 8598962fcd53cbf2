/**
 * Flow, one per request to a wallet. It always ends with an outcome. A transfer or a bundle of calls that the user confirms late
 * is still noticed.
 */
import { assign, setup, stateIn } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Answers, Question, QuestionKind, RpcCall } from './walletRequest.types.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type LogicOf, type TypesOf } from '../core/contract.ts'
import { effect, timeoutBy } from '../core/actors.ts'
import { frame } from '../embedded/frame.contract.ts'
import { tell, tellIfThere } from '../core/messaging.ts'
import { cancelled, done, expired, failed, isElsewhere } from '../shared/outcome.rules.ts'
import { declinedOutcome, expiry, leftUnanswered, maySend, refusal } from './walletRequest.rules.ts'
import { requests } from './requests.contract.ts'
import type { WalletRequestContract } from './walletRequest.contract.ts'

type Context = WalletRequestContract['context']
interface Contradiction {
  namespace: Namespace
  error: unknown
}

/** How long a wallet may take to answer. */
const PATIENCE = {
  connect: 'connectMs',
  switchNetwork: 'switchMs',
  addNetwork: 'switchMs',
  transfer: 'walletRequestMs',
  call: 'walletRequestMs',
} as const

const answer = timeoutBy(PATIENCE, ({ question }: Context) => question.kind)

/** Narrows the type of a question that needs preparation; the guard `prepared` ensures it. */
const prepared = (question: Question): Question<'transfer' | 'call'> => question as Question<'transfer' | 'call'>

export const walletRequestMachine = setup({
  types: {} as TypesOf<WalletRequestContract>,
  actors: {
    /** Builds the RPC call, and checks that the wallet is on the network and account that the question is for. */
    prepare: effect<RpcCall, Question<'transfer' | 'call'>>('walletRequest.prepare'),
    /** The only place that sends the wallet a request that the user has to confirm. */
    askWallet: effect<Answers[QuestionKind], Pick<Context, 'question' | 'call'>>('walletRequest.askWallet'),
  },
  actions: {
    keepCall: assign((_, { output }: { output: RpcCall }) => ({ call: output })),
    keepAnswer: assign({ outcome: (_, { output }: { output: Answers[QuestionKind] }) => done(output) }),
    keepRefusal: assign({
      outcome: ({ context }, { error }: { error: unknown }) => refusal(context.question, error),
    }),
    /** The wallet changed its network or account without an event. */
    readAgain: tell(({ namespace }: Contradiction) => namespaceItem(namespace))(({ error }: Contradiction) =>
      isElsewhere(error) ? { type: 'namespace.readAgain' } : undefined,
    ),
    keepExpiry: assign({ outcome: ({ context }) => expired(expiry(context.question)) }),
    keepLeaving: assign({ outcome: () => failed(new LatchkeyError('wallet.left')) }),
    keepUnanswered: assign({ outcome: () => expired(leftUnanswered()) }),
    keepCancelled: assign({ outcome: cancelled }),
    /** The user declined in the review, before the request was sent to the wallet. */
    keepNo: assign({ outcome: ({ context }) => declinedOutcome(context.question) }),
    /** Withdraws the request from the frame of the embedded wallet. Other wallets have no way to withdraw a request. */
    withdraw: tellIfThere(frame)((_: undefined, { question, call }: Context) => {
      if (question.kind !== 'transfer' && question.kind !== 'call') return undefined
      if (question.connection.connector.type !== 'AUTH') return undefined
      return { type: 'frame.withdraw', params: call?.params }
    }),
    release: tell(requests)((_: undefined, { id, outcome }: Context) => ({
      type: 'requests.release',
      id,
      outcome,
    })),
  },
  guards: {
    reviewed: ({ context }) => context.reviewed,
    byVisitor: (_, { byVisitor }: { byVisitor?: true }) => byVisitor === true,
    prepared: ({ context: { question } }) => question.kind === 'transfer' || question.kind === 'call',
    transfer: ({ context: { question } }) => question.kind === 'transfer',
    /** A transaction that the user confirms late is still sent. */
    followed: ({ context: { question } }) => maySend(question),
    late: stateIn({ asked: 'late' }),
  },
  delays: {
    answer,
    reminder: TIMING.reminderMs,
    lateAnswer: (asked) => answer(asked) + TIMING.lateAnswerMs,
  },
}).createMachine({
  id: 'walletRequest',
  description: 'One request to a wallet, where the user answers it.',
  meta: { kind: 'flow', spec: ['7.27', '7.28', '8.34', '8.43'] },
  context: ({ input: { question, id = '', reviewed = false } }) => ({
    question,
    id,
    reviewed,
    call: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether the request is reviewed or prepared before it is sent to the wallet.',
      always: [
        { guard: 'reviewed', target: 'reviewing' },
        { guard: 'prepared', target: 'preparing' },
        { target: 'asked' },
      ],
    },
    reviewing: {
      description: 'The user reviews the request in the modal. It is sent to the wallet once the user approves.',
      tags: 'busy',
      on: {
        'walletRequest.approve': [{ guard: 'prepared', target: 'preparing' }, { target: 'asked' }],
        'walletRequest.cancel': [
          { guard: { type: 'byVisitor', params: ({ event }) => event }, target: 'ended', actions: 'keepNo' },
          { target: 'ended', actions: 'keepCancelled' },
        ],
        'walletRequest.leave': { target: 'ended', actions: 'keepLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'keepExpiry' } },
    },
    preparing: {
      description: 'The RPC call is being prepared. The network and account of the wallet are checked last.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context: { question } }) => prepared(question),
        onDone: { target: 'asked', actions: { type: 'keepCall', params: ({ event }) => event } },
        onError: {
          target: 'ended',
          actions: [
            { type: 'keepRefusal', params: ({ event }) => event },
            {
              type: 'readAgain',
              params: ({ context, event }) => ({
                namespace: prepared(context.question).connection.namespace,
                error: event.error,
              }),
            },
          ],
        },
      },
      on: {
        'walletRequest.cancel': { target: 'ended', actions: 'keepCancelled' },
        'walletRequest.leave': { target: 'ended', actions: 'keepLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'keepExpiry' } },
    },
    asked: {
      description: 'The wallet shows the request.',
      initial: 'open',
      invoke: {
        id: 'askWallet',
        src: 'askWallet',
        input: ({ context: { question, call } }) => ({ question, call }),
        onDone: { target: 'answered', actions: { type: 'keepAnswer', params: ({ event }) => event } },
        onError: [
          { guard: 'late', target: 'closed' },
          { target: 'ended', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
      },
      on: {
        'walletRequest.leave': [
          { description: 'The user may still confirm what the wallet shows.', guard: 'late' },
          { guard: 'transfer', target: '.late', actions: 'keepCancelled' },
          {
            description: 'The transaction may still be sent.',
            guard: 'followed',
            target: '.late',
            actions: 'keepUnanswered',
          },
          { target: 'ended', actions: ['keepLeaving', 'withdraw'] },
        ],
      },
      after: { lateAnswer: 'closed' },
      states: {
        open: {
          description: "Waits for the user's answer.",
          tags: 'busy',
          initial: 'waiting',
          on: {
            'walletRequest.cancel': [
              { guard: 'followed', target: 'late', actions: 'keepCancelled' },
              { target: '#walletRequest.ended', actions: ['keepCancelled', 'withdraw'] },
            ],
          },
          after: {
            answer: [
              { guard: 'followed', target: 'late', actions: 'keepExpiry' },
              { target: '#walletRequest.ended', actions: ['keepExpiry', 'withdraw'] },
            ],
          },
          states: {
            waiting: { description: 'The request was sent a moment ago.', after: { reminder: 'overdue' } },
            overdue: {
              description: "No answer for a while: the wallet's window may be hidden behind another.",
              tags: 'overdue',
            },
          },
        },
        late: {
          description: 'The caller no longer waits, but the wallet may still show the request.',
          entry: ['withdraw', 'release'],
        },
      },
    },
    answered: { type: 'final', description: 'The wallet answered, in time or late.' },
    ended: { type: 'final', description: 'The request ended without an answer, as the outcome says.' },
    closed: { type: 'final', description: 'The caller no longer waited, and no late answer came.' },
  },
})

/** The machine, typed for some kinds of questions. */
export const walletRequestLogic = <Kind extends QuestionKind>() =>
  seal<WalletRequestContract>()(walletRequestMachine) as unknown as LogicOf<WalletRequestContract<Kind>>
