/**
 * The whole wallet catalog: read page by page as the user scrolls, and searched.
 *
 * The chart of `catalog` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isConfigured: true as boolean,
  isShown: true as boolean,
  isCatalogView: true as boolean,
  isOtherSearch: true as boolean,
  hasMore: true as boolean,
  hasWallets: true as boolean,
  isTooShort: true as boolean,
  isTooShortWithPages: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchPage: 'pending' as Ends, // the actor catalog.fetchPage
  fetchSearch: 'pending' as Ends, // the actor catalog.fetchSearch
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
    fetchSearch: work('fetchSearch'),
  },
  actions: {
    setPage: says('setPage'),
    setResults: says('setResults'),
    setSearch: says('setSearch'),
    setCertified: says('setCertified'),
    setError: says('setError'),
    setSearchError: says('setSearchError'),
    clearSearch: says('clearSearch'),
    clearError: says('clearError'),
    trackSearched: says('trackSearched'),
  },
  guards: {
    isConfigured: () => yes['isConfigured'],
    isShown: () => yes['isShown'],
    isCatalogView: () => yes['isCatalogView'],
    isOtherSearch: () => yes['isOtherSearch'],
    hasMore: () => yes['hasMore'],
    hasWallets: () => yes['hasWallets'],
    isTooShort: () => yes['isTooShort'],
    isTooShortWithPages: () => yes['isTooShortWithPages'],
  },
  delays: {
    debounce: 500,
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'catalog',
  description: 'The whole wallet catalog: read page by page as the user scrolls, and searched.',
  meta: { kind: 'service', spec: ['2.4', '6.3'] },
  initial: 'deciding',
  on: {
    'catalog.search': { guard: { type: 'isOtherSearch' }, target: '.typing', actions: { type: 'setSearch' } },
    'catalog.setCertified': { target: '.typing', actions: { type: 'setCertified' } },
    'modal.closed': { target: '.deciding', actions: 'clearSearch' },
  },
  states: {
    deciding: {
      description: 'Checks whether there is a catalog, and whether some of it was read.',
      always: [
        { guard: 'hasWallets', target: 'ready' },
        { guard: 'isShown', target: 'loading' },
        { guard: 'isConfigured', target: 'idle' },
        { target: 'unavailable' },
      ],
    },
    unavailable: {
      description: 'There is no catalog without a project id.',
      on: { 'catalog.search': {}, 'catalog.setCertified': {} },
    },
    idle: {
      description: 'Waits until the view of the catalog is shown.',
      on: { 'view.shown': { guard: { type: 'isCatalogView' }, target: 'loading' } },
    },
    loading: {
      description: 'A page of the catalog is being fetched.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        onDone: { target: 'ready', actions: { type: 'setPage' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError' } } },
    },
    ready: {
      description: 'The fetched pages are shown. There may be more.',
      on: { 'catalog.more': { guard: 'hasMore', target: 'loading' } },
    },
    failed: {
      description: 'A page could not be fetched. Earlier pages are kept.',
      on: {
        'catalog.retry': 'loading',
        'view.shown': { guard: { type: 'isCatalogView' }, target: 'loading' },
      },
    },
    typing: {
      description: 'The user types. A text too short to search for shows the pages again.',
      tags: 'search',
      always: [{ guard: 'isTooShortWithPages', target: 'ready' }, { guard: 'isTooShort', target: 'loading' }],
      after: { debounce: 'searching' },
    },
    searching: {
      description: 'The API is searching for wallets.',
      tags: ['busy', 'search'],
      entry: ['clearError', 'trackSearched'],
      invoke: {
        id: 'fetchSearch',
        src: 'fetchSearch',
        onDone: { target: 'found', actions: { type: 'setResults' } },
        onError: { target: 'searchFailed', actions: { type: 'setSearchError' } },
      },
      after: { api: { target: 'searchFailed', actions: { type: 'setSearchError' } } },
    },
    found: { description: 'The search results are shown.', tags: 'search' },
    searchFailed: { description: 'The search failed.', tags: 'search', on: { 'catalog.retry': 'searching' } },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
