/**
 * The whole wallet catalogue: read page by page as the visitor scrolls, and searched.
 *
 * The chart of `catalogue`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  configured: true as boolean,
  shown: true as boolean,
  onCatalogue: true as boolean,
  another: true as boolean,
  more: true as boolean,
  some: true as boolean,
  tooShort: true as boolean,
  tooShortWithPages: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchPage: 'pending' as Ends, // the slot catalogue.fetchPage
  fetchSearch: 'pending' as Ends, // the slot catalogue.fetchSearch
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
    fetchSearch: work('fetchSearch'),
  },
  actions: {
    keepPage: says('keepPage'),
    keepResults: says('keepResults'),
    keepSearch: says('keepSearch'),
    keepCertified: says('keepCertified'),
    keepError: says('keepError'),
    keepSearchError: says('keepSearchError'),
    clearSearch: says('clearSearch'),
    clearError: says('clearError'),
    trackSearched: says('trackSearched'),
  },
  guards: {
    configured: () => yes['configured'],
    shown: () => yes['shown'],
    onCatalogue: () => yes['onCatalogue'],
    another: () => yes['another'],
    more: () => yes['more'],
    some: () => yes['some'],
    tooShort: () => yes['tooShort'],
    tooShortWithPages: () => yes['tooShortWithPages'],
  },
  delays: {
    debounce: 500,
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'catalogue',
  description: 'The whole wallet catalogue: read page by page as the visitor scrolls, and searched.',
  meta: { kind: 'service', spec: ['2.4', '6.3'] },
  initial: 'deciding',
  on: {
    'catalogue.search': { guard: { type: 'another' }, target: '.typing', actions: { type: 'keepSearch' } },
    'catalogue.setCertified': { target: '.typing', actions: { type: 'keepCertified' } },
    'modal.closed': { target: '.deciding', actions: 'clearSearch' },
  },
  states: {
    deciding: {
      description: 'Passing through: is there a catalogue, and has some of it been read?',
      always: [
        { guard: 'some', target: 'ready' },
        { guard: 'shown', target: 'loading' },
        { guard: 'configured', target: 'idle' },
        { target: 'unavailable' },
      ],
    },
    unavailable: {
      description: 'Without a project id there is no catalogue.',
      on: { 'catalogue.search': {}, 'catalogue.setCertified': {} },
    },
    idle: {
      description: 'Nobody looks, so nothing is read.',
      on: { 'view.shown': { guard: { type: 'onCatalogue' }, target: 'loading' } },
    },
    loading: {
      description: 'A page of the catalogue is being read.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        onDone: { target: 'ready', actions: { type: 'keepPage' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'failed', actions: { type: 'keepError' } } },
    },
    ready: {
      description: 'The pages that were read are shown, and there may be more.',
      on: { 'catalogue.more': { guard: 'more', target: 'loading' } },
    },
    failed: {
      description: 'What was read before is kept.',
      on: { 'catalogue.retry': 'loading', 'view.shown': { guard: { type: 'onCatalogue' }, target: 'loading' } },
    },
    typing: {
      description: 'The visitor types; what is too short to search for leads back to the pages.',
      tags: 'search',
      always: [{ guard: 'tooShortWithPages', target: 'ready' }, { guard: 'tooShort', target: 'loading' }],
      after: { debounce: 'searching' },
    },
    searching: {
      description: 'The API looks for the wallets that the visitor wants.',
      tags: ['busy', 'search'],
      entry: ['clearError', 'trackSearched'],
      invoke: {
        id: 'fetchSearch',
        src: 'fetchSearch',
        onDone: { target: 'found', actions: { type: 'keepResults' } },
        onError: { target: 'searchFailed', actions: { type: 'keepSearchError' } },
      },
      after: { api: { target: 'searchFailed', actions: { type: 'keepSearchError' } } },
    },
    found: { description: 'What was found is shown.', tags: 'search' },
    searchFailed: {
      description: 'The search could not be carried out.',
      tags: 'search',
      on: { 'catalogue.retry': 'searching' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
