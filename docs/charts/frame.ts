/**
 * The frame of the embedded wallet: made when it is first needed, asked, and never believed blindly.
 *
 * The chart of `frame`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  reached: true as boolean,
  asked: true as boolean,
  unasked: true as boolean,
  gone: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  reach: 'pending' as Ends, // the slot frame.reach
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
    frameRequest: listener,
    hold: listener,
    reach: work('reach'),
    show: listener,
  },
  actions: {
    begin: says('begin'),
    postAll: says('postAll'),
    failAll: says('failAll'),
    callOff: says('callOff'),
    withdraw: says('withdraw'),
    settle: says('settle'),
    keepError: says('keepError'),
    emitSignedOut: says('emitSignedOut'),
    keepAbsence: says('keepAbsence'),
    keepUnheard: says('keepUnheard'),
    heed: says('heed'),
    keepUser: says('keepUser'),
    forgetUser: says('forgetUser'),
    sync: says('sync'),
    beginAnew: says('beginAnew'),
    alert: says('alert'),
    alarm: says('alarm'),
  },
  guards: {
    reached: () => yes['reached'],
    asked: () => yes['asked'],
    unasked: () => yes['unasked'],
    gone: () => yes['gone'],
  },
  delays: {
    ready: 20_000, // timeouts.frameReadyMs
    reach: 15_000, // timeouts.apiMs
    settle: 500,
  },
}).createMachine({
  id: 'frame',
  description: 'The frame of the embedded wallet: made when it is first needed, asked, and never believed blindly.',
  meta: { kind: 'service', spec: ['3.19', '4.29', '7.38', '7.39', '7.43', '8.19', '8.20', '8.27', '9.4', '9.7'] },
  context: { open: [], count: 0, isSilent: false },
  initial: 'absent',
  on: {
    'frame.cancel': { actions: { type: 'callOff' } },
    'xstate.done.actor.*': {
      actions: [{ type: 'alarm' }, { type: 'heed' }, { type: 'keepUser' }, { type: 'sync' }, { type: 'settle' }],
    },
    'xstate.error.actor.*': { description: 'One that stopped by mistake takes no other with it.', actions: { type: 'settle' } },
  },
  states: {
    absent: {
      description: 'Nobody needed it yet, and nothing was asked of its site.',
      on: { 'frame.ask': { target: 'present', actions: { type: 'begin' } } },
    },
    present: {
      description: 'It is in the page.',
      entry: 'beginAnew',
      initial: 'loading',
      invoke: {
        id: 'hold',
        src: 'hold',
        onError: {
          target: 'failed',
          actions: [{ type: 'keepError' }, { type: 'alert', params: { code: 'alert.iframeLoadFailed' } }],
        },
      },
      on: {
        'frame.ask': { actions: { type: 'begin' } },
        'frame.withdraw': { actions: { type: 'withdraw' } },
        'frame.signedOut': { actions: ['forgetUser', 'emitSignedOut'] },
        'frame.lost': { target: 'failed', actions: { type: 'keepError' } },
      },
      states: {
        loading: {
          description: 'Its site answers, or does not.',
          tags: 'busy',
          on: { 'frame.answering': 'settling' },
          after: { ready: { target: '#frame.explaining', actions: { type: 'keepError' } } },
        },
        settling: {
          description: 'It said that it listens; it is given a moment.',
          tags: 'busy',
          after: { settle: 'ready' },
        },
        ready: {
          description: 'It answers.',
          initial: 'quiet',
          entry: ['beginAnew', 'postAll'],
          on: {
            'frame.ask': [
              {
                description: 'It does not answer any more: another one is loaded.',
                guard: 'gone',
                target: '#frame.present',
                reenter: true,
                actions: ['keepAbsence', 'failAll', { type: 'begin' }],
              },
              { actions: [{ type: 'begin' }, 'postAll'] },
            ],
            'frame.unanswered': { actions: { type: 'keepUnheard' } },
          },
          states: {
            quiet: { description: 'The visitor does not see it.', always: { guard: 'asked', target: 'showing' } },
            showing: {
              description: 'The visitor decides in it.',
              tags: 'showing',
              invoke: {
                id: 'show',
                src: 'show',
                onError: { description: 'It stays where it is, and what it asks can be taken back.' },
              },
              always: { guard: 'unasked', target: 'quiet' },
            },
          },
        },
      },
    },
    explaining: {
      description: 'It did not come, and nobody waits for it. Is its site there, which may refuse this page?',
      entry: 'failAll',
      invoke: {
        id: 'reach',
        src: 'reach',
        onDone: [
          {
            guard: { type: 'reached' },
            target: 'failed',
            actions: { type: 'alert', params: { code: 'alert.unverifiedDomain' } },
          },
          { target: 'failed', actions: { type: 'alert', params: { code: 'alert.iframeLoadFailed' } } },
        ],
        onError: { target: 'failed', actions: { type: 'alert', params: { code: 'alert.iframeLoadFailed' } } },
      },
      on: {
        'frame.ask': {
          target: 'present',
          actions: [{ type: 'alert', params: { code: 'alert.iframeLoadFailed' } }, { type: 'begin' }],
        },
      },
      after: { reach: { target: 'failed', actions: { type: 'alert', params: { code: 'alert.iframeLoadFailed' } } } },
    },
    failed: {
      description: 'It could not be loaded, or is not what was loaded. Whoever asks next tries again.',
      entry: 'failAll',
      on: { 'frame.ask': { target: 'present', actions: { type: 'begin' } } },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
