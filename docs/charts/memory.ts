/**
 * The state that outlives the page: read once, validated, then updated by facts, here and in other tabs.
 *
 * The chart of `memory` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  left: true as boolean,
  changed: true as boolean,
  otherwise: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  read: 'pending' as Ends, // the slot memory.read
  write: 'pending' as Ends, // the slot memory.write
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
    keep: says('keep'),
    keepConnection: says('keepConnection'),
    keepAccount: says('keepAccount'),
    dropConnection: says('dropConnection'),
    keepNetwork: says('keepNetwork'),
    keepTheme: says('keepTheme'),
    keepWallets: says('keepWallets'),
    keepEmbedded: says('keepEmbedded'),
    keepBalance: says('keepBalance'),
    keepSent: says('keepSent'),
    keepPlaced: says('keepPlaced'),
    keepSettled: says('keepSettled'),
    takeOver: says('takeOver'),
    announceRestored: says('announceRestored'),
    announceChanged: says('announceChanged'),
  },
  guards: {
    left: () => yes['left'],
    changed: () => yes['changed'],
    otherwise: () => yes['otherwise'],
  },
  delays: {
    reading: 20_000, // timeouts.readMemoryMs
    writing: 2_000, // timeouts.writeMemoryMs
  },
}).createMachine({
  id: 'memory',
  description: 'The state that outlives the page: read once, validated, then updated by facts, here and in other tabs.',
  meta: {
    kind: 'service',
    spec: ['3.39', '3.40', '3.41', '3.42', '3.43', '3.45', '3.46', '3.47', '3.48', '4.12', '4.18', '4.19', '4.31'],
  },
  context: { remembered: {}, stored: {}, left: [], broken: [] },
  initial: 'reading',
  invoke: { id: 'watchStorage', src: 'watchStorage', onError: { actions: [] } },
  states: {
    reading: {
      description: 'Waits for the storage. Facts that arrive meanwhile are kept, and written after the read.',
      tags: 'busy',
      on: {
        'storage.changed': { description: 'The read in progress includes the change.' },
        'account.connected': { actions: { type: 'keepConnection' } },
        'account.changed': { actions: { type: 'keepConnection' } },
        'memory.keepAccount': { actions: { type: 'keepAccount' } },
        'memory.dropConnection': { actions: { type: 'dropConnection' } },
        'account.networkChanged': { actions: { type: 'keepConnection' } },
        'account.disconnected': { guard: { type: 'left' }, actions: { type: 'dropConnection' } },
        'network.changed': { actions: { type: 'keepNetwork' } },
        'memory.keepTheme': { actions: { type: 'keepTheme' } },
        'memory.keepWallets': { actions: { type: 'keepWallets' } },
        'memory.keepEmbedded': { actions: { type: 'keepEmbedded' } },
        'balance.loaded': { actions: { type: 'keepBalance' } },
        'transaction.sent': { actions: { type: 'keepSent' } },
        'transaction.placed': { actions: { type: 'keepPlaced' } },
        'transaction.settled': { actions: { type: 'keepSettled' } },
      },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          { guard: 'changed', target: 'writing', actions: [{ type: 'keep' }, 'announceRestored'] },
          { target: 'keeping', actions: [{ type: 'keep' }, 'announceRestored'] },
        ],
        onError: { target: 'unavailable', actions: 'announceRestored' },
      },
      after: { reading: { target: 'unavailable', actions: 'announceRestored' } },
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
            guard: { type: 'otherwise' },
            target: 'keeping',
            actions: [{ type: 'takeOver' }, { type: 'announceChanged' }],
          },
          { target: 'keeping', actions: { type: 'takeOver' } },
        ],
        onError: 'unavailable',
      },
      after: { writing: 'unavailable' },
    },
    unavailable: { description: 'The storage cannot be used. The next change tries again.' },
  },
  on: {
    'storage.changed': { description: 'Merges what another tab stored.', target: '.writing' },
    'account.connected': { target: '.writing', actions: { type: 'keepConnection' } },
    'account.changed': { target: '.writing', actions: { type: 'keepConnection' } },
    'memory.keepAccount': { target: '.writing', actions: { type: 'keepAccount' } },
    'memory.dropConnection': { target: '.writing', actions: { type: 'dropConnection' } },
    'account.networkChanged': { target: '.writing', actions: { type: 'keepConnection' } },
    'account.disconnected': { target: '.writing', guard: { type: 'left' }, actions: { type: 'dropConnection' } },
    'network.changed': { target: '.writing', actions: { type: 'keepNetwork' } },
    'memory.keepTheme': { target: '.writing', actions: { type: 'keepTheme' } },
    'memory.keepWallets': { target: '.writing', actions: { type: 'keepWallets' } },
    'memory.keepEmbedded': { target: '.writing', actions: { type: 'keepEmbedded' } },
    'balance.loaded': { target: '.writing', actions: { type: 'keepBalance' } },
    'transaction.sent': { target: '.writing', actions: { type: 'keepSent' } },
    'transaction.placed': { target: '.writing', actions: { type: 'keepPlaced' } },
    'transaction.settled': { target: '.writing', actions: { type: 'keepSettled' } },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
