/**
 * One request to a wallet, where the user answers it.
 *
 * The chart of `walletRequest` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isReviewed: true as boolean,
  isCancelledByUser: true as boolean,
  isTransfer: true as boolean,
  canSend: true as boolean,
  isLate: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  prepare: 'pending' as Ends, // the actor walletRequest.prepare
  askWallet: 'pending' as Ends, // the actor walletRequest.askWallet
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    prepare: work('prepare'),
    askWallet: work('askWallet'),
  },
  actions: {
    setCall: says('setCall'),
    setAnswer: says('setAnswer'),
    setRefusal: says('setRefusal'),
    rereadWallet: says('rereadWallet'),
    setExpiry: says('setExpiry'),
    setLeaving: says('setLeaving'),
    setUnanswered: says('setUnanswered'),
    setCancelled: says('setCancelled'),
    setNo: says('setNo'),
    withdrawRequest: says('withdrawRequest'),
    detachRequest: says('detachRequest'),
  },
  guards: {
    isReviewed: () => yes['isReviewed'],
    isCancelledByUser: () => yes['isCancelledByUser'],
    isTransfer: () => yes['isTransfer'],
    canSend: () => yes['canSend'],
    isLate: () => yes['isLate'],
  },
  delays: {
    answer: 300_000, // timeouts.walletRequestMs
    reminder: 15_000,
    lateAnswer: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'walletRequest',
  description: 'One request to a wallet, where the user answers it.',
  meta: { kind: 'flow', spec: ['7.27', '7.28', '8.34', '8.43'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether the user reviews the request before it is sent to the wallet.',
      always: [{ guard: 'isReviewed', target: 'reviewing' }, { target: 'preparing' }],
    },
    reviewing: {
      description: 'The user reviews the request in the modal. It is sent to the wallet once the user approves.',
      tags: 'busy',
      on: {
        'walletRequest.approve': 'preparing',
        'walletRequest.cancel': [
          { guard: { type: 'isCancelledByUser' }, target: 'ended', actions: 'setNo' },
          { target: 'ended', actions: 'setCancelled' },
        ],
        'walletRequest.leave': { target: 'ended', actions: 'setLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
    },
    preparing: {
      description: 'The RPC call is being prepared. The network and account of the wallet are checked last.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        onDone: { target: 'requested', actions: { type: 'setCall' } },
        onError: { target: 'ended', actions: [{ type: 'setRefusal' }, { type: 'rereadWallet' }] },
      },
      on: {
        'walletRequest.cancel': { target: 'ended', actions: 'setCancelled' },
        'walletRequest.leave': { target: 'ended', actions: 'setLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
    },
    requested: {
      description: 'The wallet shows the request.',
      initial: 'open',
      invoke: {
        id: 'askWallet',
        src: 'askWallet',
        onDone: { target: 'answered', actions: { type: 'setAnswer' } },
        onError: [{ guard: 'isLate', target: 'closed' }, { target: 'ended', actions: { type: 'setRefusal' } }],
      },
      on: {
        'walletRequest.leave': [
          { description: 'The user may still confirm what the wallet shows.', guard: 'isLate' },
          { guard: 'isTransfer', target: '.late', actions: 'setCancelled' },
          {
            description: 'The transaction may still be sent.',
            guard: 'canSend',
            target: '.late',
            actions: 'setUnanswered',
          },
          { target: 'ended', actions: ['setLeaving', 'withdrawRequest'] },
        ],
      },
      after: { lateAnswer: 'closed' },
      states: {
        open: {
          description: 'Waits for the user\'s answer.',
          tags: 'busy',
          initial: 'waiting',
          on: {
            'walletRequest.cancel': [
              { guard: 'canSend', target: 'late', actions: 'setCancelled' },
              { target: '#walletRequest.ended', actions: ['setCancelled', 'withdrawRequest'] },
            ],
          },
          after: {
            answer: [
              { guard: 'canSend', target: 'late', actions: 'setExpiry' },
              { target: '#walletRequest.ended', actions: ['setExpiry', 'withdrawRequest'] },
            ],
          },
          states: {
            waiting: { description: 'The request was sent a moment ago.', after: { reminder: 'overdue' } },
            overdue: {
              description: 'No answer for a while: the wallet\'s window may be hidden behind another.',
              tags: 'overdue',
            },
          },
        },
        late: {
          description: 'The caller no longer waits, but the wallet may still show the request.',
          entry: ['withdrawRequest', 'detachRequest'],
        },
      },
    },
    answered: { type: 'final', description: 'The wallet answered, in time or late.' },
    ended: { type: 'final', description: 'The request ended without an answer, as the outcome says.' },
    closed: { type: 'final', description: 'The caller no longer waited, and no late answer came.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
