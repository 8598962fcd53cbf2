/**
 * One payment by the connected wallet: asked for, kept, and confirmed by the network.
 *
 * The chart of `walletPayment`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  late: true as boolean,
  visible: true as boolean,
  takenUp: true as boolean,
  undone: true as boolean,
  toldElsewhere: true as boolean,
  resumed: true as boolean,
  sent: true as boolean,
  known: true as boolean,
  ours: true as boolean,
  own: true as boolean,
  ownSuccess: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  keep: 'pending' as Ends, // the slot walletPayment.keep
  claim: 'pending' as Ends, // the slot walletPayment.claim
  look: 'pending' as Ends, // the slot walletPayment.look
  finish: 'pending' as Ends, // the slot walletPayment.finish
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    keep: work('keep'),
    claim: work('claim'),
    look: work('look'),
    watchPage: listener,
    finish: work('finish'),
  },
  actions: {
    ask: says('ask'),
    callOff: says('callOff'),
    keepSent: says('keepSent'),
    watch: says('watch'),
    tellProgress: says('tellProgress'),
    keepRefusal: says('keepRefusal'),
    keepUnanswered: says('keepUnanswered'),
    keepUnconfirmed: says('keepUnconfirmed'),
    keepKnown: says('keepKnown'),
    keepPaid: says('keepPaid'),
    keepUnpaid: says('keepUnpaid'),
    keepOutcome: says('keepOutcome'),
    keepReverted: says('keepReverted'),
    keepFinished: says('keepFinished'),
    keepCancelled: says('keepCancelled'),
    keepVisible: says('keepVisible'),
  },
  guards: {
    late: () => yes['late'],
    visible: () => yes['visible'],
    takenUp: () => yes['takenUp'],
    undone: () => yes['undone'],
    toldElsewhere: () => yes['toldElsewhere'],
    resumed: () => yes['resumed'],
    sent: () => yes['sent'],
    known: () => yes['known'],
    ours: () => yes['ours'],
    own: () => yes['own'],
    ownSuccess: () => yes['ownSuccess'],
  },
  delays: {
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
    keep: 2_000, // timeouts.writeMemoryMs
    settle: 45_000, // timeouts.receiptMs + timeouts.loadMs
    pause: 3_000,
    poll: 30_000,
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
    followed: 86_400_000,
  },
}).createMachine({
  id: 'walletPayment',
  description: 'One payment by the connected wallet: asked for, kept, and confirmed by the network.',
  meta: { kind: 'flow', spec: ['2.12'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Passing through: is it one that was not confirmed in time, or of an earlier visit?',
      always: [{ guard: 'late', target: 'late' }, { guard: 'resumed', target: 'claiming' }, { target: 'asking' }],
    },
    asking: {
      description: 'The visitor answers in the wallet.',
      tags: 'busy',
      entry: ['tellProgress', 'ask'],
      on: {
        'walletPayment.cancel': { target: 'ended', actions: 'callOff' },
        'requests.settled': [
          {
            guard: { type: 'sent' },
            target: 'keeping',
            actions: [{ type: 'keepSent' }, 'watch', 'tellProgress'],
          },
          { target: 'ended', actions: { type: 'keepRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'keepUnanswered' } },
    },
    keeping: {
      description: 'What was sent is kept, so that it is found again after a reload.',
      tags: 'busy',
      invoke: {
        id: 'keep',
        src: 'keep',
        onDone: 'confirming',
        onError: { target: 'confirming', description: 'It is known to this page alone.' },
      },
      on: {
        'walletPayment.cancel': 'ended',
        'walletPayment.settle': [
          {
            guard: { type: 'ownSuccess' },
            target: 'finishing',
            actions: [{ type: 'keepPaid' }, 'keepOutcome'],
          },
          { guard: { type: 'own' }, target: 'finishing', actions: ['keepUnpaid', { type: 'keepReverted' }] },
        ],
      },
      after: { keep: 'confirming' },
    },
    claiming: {
      description: 'Does another tab look after it?',
      tags: 'busy',
      invoke: {
        id: 'claim',
        src: 'claim',
        onDone: [
          { guard: { type: 'known' }, target: 'ended', actions: { type: 'keepKnown' } },
          { guard: { type: 'ours' }, target: 'confirming', actions: ['watch', 'tellProgress'] },
          { target: 'waiting' },
        ],
        onError: { target: 'confirming', actions: 'watch' },
      },
      on: { 'walletPayment.cancel': 'ended' },
      after: { keep: 'waiting' },
    },
    waiting: {
      description: 'Another tab looks after it, as long as it is there.',
      on: { 'walletPayment.cancel': 'ended' },
      after: { pause: 'deciding' },
    },
    confirming: {
      description: 'The network takes it up.',
      tags: 'busy',
      on: {
        'walletPayment.cancel': 'ended',
        'walletPayment.settle': [
          {
            guard: { type: 'ownSuccess' },
            target: 'finishing',
            actions: [{ type: 'keepPaid' }, 'keepOutcome'],
          },
          { guard: { type: 'own' }, target: 'finishing', actions: ['keepUnpaid', { type: 'keepReverted' }] },
        ],
      },
      after: { settle: { target: 'ended', actions: 'keepUnconfirmed' } },
    },
    late: {
      description: 'It was not confirmed in time, and whoever waited was told so. It may be taken up all the same.',
      initial: 'pausing',
      invoke: {
        id: 'watchPage',
        src: 'watchPage',
        onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
      },
      on: {
        'walletPayment.cancel': 'ended',
        'walletPayment.settle': [
          {
            guard: { type: 'ownSuccess' },
            target: 'finishing',
            actions: [{ type: 'keepPaid' }, 'keepOutcome'],
          },
          { guard: { type: 'own' }, target: 'finishing', actions: ['keepUnpaid', { type: 'keepReverted' }] },
        ],
        'page.shown': { actions: { type: 'keepVisible', params: { isVisible: true } } },
        'page.hidden': { actions: { type: 'keepVisible', params: { isVisible: false } } },
      },
      after: { followed: 'ended' },
      states: {
        pausing: {
          description: 'It was looked at a moment ago.',
          after: { poll: [{ guard: 'visible', target: 'looking' }, { target: 'resting' }] },
        },
        resting: { description: 'Nobody looks; nothing is asked.', always: { guard: 'visible', target: 'looking' } },
        looking: {
          description: 'Is it in a block by now?',
          tags: 'busy',
          invoke: {
            id: 'look',
            src: 'look',
            onDone: [
              {
                guard: { type: 'toldElsewhere' },
                target: '#walletPayment.ended',
                description: 'Another tab has told it.',
              },
              {
                guard: { type: 'takenUp' },
                target: '#walletPayment.finishing',
                actions: [{ type: 'keepPaid' }, 'keepOutcome'],
              },
              {
                guard: { type: 'undone' },
                target: '#walletPayment.finishing',
                actions: ['keepUnpaid', { type: 'keepReverted' }],
              },
              { target: 'pausing' },
            ],
            onError: 'pausing',
          },
          after: { api: 'pausing' },
        },
      },
    },
    finishing: {
      description: 'What became of it is kept, so that it is told once. Where it cannot be kept, it is told here.',
      tags: 'busy',
      invoke: {
        id: 'finish',
        src: 'finish',
        onDone: { target: 'ended', actions: { type: 'keepFinished' } },
        onError: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } },
      },
      on: { 'walletPayment.cancel': { target: 'ended', actions: 'keepCancelled' } },
      after: { keep: { target: 'ended', actions: { type: 'keepFinished', params: { output: true } } } },
    },
    ended: { type: 'final', description: 'What became of it is known, or is waited for no longer.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
