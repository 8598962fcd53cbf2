/**
 * The balances of the account on its network. They are read when something changes, never on a timer.
 *
 * The chart of `balance` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  canReadBalances: true as boolean,
  isFreshAndReadable: true as boolean,
  isSupported: true as boolean,
  isWithoutError: true as boolean,
  hasTokens: true as boolean,
  isFresh: true as boolean,
  isAccountView: true as boolean,
  isOwnNetwork: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  reading: 'pending' as Ends, // a machine of its own
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
    reading: work('reading'),
  },
  actions: {
    setFresh: says('setFresh'),
    setFreshIfRequested: says('setFreshIfRequested'),
    setFailure: says('setFailure'),
    notifyFailed: says('notifyFailed'),
    setMoved: says('setMoved'),
    setTokens: says('setTokens'),
    setError: says('setError'),
    refreshOutdated: says('refreshOutdated'),
    broadcastLoaded: says('broadcastLoaded'),
    openAlert: says('openAlert'),
  },
  guards: {
    canReadBalances: () => yes['canReadBalances'],
    isFreshAndReadable: () => yes['isFreshAndReadable'],
    isSupported: () => yes['isSupported'],
    isWithoutError: () => yes['isWithoutError'],
    hasTokens: () => yes['hasTokens'],
    isFresh: () => yes['isFresh'],
    isAccountView: () => yes['isAccountView'],
    isOwnNetwork: () => yes['isOwnNetwork'],
  },
  delays: {
    retry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'balance',
  description: 'The balances of the account on its network. They are read when something changes, never on a timer.',
  meta: { kind: 'service', spec: ['3.1', '3.20', '3.47', '5.7', '8.1', '9.2', '9.37'] },
  initial: 'deciding',
  on: { 'balance.expectChange': { guard: { type: 'isOwnNetwork' }, actions: { type: 'setMoved' } } },
  states: {
    deciding: {
      description: 'Checks whether the balances of this network can be read.',
      always: [
        {
          description: 'Switching the account or the network does not shorten the retry delay.',
          guard: 'isFreshAndReadable',
          target: 'blocked',
        },
        { guard: 'canReadBalances', target: 'loading' },
        { guard: 'isSupported', target: 'unsupported' },
        { target: 'unsupported', actions: { type: 'openAlert' } },
      ],
    },
    unsupported: { description: 'Balances of this network are not read; 0.00 is shown.' },
    loading: {
      description: 'The balances are being read.',
      tags: 'busy',
      on: {
        'transaction.settled': {
          description: 'The balances being read may be older than the transaction.',
          guard: { type: 'isOwnNetwork' },
          target: 'loading',
          reenter: true,
          actions: 'setFresh',
        },
      },
      invoke: {
        id: 'reading',
        src: 'reading',
        onDone: [
          {
            guard: { type: 'isWithoutError' },
            target: 'ready',
            actions: [{ type: 'setTokens' }, 'broadcastLoaded'],
          },
          {
            guard: { type: 'hasTokens' },
            target: 'blocked',
            actions: [{ type: 'setTokens' }, 'setFailure', 'broadcastLoaded', 'notifyFailed'],
          },
          { target: 'blocked', actions: [{ type: 'setTokens' }, 'setFailure', 'notifyFailed'] },
        ],
        onError: { target: 'blocked', actions: [{ type: 'setError' }, 'setFailure', 'notifyFailed'] },
      },
    },
    ready: {
      description: 'All balances were read.',
      on: {
        'balance.refresh': { target: 'loading', actions: { type: 'setFreshIfRequested' } },
        'view.shown': { guard: { type: 'isAccountView' }, actions: 'refreshOutdated' },
        'modal.opened': { actions: 'refreshOutdated' },
        'transaction.settled': { guard: { type: 'isOwnNetwork' }, target: 'loading', actions: 'setFresh' },
      },
    },
    blocked: {
      description: 'The last read failed or was incomplete. Waits until the next one is allowed.',
      on: {
        'transaction.settled': {
          description: 'The balances are read again as soon as that is allowed.',
          guard: { type: 'isOwnNetwork' },
          actions: 'setFresh',
        },
      },
      after: { retry: [{ guard: 'isFresh', target: 'loading' }, { target: 'failed' }] },
    },
    failed: {
      description: 'The last read failed or was incomplete. A new one can be requested.',
      on: {
        'balance.refresh': { target: 'loading', actions: { type: 'setFreshIfRequested' } },
        'view.shown': { guard: { type: 'isAccountView' }, target: 'loading' },
        'modal.opened': 'loading',
        'transaction.settled': { guard: { type: 'isOwnNetwork' }, target: 'loading', actions: 'setFresh' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
