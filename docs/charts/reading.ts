/**
 * One reading of balances: the wallet is asked first, then the provider, then the chain.
 *
 * The chart of `reading`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  answered: true as boolean,
  complete: true as boolean,
  whole: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchFromWallet: 'pending' as Ends, // the slot reading.fetchFromWallet
  fetchFromApi: 'pending' as Ends, // the slot reading.fetchFromApi
  fetchFromChain: 'pending' as Ends, // the slot reading.fetchFromChain
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
    fetchFromWallet: work('fetchFromWallet'),
    fetchFromApi: work('fetchFromApi'),
    fetchFromChain: work('fetchFromChain'),
  },
  actions: {
    keep: says('keep'),
    keepMissing: says('keepMissing'),
    keepError: says('keepError'),
    alertUnavailable: says('alertUnavailable'),
  },
  guards: {
    answered: () => yes['answered'],
    complete: () => yes['complete'],
    whole: () => yes['whole'],
  },
  delays: {
    assets: 5_000, // timeouts.assetsMs
    api: 15_000, // timeouts.apiMs
    balance: 20_000, // timeouts.balanceMs
  },
}).createMachine({
  id: 'reading',
  description: 'One reading of balances: the wallet is asked first, then the provider, then the chain.',
  meta: { kind: 'flow', spec: ['3.2', '7.6', '7.27', '8.1'] },
  initial: 'fromWallet',
  on: { 'reading.cancel': '.cancelled' },
  states: {
    fromWallet: {
      description: 'Most wallets do not offer to tell. One that is silent is not waited for long.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromWallet',
        src: 'fetchFromWallet',
        onDone: [{ guard: { type: 'complete' }, target: 'done', actions: { type: 'keep' } }, { target: 'fromApi' }],
        onError: 'fromApi',
      },
      after: { assets: 'fromApi' },
    },
    fromApi: {
      description: 'The API is asked.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromApi',
        src: 'fetchFromApi',
        onDone: [
          { guard: { type: 'complete' }, target: 'done', actions: { type: 'keep' } },
          {
            description: 'Of the native token it said nothing, which is not the same as none; or something that cannot be true.',
            guard: { type: 'answered' },
            target: 'fromChain',
            actions: { type: 'keep' },
          },
          { target: 'fromChain' },
        ],
        onError: { target: 'fromChain', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'fromChain', actions: { type: 'keepError' } } },
    },
    fromChain: {
      description: 'The native token and those that the site lists: after a failure of the API it is not all.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromChain',
        src: 'fetchFromChain',
        onDone: [
          { guard: 'whole', target: 'done', actions: { type: 'keepMissing' } },
          { target: 'failed', actions: { type: 'keepMissing' } },
        ],
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      after: { balance: { target: 'failed', actions: { type: 'keepError' } } },
    },
    done: { type: 'final', description: 'Everything was read.' },
    failed: {
      type: 'final',
      description: 'What was read is not all, or nothing.',
      entry: { type: 'alertUnavailable' },
    },
    cancelled: { type: 'final', description: 'It was called off.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
