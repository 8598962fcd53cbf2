/**
 * The wallets that the user may choose from, installed here or not, and the choice among them.
 *
 * The chart of `wallets` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  configured: true as boolean,
  codeFirst: true as boolean,
  leftToLists: true as boolean,
  connected: true as boolean,
  anew: true as boolean,
  installed: true as boolean,
  pairable: true as boolean,
  atList: true as boolean,
  excluded: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchOffers: 'pending' as Ends, // the slot wallets.fetchOffers
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
    keepOffers: says('keepOffers'),
    keepError: says('keepError'),
    keepPage: says('keepPage'),
    keepConnectors: says('keepConnectors'),
    keepRemembered: says('keepRemembered'),
    keepUsed: says('keepUsed'),
    keepShown: says('keepShown'),
    forgetChosen: says('forgetChosen'),
    keepChosen: says('keepChosen'),
    rememberUsed: says('rememberUsed'),
    trackChosen: says('trackChosen'),
    keepHome: says('keepHome'),
    setHome: says('setHome'),
    loadForVisitor: says('loadForVisitor'),
    connect: says('connect'),
    showDownloads: says('showDownloads'),
  },
  guards: {
    configured: () => yes['configured'],
    codeFirst: () => yes['codeFirst'],
    leftToLists: () => yes['leftToLists'],
    connected: () => yes['connected'],
    anew: () => yes['anew'],
    installed: () => yes['installed'],
    pairable: () => yes['pairable'],
    atList: () => yes['atList'],
    excluded: () => yes['excluded'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'wallets',
  description: 'The wallets that the user may choose from, installed here or not, and the choice among them.',
  meta: { kind: 'service', spec: ['1.16', '2.2', '3.45', '4.6', '6.3', '9.40'] },
  initial: 'deciding',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: { type: 'keepError' } } },
  on: {
    'modal.shown': { actions: 'keepShown' },
    'view.shown': { guard: { type: 'atList' }, actions: 'forgetChosen' },
    'page.seen': [
      { guard: 'codeFirst', actions: [{ type: 'keepPage' }, { type: 'keepHome' }, 'setHome'] },
      { actions: { type: 'keepPage' } },
    ],
    'memory.restored': { actions: { type: 'keepRemembered' } },
    'memory.changed': { actions: { type: 'keepRemembered' } },
    'wallets.setConnectors': { actions: { type: 'keepConnectors' } },
    'account.connected': { guard: { type: 'anew' }, actions: [{ type: 'keepUsed' }, 'rememberUsed'] },
    'wallets.choose': [
      { guard: { type: 'excluded' } },
      { guard: { type: 'installed' }, actions: [{ type: 'trackChosen' }, { type: 'connect' }] },
      {
        guard: { type: 'pairable' },
        actions: [{ type: 'keepChosen' }, { type: 'trackChosen' }, { type: 'connect' }],
      },
      { actions: [{ type: 'keepChosen' }, { type: 'trackChosen' }, 'showDownloads'] },
    ],
    'wallets.get': [{ guard: { type: 'excluded' } }, { actions: [{ type: 'keepChosen' }, 'showDownloads'] }],
  },
  states: {
    deciding: {
      description: 'Checks whether there is a catalogue.',
      always: [{ guard: 'configured', target: 'idle' }, { target: 'local' }],
    },
    local: {
      description: 'There is no project id: only installed wallets and those that the app adds are offered.',
    },
    idle: {
      description: 'Waits until the user opens the modal. Nothing is requested while a wallet is connected.',
      on: {
        'modal.opened': { actions: 'loadForVisitor' },
        'modal.shown': { actions: ['keepShown', 'loadForVisitor'] },
        'scope.changed': { guard: { type: 'leftToLists' }, target: 'loading' },
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
        onDone: { target: 'ready', actions: { type: 'keepOffers' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      on: { 'scope.changed': { guard: { type: 'connected' }, target: 'idle' } },
      after: { api: { target: 'failed', actions: { type: 'keepError' } } },
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
