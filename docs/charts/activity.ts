/**
 * What the account did on its network: read page by page while somebody looks at it.
 *
 * The chart of `activity`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  told: true as boolean,
  toldAndShown: true as boolean,
  showing: true as boolean,
  mine: true as boolean,
  mineAndShown: true as boolean,
  more: true as boolean,
  fruitless: true as boolean,
  none: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchPage: 'pending' as Ends, // the slot activity.fetchPage
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
    fetchPage: work('fetchPage'),
  },
  actions: {
    restart: says('restart'),
    keepPage: says('keepPage'),
    keepError: says('keepError'),
    keepShown: says('keepShown'),
    hide: says('hide'),
    clearError: says('clearError'),
    reloadOutdated: says('reloadOutdated'),
    trackMore: says('trackMore'),
    trackFailed: says('trackFailed'),
  },
  guards: {
    told: () => yes['told'],
    toldAndShown: () => yes['toldAndShown'],
    showing: () => yes['showing'],
    mine: () => yes['mine'],
    mineAndShown: () => yes['mineAndShown'],
    more: () => yes['more'],
    fruitless: () => yes['fruitless'],
    none: () => yes['none'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'activity',
  description: 'What the account did on its network: read page by page while somebody looks at it.',
  meta: { kind: 'service', spec: ['3.25', '3.26', '5.10', '7.5', '7.33', '8.33'] },
  initial: 'deciding',
  on: { 'activity.setShown': { actions: { type: 'keepShown' } }, 'modal.closed': { actions: 'hide' } },
  states: {
    deciding: {
      description: 'Passing through: is there a history of this network, and does somebody look?',
      always: [
        { guard: 'toldAndShown', target: 'loading' },
        { guard: 'told', target: 'idle' },
        { target: 'unsupported' },
      ],
    },
    unsupported: { description: 'Nobody tells the history of this network.' },
    idle: {
      description: 'Nobody looks, so nothing is read.',
      on: {
        'activity.load': 'loading',
        'activity.setShown': { guard: { type: 'showing' }, target: 'loading', actions: { type: 'keepShown' } },
      },
    },
    loading: {
      description: 'A page of the history is being read.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        onDone: { target: 'sorting', actions: { type: 'keepPage' } },
        onError: { target: 'failed', actions: [{ type: 'keepError' }, 'trackFailed'] },
      },
      on: {
        'transaction.settled': {
          description: 'What is being read may be older than the transfer.',
          guard: { type: 'mine' },
          target: 'loading',
          reenter: true,
          actions: 'restart',
        },
      },
      after: { api: { target: 'failed', actions: [{ type: 'keepError' }, 'trackFailed'] } },
    },
    sorting: {
      description: 'Passing through: a page may hold nothing that is worth showing.',
      always: [{ guard: 'fruitless', target: 'loading' }, { guard: 'none', target: 'empty' }, { target: 'ready' }],
    },
    ready: {
      description: 'Entries are shown, and there may be further pages.',
      on: {
        'activity.setShown': { actions: [{ type: 'keepShown' }, 'reloadOutdated'] },
        'activity.load': { target: 'loading', actions: 'restart' },
        'activity.more': { guard: 'more', target: 'loading', actions: 'trackMore' },
        'transaction.settled': [
          { guard: { type: 'mineAndShown' }, target: 'loading', actions: 'restart' },
          { guard: { type: 'mine' }, target: 'idle', actions: 'restart' },
        ],
      },
    },
    empty: {
      description: 'The history was read to its end, and there is nothing to show.',
      on: {
        'activity.setShown': { actions: [{ type: 'keepShown' }, 'reloadOutdated'] },
        'activity.load': { target: 'loading', actions: 'restart' },
        'transaction.settled': [
          { guard: { type: 'mineAndShown' }, target: 'loading', actions: 'restart' },
          { guard: { type: 'mine' }, target: 'idle', actions: 'restart' },
        ],
      },
    },
    failed: {
      description: 'What was read before is kept. A retry goes on where it failed.',
      on: { 'activity.retry': 'loading', 'activity.load': { target: 'loading', actions: 'restart' } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
