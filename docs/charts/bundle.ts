/**
 * One bundle of calls that was sent: done, undone by the network, or not known.
 *
 * The chart of `bundle`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  'became → success': true as boolean,
  'became → reverted': true as boolean,
  'became → partlyReverted': true as boolean,
  'became → failed': true as boolean,
  looksLeft: false as boolean,
  forgotten: true as boolean,
  left: true as boolean,
}
const asks = (name: string) => (_: unknown, params: { to: string } | undefined) =>
  yes[(params ? `${name} → ${params.to}` : name) as keyof typeof yes]

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchStatus: 'pending' as Ends, // the slot bundle.fetchStatus
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
    fetchStatus: work('fetchStatus'),
    watchPage: listener,
  },
  actions: {
    countLook: says('countLook'),
    keepStatus: says('keepStatus'),
    keepFailure: says('keepFailure'),
    keepLeaving: says('keepLeaving'),
    keepSilence: says('keepSilence'),
    announceSettled: says('announceSettled'),
    saySettled: says('saySettled'),
    refreshBalance: says('refreshBalance'),
  },
  guards: {
    became: asks('became'),
    looksLeft: () => yes['looksLeft'],
    forgotten: () => yes['forgotten'],
    left: () => yes['left'],
  },
  delays: {
    look: 25_000, // timeouts.receiptMs
    next: 1_000, // worked out as it goes; a second here
    hidden: 86_400_000,
  },
}).createMachine({
  id: 'bundle',
  description: 'One bundle of calls that was sent: done, undone by the network, or not known.',
  meta: { kind: 'item', spec: ['4.34'] },
  initial: 'looking',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: [] } },
  on: { 'account.disconnected': { guard: { type: 'left' }, target: '.unknown', actions: 'keepLeaving' } },
  states: {
    looking: {
      description: 'The wallet is asked, or the chain, where the calls were sent one by one.',
      tags: 'busy',
      entry: 'countLook',
      on: { 'page.hidden': 'hidden' },
      invoke: {
        id: 'fetchStatus',
        src: 'fetchStatus',
        onDone: [
          {
            guard: { type: 'became', params: { to: 'success' } },
            target: 'success',
            actions: { type: 'keepStatus' },
          },
          {
            guard: { type: 'became', params: { to: 'reverted' } },
            target: 'reverted',
            actions: { type: 'keepStatus' },
          },
          {
            guard: { type: 'became', params: { to: 'partlyReverted' } },
            target: 'partlyReverted',
            actions: { type: 'keepStatus' },
          },
          {
            guard: { type: 'became', params: { to: 'failed' } },
            target: 'failed',
            actions: { type: 'keepStatus' },
          },
          { guard: 'looksLeft', target: 'waiting', actions: { type: 'keepStatus' } },
          { target: 'unknown', actions: [{ type: 'keepStatus' }, 'keepSilence'] },
        ],
        onError: [
          { guard: { type: 'forgotten' }, target: 'unknown', actions: { type: 'keepFailure' } },
          { guard: 'looksLeft', target: 'waiting' },
          { target: 'unknown', actions: 'keepSilence' },
        ],
      },
      after: { look: [{ guard: 'looksLeft', target: 'waiting' }, { target: 'unknown', actions: 'keepSilence' }] },
    },
    waiting: {
      description: 'It is still on its way; looked at again after a while.',
      on: { 'page.hidden': 'hidden' },
      after: { next: 'looking' },
    },
    hidden: {
      description: 'The page cannot be seen, and does not look.',
      on: {
        'page.shown': [{ guard: 'looksLeft', target: 'looking' }, { target: 'unknown', actions: 'keepSilence' }],
      },
      after: { hidden: { target: 'unknown', actions: 'keepSilence' } },
    },
    success: {
      type: 'final',
      description: 'All calls were done.',
      entry: ['announceSettled', 'refreshBalance', 'saySettled'],
    },
    reverted: {
      type: 'final',
      description: 'The network undid all of them.',
      entry: ['announceSettled', 'refreshBalance', 'saySettled'],
    },
    partlyReverted: {
      type: 'final',
      description: 'The network undid some of them, or some were never sent.',
      entry: ['announceSettled', 'refreshBalance', 'saySettled'],
    },
    failed: { type: 'final', description: 'Nothing of it is on the chain, and nothing will be.' },
    unknown: {
      type: 'final',
      description: 'Looked at as often as is allowed, or there is nobody any more who could tell.',
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
