/**
 * One question to a wallet; the visitor answers there.
 *
 * The chart of `walletRequest`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  reviewed: true as boolean,
  byVisitor: true as boolean,
  prepared: true as boolean,
  transfer: true as boolean,
  followed: true as boolean,
  late: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  prepare: 'pending' as Ends, // the slot walletRequest.prepare
  askWallet: 'pending' as Ends, // the slot walletRequest.askWallet
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    prepare: work('prepare'),
    askWallet: work('askWallet'),
  },
  actions: {
    keepCall: says('keepCall'),
    keepAnswer: says('keepAnswer'),
    keepRefusal: says('keepRefusal'),
    readAgain: says('readAgain'),
    keepExpiry: says('keepExpiry'),
    keepLeaving: says('keepLeaving'),
    keepUnanswered: says('keepUnanswered'),
    keepCancelled: says('keepCancelled'),
    keepNo: says('keepNo'),
    withdraw: says('withdraw'),
    release: says('release'),
  },
  guards: {
    reviewed: () => yes['reviewed'],
    byVisitor: () => yes['byVisitor'],
    prepared: () => yes['prepared'],
    transfer: () => yes['transfer'],
    followed: () => yes['followed'],
    late: () => yes['late'],
  },
  delays: {
    answer: 120_000, // one of timeouts.connectMs, timeouts.switchMs, timeouts.switchMs, timeouts.walletRequestMs, timeouts.walletRequestMs
    reminder: 15_000,
    lateAnswer: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'walletRequest',
  description: 'One question to a wallet; the visitor answers there.',
  meta: { kind: 'flow', spec: ['7.27', '7.28', '8.34', '8.43'] },
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
          { guard: { type: 'byVisitor' }, target: 'ended', actions: 'keepNo' },
          { target: 'ended', actions: 'keepCancelled' },
        ],
        'walletRequest.leave': { target: 'ended', actions: 'keepLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'keepExpiry' } },
    },
    preparing: {
      description: 'What the wallet is asked is worked out; the last look is where the wallet is, and whom it acts for.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        onDone: { target: 'asked', actions: { type: 'keepCall' } },
        onError: { target: 'ended', actions: [{ type: 'keepRefusal' }, { type: 'readAgain' }] },
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
        onDone: { target: 'answered', actions: { type: 'keepAnswer' } },
        onError: [{ guard: 'late', target: 'closed' }, { target: 'ended', actions: { type: 'keepRefusal' } }],
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
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
