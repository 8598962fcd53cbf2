/** Service: the whole wallet catalog, read page by page, and its search. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { isSearch, pageQuery, searchQuery, withWallets, type WalletPage, type WalletQuery } from './wallets.rules.ts'
import type { CatalogContract } from './catalog.contract.ts'

type Context = CatalogContract['context']

const expired = () => ({ error: new LatchkeyError('api.expired') })

export const catalogMachine = setup({
  types: {} as SetupTypes<CatalogContract>,
  actors: {
    /** Fetches one page of the catalog. */
    fetchPage: promiseActor<WalletPage, WalletQuery>('catalog.fetchPage'),
    /** Fetches the wallets that match the search. */
    fetchSearch: promiseActor<WalletPage, WalletQuery>('catalog.fetchSearch'),
  },
  actions: {
    /** A page that adds no wallets is the last one, whatever the count says. */
    setPage: assign(({ context }, { output }: { output: WalletPage }) => {
      const wallets = withWallets(context.wallets, output.wallets)
      return {
        wallets,
        page: context.page + 1,
        count: wallets.length === context.wallets.length ? 0 : output.count,
        error: undefined,
      }
    }),
    setResults: assign({
      results: (_, { output }: { output: WalletPage }) => withWallets([], output.wallets),
      error: undefined,
    }),
    setSearch: assign({ search: (_, { search }: { search: string }) => search.trim(), error: undefined }),
    setCertified: assign({ certified: (_, { certified }: { certified: boolean }) => certified, error: undefined }),
    setError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('wallets.failed', { cause: error }),
    }),
    setSearchError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('wallets.searchFailed', { cause: error }),
    }),
    clearSearch: assign({ isVisible: false, search: '', certified: false, results: [], error: undefined }),
    clearError: assign({ error: undefined }),
    trackSearched: trackEvent((_: undefined, { search, certified }: Context) => ({
      type: 'catalog.searched',
      search,
      certified,
    })),
  },
  guards: {
    /** The app has a project id, without which there is no wallet catalog. */
    isConfigured: ({ context }) => context.configured,
    /** The view of the catalog is shown already, so its first page is fetched at once. */
    isShown: ({ context }) => context.configured && context.isVisible,
    /** The user opened the view of the catalog, so a page of it is fetched. */
    isCatalogView: (_, { view }: { view: string }) => view === 'AllWallets',
    /** The text differs from the last one. Spaces around it do not count. */
    isOtherSearch: ({ context }, { search }: { search: string }) => context.search !== search.trim(),
    /** The catalog has more wallets than were read so far. */
    hasMore: ({ context }) => context.wallets.length < context.count,
    /** Some pages were read before, so they are shown again. */
    hasWallets: ({ context }) => context.wallets.length > 0,
    /** The text is too short to search for and no page was read yet, so the first page is fetched. */
    isTooShort: ({ context }) => !isSearch(context),
    /** The text is too short to search for, so the pages that were read are shown again. */
    isTooShortWithPages: ({ context }) => !isSearch(context) && context.page > 0,
  },
  delays: {
    /** From the last keystroke until the search starts. */
    debounce: TIMING.searchDebounceMs,
    /** How long a page or a search may take to load. */
    api: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'catalog',
  description: 'The whole wallet catalog: read page by page as the user scrolls, and searched.',
  meta: { kind: 'service', spec: ['2.4', '6.3'] },
  context: ({ input }) => ({
    ...input,
    wallets: [],
    count: 0,
    page: 0,
    search: '',
    certified: false,
    results: [],
    error: undefined,
  }),
  initial: 'deciding',
  on: {
    'catalog.search': {
      guard: { type: 'isOtherSearch', params: ({ event }) => event },
      target: '.typing',
      actions: { type: 'setSearch', params: ({ event }) => event },
    },
    'catalog.setCertified': { target: '.typing', actions: { type: 'setCertified', params: ({ event }) => event } },
    'modal.closed': { target: '.deciding', actions: 'clearSearch' },
  },
  states: {
    deciding: {
      description: 'Checks whether there is a catalog, and whether some of it was read.',
      always: [
        { guard: 'hasWallets', target: 'ready' },
        { guard: 'isShown', target: 'loading' },
        { guard: 'isConfigured', target: 'idle' },
        { target: 'unconfigured' },
      ],
    },
    unconfigured: {
      description: 'There is no catalog without a project id.',
      on: { 'catalog.search': {}, 'catalog.setCertified': {} },
    },
    idle: {
      description: 'Waits until the view of the catalog is shown.',
      on: { 'view.shown': { guard: { type: 'isCatalogView', params: ({ event }) => event }, target: 'loading' } },
    },
    loading: {
      description: 'A page of the catalog is being fetched.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchPage',
        src: 'fetchPage',
        input: ({ context }) => pageQuery(context.options, context.chains, context.page + 1),
        onDone: { target: 'ready', actions: { type: 'setPage', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError', params: expired } } },
    },
    ready: {
      description: 'The fetched pages are shown. There may be more.',
      on: { 'catalog.more': { guard: 'hasMore', target: 'loading' } },
    },
    failed: {
      description: 'A page could not be fetched. Earlier pages are kept.',
      on: {
        'catalog.retry': 'loading',
        'view.shown': { guard: { type: 'isCatalogView', params: ({ event }) => event }, target: 'loading' },
      },
    },
    typing: {
      description: 'The user types. A text too short to search for shows the pages again.',
      tags: 'search',
      always: [
        { guard: 'isTooShortWithPages', target: 'ready' },
        { guard: 'isTooShort', target: 'loading' },
      ],
      after: { debounce: 'searching' },
    },
    searching: {
      description: 'The API is searching for wallets.',
      tags: ['busy', 'search'],
      entry: ['clearError', 'trackSearched'],
      invoke: {
        id: 'fetchSearch',
        src: 'fetchSearch',
        input: ({ context }) => searchQuery(context.options, context.chains, context),
        onDone: { target: 'found', actions: { type: 'setResults', params: ({ event }) => event } },
        onError: { target: 'searchFailed', actions: { type: 'setSearchError', params: ({ event }) => event } },
      },
      after: { api: { target: 'searchFailed', actions: { type: 'setSearchError', params: expired } } },
    },
    found: { description: 'The search results are shown.', tags: 'search' },
    searchFailed: {
      description: 'The search failed.',
      tags: 'search',
      on: { 'catalog.retry': 'searching' },
    },
  },
})

export const catalogLogic = withContract<CatalogContract>()(catalogMachine)
