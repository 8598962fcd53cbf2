/**
 * The state that outlives the page: read once, validated, then updated by events, here and in other tabs.
 *
 * The chart of `storage` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isDisconnected: true as boolean,
  hasChanges: true as boolean,
  isDifferent: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  read: 'pending' as Ends, // the actor storage.read
  write: 'pending' as Ends, // the actor storage.write
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
    read: work('read'),
    write: work('write'),
    watchStorage: listener,
  },
  actions: {
    setLoaded: says('setLoaded'),
    setConnection: says('setConnection'),
    setAccount: says('setAccount'),
    removeConnection: says('removeConnection'),
    setNetwork: says('setNetwork'),
    setTheme: says('setTheme'),
    setWallets: says('setWallets'),
    setEmbedded: says('setEmbedded'),
    setBalance: says('setBalance'),
    setSent: says('setSent'),
    setPlaced: says('setPlaced'),
    setSettled: says('setSettled'),
    mergeOtherTabs: says('mergeOtherTabs'),
    broadcastRestored: says('broadcastRestored'),
    broadcastChanged: says('broadcastChanged'),
  },
  guards: {
    isDisconnected: () => yes['isDisconnected'],
    hasChanges: () => yes['hasChanges'],
    isDifferent: () => yes['isDifferent'],
  },
  delays: {
    reading: 20_000, // timeouts.readMemoryMs
    writing: 2_000, // timeouts.writeMemoryMs
  },
}).createMachine({
  id: 'storage',
  description: 'The state that outlives the page: read once, validated, then updated by events, here and in other tabs.',
  meta: {
    kind: 'service',
    spec: ['3.39', '3.40', '3.41', '3.42', '3.43', '3.45', '3.46', '3.47', '3.48', '4.12', '4.18', '4.19', '4.31'],
  },
  context: { persisted: {}, stored: {}, removed: [], broken: [] },
  initial: 'reading',
  invoke: { id: 'watchStorage', src: 'watchStorage', onError: { actions: [] } },
  states: {
    reading: {
      description: 'Waits for the storage. Events that arrive meanwhile are kept, and written after the read.',
      tags: 'busy',
      on: {
        'storage.changed': { description: 'The read in progress includes the change.' },
        'account.connected': { actions: { type: 'setConnection' } },
        'account.changed': { actions: { type: 'setConnection' } },
        'storage.setAccount': { actions: { type: 'setAccount' } },
        'storage.dropConnection': { actions: { type: 'removeConnection' } },
        'account.networkChanged': { actions: { type: 'setConnection' } },
        'account.disconnected': { guard: { type: 'isDisconnected' }, actions: { type: 'removeConnection' } },
        'network.changed': { actions: { type: 'setNetwork' } },
        'storage.setTheme': { actions: { type: 'setTheme' } },
        'storage.setWallets': { actions: { type: 'setWallets' } },
        'storage.setEmbedded': { actions: { type: 'setEmbedded' } },
        'balance.loaded': { actions: { type: 'setBalance' } },
        'transaction.sent': { actions: { type: 'setSent' } },
        'transaction.placed': { actions: { type: 'setPlaced' } },
        'transaction.settled': { actions: { type: 'setSettled' } },
      },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          { guard: 'hasChanges', target: 'writing', actions: [{ type: 'setLoaded' }, 'broadcastRestored'] },
          { target: 'keeping', actions: [{ type: 'setLoaded' }, 'broadcastRestored'] },
        ],
        onError: { target: 'unavailable', actions: 'broadcastRestored' },
      },
      after: { reading: { target: 'unavailable', actions: 'broadcastRestored' } },
    },
    keeping: { description: 'The storage is up to date.' },
    writing: {
      description: 'The changes of this tab are being merged with what other tabs stored.',
      tags: 'busy',
      invoke: {
        id: 'write',
        src: 'write',
        onDone: [
          {
            guard: { type: 'isDifferent' },
            target: 'keeping',
            actions: [{ type: 'mergeOtherTabs' }, { type: 'broadcastChanged' }],
          },
          { target: 'keeping', actions: { type: 'mergeOtherTabs' } },
        ],
        onError: 'unavailable',
      },
      after: { writing: 'unavailable' },
    },
    unavailable: { description: 'The storage cannot be used. The next change tries again.' },
  },
  on: {
    'storage.changed': { description: 'Merges what another tab stored.', target: '.writing' },
    'account.connected': { target: '.writing', actions: { type: 'setConnection' } },
    'account.changed': { target: '.writing', actions: { type: 'setConnection' } },
    'storage.setAccount': { target: '.writing', actions: { type: 'setAccount' } },
    'storage.dropConnection': { target: '.writing', actions: { type: 'removeConnection' } },
    'account.networkChanged': { target: '.writing', actions: { type: 'setConnection' } },
    'account.disconnected': { target: '.writing', guard: { type: 'isDisconnected' }, actions: { type: 'removeConnection' } },
    'network.changed': { target: '.writing', actions: { type: 'setNetwork' } },
    'storage.setTheme': { target: '.writing', actions: { type: 'setTheme' } },
    'storage.setWallets': { target: '.writing', actions: { type: 'setWallets' } },
    'storage.setEmbedded': { target: '.writing', actions: { type: 'setEmbedded' } },
    'balance.loaded': { target: '.writing', actions: { type: 'setBalance' } },
    'transaction.sent': { target: '.writing', actions: { type: 'setSent' } },
    'transaction.placed': { target: '.writing', actions: { type: 'setPlaced' } },
    'transaction.settled': { target: '.writing', actions: { type: 'setSettled' } },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
