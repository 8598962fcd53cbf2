/**
 * The history of the account on its network, read page by page while a tab shows it.
 *
 * The chart of `activity` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasHistory: true as boolean,
  isVisibleWithHistory: true as boolean,
  isBecomingVisible: true as boolean,
  isOwnNetwork: true as boolean,
  isOwnNetworkAndShown: true as boolean,
  hasMore: true as boolean,
  isFetchingPastEmptyPages: true as boolean,
  isEmpty: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchPage: 'pending' as Ends, // the actor activity.fetchPage
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
    resetPages: says('resetPages'),
    setPage: says('setPage'),
    setError: says('setError'),
    setVisible: says('setVisible'),
    setHidden: says('setHidden'),
    clearError: says('clearError'),
    reloadOutdated: says('reloadOutdated'),
    trackMore: says('trackMore'),
    trackFailed: says('trackFailed'),
  },
  guards: {
    hasHistory: () => yes['hasHistory'],
    isVisibleWithHistory: () => yes['isVisibleWithHistory'],
    isBecomingVisible: () => yes['isBecomingVisible'],
    isOwnNetwork: () => yes['isOwnNetwork'],
    isOwnNetworkAndShown: () => yes['isOwnNetworkAndShown'],
    hasMore: () => yes['hasMore'],
    isFetchingPastEmptyPages: () => yes['isFetchingPastEmptyPages'],
    isEmpty: () => yes['isEmpty'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'activity',
  description: 'The history of the account on its network, read page by page while a tab shows it.',
  meta: { kind: 'service', spec: ['3.25', '3.26', '5.10', '7.5', '7.33', '8.33'] },
  initial: 'deciding',
  on: { 'activity.setVisible': { actions: { type: 'setVisible' } }, 'modal.closed': { actions: 'setHidden' } },
  states: {
    deciding: {
      description: 'Checks whether the API serves the history of this network, and whether a tab shows it.',
      always: [
        { guard: 'isVisibleWithHistory', target: 'loading' },
        { guard: 'hasHistory', target: 'idle' },
        { target: 'unsupported' },
      ],
    },
    unsupported: { description: 'The API does not serve the history of this network.' },
    idle: {
      description: 'Waits until a tab shows the history.',
      on: {
        'activity.load': 'loading',
        'activity.setVisible': { guard: { type: 'isBecomingVisible' }, target: 'loading', actions: { type: 'setVisible' } },
      },
    },
    loading: {
      description: 'A page of the history is being fetched.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        onDone: { target: 'sorting', actions: { type: 'setPage' } },
        onError: { target: 'failed', actions: [{ type: 'setError' }, 'trackFailed'] },
      },
      on: {
        'transaction.settled': {
          description: 'The page being fetched may not include the settled transaction yet.',
          guard: { type: 'isOwnNetwork' },
          target: 'loading',
          reenter: true,
          actions: 'resetPages',
        },
      },
      after: { api: { target: 'failed', actions: [{ type: 'setError' }, 'trackFailed'] } },
    },
    sorting: {
      description: 'Checks whether the page has anything worth showing.',
      always: [
        { guard: 'isFetchingPastEmptyPages', target: 'loading' },
        { guard: 'isEmpty', target: 'empty' },
        { target: 'ready' },
      ],
    },
    ready: {
      description: 'Entries are shown. More pages may follow.',
      on: {
        'activity.setVisible': { actions: [{ type: 'setVisible' }, 'reloadOutdated'] },
        'activity.load': { target: 'loading', actions: 'resetPages' },
        'activity.more': { guard: 'hasMore', target: 'loading', actions: 'trackMore' },
        'transaction.settled': [
          { guard: { type: 'isOwnNetworkAndShown' }, target: 'loading', actions: 'resetPages' },
          { guard: { type: 'isOwnNetwork' }, target: 'idle', actions: 'resetPages' },
        ],
      },
    },
    empty: {
      description: 'The whole history was read, and there is nothing to show.',
      on: {
        'activity.setVisible': { actions: [{ type: 'setVisible' }, 'reloadOutdated'] },
        'activity.load': { target: 'loading', actions: 'resetPages' },
        'transaction.settled': [
          { guard: { type: 'isOwnNetworkAndShown' }, target: 'loading', actions: 'resetPages' },
          { guard: { type: 'isOwnNetwork' }, target: 'idle', actions: 'resetPages' },
        ],
      },
    },
    failed: {
      description: 'A page could not be fetched. Earlier pages are kept, and a retry continues from there.',
      on: { 'activity.retry': 'loading', 'activity.load': { target: 'loading', actions: 'resetPages' } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
