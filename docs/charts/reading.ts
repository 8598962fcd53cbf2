/**
 * One read of the balances: from the wallet first, then the API, then the chain.
 *
 * The chart of `reading` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasAnswer: true as boolean,
  isComplete: true as boolean,
  isWithoutError: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchFromWallet: 'pending' as Ends, // the actor reading.fetchFromWallet
  fetchFromApi: 'pending' as Ends, // the actor reading.fetchFromApi
  fetchFromChain: 'pending' as Ends, // the actor reading.fetchFromChain
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
    fetchFromWallet: work('fetchFromWallet'),
    fetchFromApi: work('fetchFromApi'),
    fetchFromChain: work('fetchFromChain'),
  },
  actions: {
    setTokens: says('setTokens'),
    setMissing: says('setMissing'),
    setError: says('setError'),
    openAlert: says('openAlert'),
  },
  guards: {
    hasAnswer: () => yes['hasAnswer'],
    isComplete: () => yes['isComplete'],
    isWithoutError: () => yes['isWithoutError'],
  },
  delays: {
    assets: 5_000, // timeouts.assetsMs
    api: 15_000, // timeouts.apiMs
    balance: 20_000, // timeouts.balanceMs
  },
}).createMachine({
  id: 'reading',
  description: 'One read of the balances: from the wallet first, then the API, then the chain.',
  meta: { kind: 'flow', spec: ['3.2', '7.6', '7.27', '8.1'] },
  initial: 'fromWallet',
  on: { 'reading.cancel': '.cancelled' },
  states: {
    fromWallet: {
      description: 'Waits for the wallet, but only briefly. Most wallets do not report their balances.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromWallet',
        src: 'fetchFromWallet',
        onDone: [
          { guard: { type: 'isComplete' }, target: 'done', actions: { type: 'setTokens' } },
          { target: 'fromApi' },
        ],
        onError: 'fromApi',
      },
      after: { assets: 'fromApi' },
    },
    fromApi: {
      description: 'The balances are being fetched from the API.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromApi',
        src: 'fetchFromApi',
        onDone: [
          { guard: { type: 'isComplete' }, target: 'done', actions: { type: 'setTokens' } },
          {
            description: 'The API reported no native balance, which does not mean zero, or a balance that contradicts the configuration.',
            guard: { type: 'hasAnswer' },
            target: 'fromChain',
            actions: { type: 'setTokens' },
          },
          { target: 'fromChain' },
        ],
        onError: { target: 'fromChain', actions: { type: 'setError' } },
      },
      after: { api: { target: 'fromChain', actions: { type: 'setError' } } },
    },
    fromChain: {
      description: 'The native token and the listed tokens are being read from the chain. After an API failure, other tokens are missing.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromChain',
        src: 'fetchFromChain',
        onDone: [
          { guard: 'isWithoutError', target: 'done', actions: { type: 'setMissing' } },
          { target: 'failed', actions: { type: 'setMissing' } },
        ],
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      after: { balance: { target: 'failed', actions: { type: 'setError' } } },
    },
    done: { type: 'final', description: 'All balances were read.' },
    failed: { type: 'final', description: 'The balances are incomplete or missing.', entry: { type: 'openAlert' } },
    cancelled: { type: 'final', description: 'The read was cancelled.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
