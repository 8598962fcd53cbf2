/**
 * The wallets that the user may choose from, installed here or not, and the choice among them.
 *
 * The chart of `wallets` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isConfigured: true as boolean,
  isCodeFirst: true as boolean,
  isShownToUser: true as boolean,
  isConnected: true as boolean,
  isNew: true as boolean,
  isInstalled: true as boolean,
  canBePaired: true as boolean,
  isListView: true as boolean,
  isExcluded: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchOffers: 'pending' as Ends, // the actor wallets.fetchOffers
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
    fetchOffers: work('fetchOffers'),
    watchPage: listener,
  },
  actions: {
    setOffers: says('setOffers'),
    setError: says('setError'),
    setPage: says('setPage'),
    setConnectors: says('setConnectors'),
    setPersisted: says('setPersisted'),
    setUsed: says('setUsed'),
    setShown: says('setShown'),
    clearSelectedWallet: says('clearSelectedWallet'),
    setSelectedWallet: says('setSelectedWallet'),
    storeUsedWallet: says('storeUsedWallet'),
    trackChosen: says('trackChosen'),
    setHome: says('setHome'),
    sendHome: says('sendHome'),
    loadForVisitor: says('loadForVisitor'),
    connect: says('connect'),
    showDownloads: says('showDownloads'),
  },
  guards: {
    isConfigured: () => yes['isConfigured'],
    isCodeFirst: () => yes['isCodeFirst'],
    isShownToUser: () => yes['isShownToUser'],
    isConnected: () => yes['isConnected'],
    isNew: () => yes['isNew'],
    isInstalled: () => yes['isInstalled'],
    canBePaired: () => yes['canBePaired'],
    isListView: () => yes['isListView'],
    isExcluded: () => yes['isExcluded'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'wallets',
  description: 'The wallets that the user may choose from, installed here or not, and the choice among them.',
  meta: { kind: 'service', spec: ['1.16', '2.2', '3.45', '4.6', '6.3', '9.40'] },
  initial: 'deciding',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: { type: 'setError' } } },
  on: {
    'modal.shown': { actions: 'setShown' },
    'view.shown': { guard: { type: 'isListView' }, actions: 'clearSelectedWallet' },
    'page.seen': [
      { guard: 'isCodeFirst', actions: [{ type: 'setPage' }, { type: 'setHome' }, 'sendHome'] },
      { actions: { type: 'setPage' } },
    ],
    'storage.restored': { actions: { type: 'setPersisted' } },
    'storage.updated': { actions: { type: 'setPersisted' } },
    'wallets.setConnectors': { actions: { type: 'setConnectors' } },
    'account.connected': { guard: { type: 'isNew' }, actions: [{ type: 'setUsed' }, 'storeUsedWallet'] },
    'wallets.choose': [
      { guard: { type: 'isExcluded' } },
      { guard: { type: 'isInstalled' }, actions: [{ type: 'trackChosen' }, { type: 'connect' }] },
      {
        guard: { type: 'canBePaired' },
        actions: [{ type: 'setSelectedWallet' }, { type: 'trackChosen' }, { type: 'connect' }],
      },
      { actions: [{ type: 'setSelectedWallet' }, { type: 'trackChosen' }, 'showDownloads'] },
    ],
    'wallets.get': [{ guard: { type: 'isExcluded' } }, { actions: [{ type: 'setSelectedWallet' }, 'showDownloads'] }],
  },
  states: {
    deciding: {
      description: 'Checks whether there is a catalog.',
      always: [{ guard: 'isConfigured', target: 'idle' }, { target: 'local' }],
    },
    local: {
      description: 'There is no project id: only installed wallets and those that the app adds are offered.',
    },
    idle: {
      description: 'Waits until the user opens the modal. Nothing is requested while a wallet is connected.',
      on: {
        'modal.opened': { actions: 'loadForVisitor' },
        'modal.shown': { actions: ['setShown', 'loadForVisitor'] },
        'activeAccount.changed': { guard: { type: 'isShownToUser' }, target: 'loading' },
        'wallets.load': 'loading',
        'wallets.viewEntered': { description: 'A user who looks for a wallet to get sees some.', target: 'loading' },
      },
    },
    loading: {
      description: 'The lists are being fetched.',
      tags: 'busy',
      invoke: {
        id: 'fetchOffers',
        src: 'fetchOffers',
        onDone: { target: 'ready', actions: { type: 'setOffers' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      on: { 'activeAccount.changed': { guard: { type: 'isConnected' }, target: 'idle' } },
      after: { api: { target: 'failed', actions: { type: 'setError' } } },
    },
    ready: { description: 'The lists were fetched.' },
    failed: {
      description: 'The lists could not be fetched. Installed wallets can still be chosen. A retry, or opening the modal, fetches again.',
      on: {
        'wallets.load': 'loading',
        'wallets.viewEntered': 'loading',
        'modal.opened': { actions: 'loadForVisitor' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
