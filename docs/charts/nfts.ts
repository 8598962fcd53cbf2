/**
 * The NFTs of the account, read from its network. On some networks they come from the history instead.
 *
 * The chart of `nfts` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  canListNfts: true as boolean,
  isOwnNetwork: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  readNfts: 'pending' as Ends, // the actor nfts.readNfts
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
    readNfts: work('readNfts'),
  },
  actions: {
    setNfts: says('setNfts'),
    setError: says('setError'),
    clearError: says('clearError'),
    reloadOutdated: says('reloadOutdated'),
  },
  guards: {
    canListNfts: () => yes['canListNfts'],
    isOwnNetwork: () => yes['isOwnNetwork'],
  },
  delays: {
    read: 20_000, // timeouts.balanceMs
  },
}).createMachine({
  id: 'nfts',
  description: 'The NFTs of the account, read from its network. On some networks they come from the history instead.',
  meta: { kind: 'service', spec: ['2.3'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checks whether the NFTs can be read from this network.',
      always: [{ guard: 'canListNfts', target: 'reading' }, { target: 'unsupported' }],
    },
    unsupported: { description: 'NFTs of this network come from the history, if there is one.' },
    reading: {
      description: 'The NFTs are being read from the network.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'readNfts',
        src: 'readNfts',
        onDone: { target: 'ready', actions: { type: 'setNfts' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      on: {
        'transaction.settled': {
          description: 'The NFTs being read may be older than the transaction.',
          guard: { type: 'isOwnNetwork' },
          target: 'reading',
          reenter: true,
        },
      },
      after: { read: { target: 'failed', actions: { type: 'setError', params: {} } } },
    },
    ready: {
      description: 'The NFTs were read.',
      on: {
        'nfts.look': { actions: 'reloadOutdated' },
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'isOwnNetwork' }, target: 'reading' },
      },
    },
    failed: {
      description: 'The NFTs could not be read. Those of the last read are kept.',
      on: {
        'nfts.look': 'reading',
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'isOwnNetwork' }, target: 'reading' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
