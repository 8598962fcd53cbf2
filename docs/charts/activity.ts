/**
 * The history of the account on its network, read page by page while a tab shows it.
 *
 * The chart of `activity` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
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

/** How each effect ends, after one second. A pending effect does not end. */
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

/** Logs the actions that the product would run. */
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
  description: 'The history of the account on its network, read page by page while a tab shows it.',
  meta: { kind: 'service', spec: ['3.25', '3.26', '5.10', '7.5', '7.33', '8.33'] },
  initial: 'deciding',
  on: { 'activity.setShown': { actions: { type: 'keepShown' } }, 'modal.closed': { actions: 'hide' } },
  states: {
    deciding: {
      description: 'Checks whether the API serves the history of this network, and whether a tab shows it.',
      always: [
        { guard: 'toldAndShown', target: 'loading' },
        { guard: 'told', target: 'idle' },
        { target: 'unsupported' },
      ],
    },
    unsupported: { description: 'The API does not serve the history of this network.' },
    idle: {
      description: 'Waits until a tab shows the history.',
      on: {
        'activity.load': 'loading',
        'activity.setShown': { guard: { type: 'showing' }, target: 'loading', actions: { type: 'keepShown' } },
      },
    },
    loading: {
      description: 'A page of the history is being fetched.',
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
          description: 'The page being fetched may not include the settled transaction yet.',
          guard: { type: 'mine' },
          target: 'loading',
          reenter: true,
          actions: 'restart',
        },
      },
      after: { api: { target: 'failed', actions: [{ type: 'keepError' }, 'trackFailed'] } },
    },
    sorting: {
      description: 'Checks whether the page has anything worth showing.',
      always: [{ guard: 'fruitless', target: 'loading' }, { guard: 'none', target: 'empty' }, { target: 'ready' }],
    },
    ready: {
      description: 'Entries are shown. More pages may follow.',
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
      description: 'The whole history was read, and there is nothing to show.',
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
      description: 'A page could not be fetched. Earlier pages are kept, and a retry continues from there.',
      on: { 'activity.retry': 'loading', 'activity.load': { target: 'loading', actions: 'restart' } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
