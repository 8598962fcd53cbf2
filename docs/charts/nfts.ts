/**
 * The NFTs that the account holds, read from its network where no history tells them.
 *
 * The chart of `nfts`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  listed: true as boolean,
  mine: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  readNfts: 'pending' as Ends, // the slot nfts.readNfts
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
    readNfts: work('readNfts'),
  },
  actions: {
    keep: says('keep'),
    keepError: says('keepError'),
    clearError: says('clearError'),
    rereadOutdated: says('rereadOutdated'),
  },
  guards: {
    listed: () => yes['listed'],
    mine: () => yes['mine'],
  },
  delays: {
    read: 20_000, // timeouts.balanceMs
  },
}).createMachine({
  id: 'nfts',
  description: 'The NFTs that the account holds, read from its network where no history tells them.',
  meta: { kind: 'service', spec: ['2.3'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Passing through: does the network itself tell them?',
      always: [{ guard: 'listed', target: 'reading' }, { target: 'unsupported' }],
    },
    unsupported: { description: 'They are told by the history of the account, or by nobody.' },
    reading: {
      description: 'The network is asked.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'readNfts',
        src: 'readNfts',
        onDone: { target: 'ready', actions: { type: 'keep' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      on: {
        'transaction.settled': {
          description: 'What is being read may be older than the transfer.',
          guard: { type: 'mine' },
          target: 'reading',
          reenter: true,
        },
      },
      after: { read: { target: 'failed', actions: { type: 'keepError', params: {} } } },
    },
    ready: {
      description: 'They were read.',
      on: {
        'nfts.look': { actions: 'rereadOutdated' },
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'mine' }, target: 'reading' },
      },
    },
    failed: {
      description: 'They could not be read; what was read before is kept.',
      on: {
        'nfts.look': 'reading',
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'mine' }, target: 'reading' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
