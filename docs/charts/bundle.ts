/**
 * One sent bundle of calls: its status is checked until it is final or can no longer be fetched.
 *
 * The chart of `bundle` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
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

/** How each effect ends, after one second. A pending effect does not end. */
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

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
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
  description: 'One sent bundle of calls: its status is checked until it is final or can no longer be fetched.',
  meta: { kind: 'item', spec: ['4.34'] },
  initial: 'looking',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: [] } },
  on: { 'account.disconnected': { guard: { type: 'left' }, target: '.unknown', actions: 'keepLeaving' } },
  states: {
    looking: {
      description: 'Waits for the status from the wallet, or from the chain if the calls were sent one by one.',
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
      description: 'The bundle is pending. Waits for the next check.',
      on: { 'page.hidden': 'hidden' },
      after: { next: 'looking' },
    },
    hidden: {
      description: 'The page is hidden, so the status is not checked.',
      on: {
        'page.shown': [{ guard: 'looksLeft', target: 'looking' }, { target: 'unknown', actions: 'keepSilence' }],
      },
      after: { hidden: { target: 'unknown', actions: 'keepSilence' } },
    },
    success: {
      type: 'final',
      description: 'All calls succeeded.',
      entry: ['announceSettled', 'refreshBalance', 'saySettled'],
    },
    reverted: {
      type: 'final',
      description: 'All calls were reverted.',
      entry: ['announceSettled', 'refreshBalance', 'saySettled'],
    },
    partlyReverted: {
      type: 'final',
      description: 'Some calls were reverted or never sent.',
      entry: ['announceSettled', 'refreshBalance', 'saySettled'],
    },
    failed: { type: 'final', description: 'No call is on the chain, and none will be.' },
    unknown: {
      type: 'final',
      description: 'The status was checked as often as allowed, or can no longer be fetched.',
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
