/** Flow, one a question to a wallet, whoever asks. Every ending is an outcome, and a transfer or a bundle of calls that is confirmed late is still heard. */
import { assign, setup, stateIn } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Answers, Question, QuestionKind, RpcCall } from '../entities/question.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Namespace } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type LogicOf, type TypesOf } from '../kit/contract.ts'
import { effect, timeoutBy } from '../kit/effects.ts'
import { frame } from '../embedded/frame.contract.ts'
import { tell, tellIfThere } from '../kit/system.ts'
import { cancelled, done, expired, failed, isElsewhere } from '../rules/outcomes.ts'
import { declinedOutcome, expiry, leftUnanswered, maySend, refusal } from '../rules/questions.ts'
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

/** A question that has to be worked out: the guard sees to it that it is one. */
const prepared = (question: Question): Question<'transfer' | 'call'> => question as Question<'transfer' | 'call'>

export const walletRequestMachine = setup({
  types: {} as TypesOf<WalletRequestContract>,
  actors: {
    /** Works out what the wallet is asked, and makes sure that it is on the network and the account that this is for. */
    prepare: effect<RpcCall, Question<'transfer' | 'call'>>('walletRequest.prepare'),
    /** The one place where a wallet is asked for something that the visitor has to confirm. */
    askWallet: effect<Answers[QuestionKind], Pick<Context, 'question' | 'call'>>('walletRequest.askWallet'),
  },
  actions: {
    keepCall: assign((_, { output }: { output: RpcCall }) => ({ call: output })),
    keepAnswer: assign({ outcome: (_, { output }: { output: Answers[QuestionKind] }) => done(output) }),
    keepRefusal: assign({
      outcome: ({ context }, { error }: { error: unknown }) => refusal(context.question, error),
    }),
    /** The wallet has moved without saying so. */
    readAgain: tell(({ namespace }: Contradiction) => namespaceItem(namespace))(({ error }: Contradiction) =>
      isElsewhere(error) ? { type: 'namespace.readAgain' } : undefined,
    ),
    keepExpiry: assign({ outcome: ({ context }) => expired(expiry(context.question)) }),
    keepLeaving: assign({ outcome: () => failed(new LatchkeyError('wallet.left')) }),
    keepUnanswered: assign({ outcome: () => expired(leftUnanswered()) }),
    keepCancelled: assign({ outcome: cancelled }),
    /** The visitor's no, before the wallet was asked. */
    keepNo: assign({ outcome: ({ context }) => declinedOutcome(context.question) }),
    /** The embedded wallet shows it in its frame no more; other wallets cannot be told. */
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
    /** What the visitor confirms later moves tokens all the same. */
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
  description: 'One question to a wallet; the visitor answers there.',
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
      description: 'Passing through: does what is asked have to be worked out?',
      always: [
        { guard: 'reviewed', target: 'reviewing' },
        { guard: 'prepared', target: 'preparing' },
        { target: 'asked' },
      ],
    },
    reviewing: {
      description: 'The visitor reads what the wallet is to be asked. It is not asked before the visitor goes on.',
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
      description:
        'What the wallet is asked is worked out; the last look is where the wallet is, and whom it acts for.',
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
      description: 'The wallet shows the question.',
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
          { description: 'What the wallet shows may be confirmed there all the same.', guard: 'late' },
          { guard: 'transfer', target: '.late', actions: 'keepCancelled' },
          {
            description: 'It may be sent all the same.',
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
          description: 'The visitor is waited for.',
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
            waiting: { description: 'The wallet was asked a moment ago.', after: { reminder: 'overdue' } },
            overdue: {
              description: 'No answer for a while: the wallet may wait behind another window.',
              tags: 'overdue',
            },
          },
        },
        late: {
          description: 'Nobody waits any more, but the wallet may still show the question.',
          entry: ['withdraw', 'release'],
        },
      },
    },
    answered: { type: 'final', description: 'The wallet answered, while somebody waited or later.' },
    ended: { type: 'final', description: 'There is no answer, as the outcome says.' },
    closed: { type: 'final', description: 'Nobody waited any more, and there was no answer later either.' },
  },
})

/** The machine, for questions of some kinds. */
export const walletRequestLogic = <Kind extends QuestionKind>() =>
  seal<WalletRequestContract>()(walletRequestMachine) as unknown as LogicOf<WalletRequestContract<Kind>>
