/**
 * One attempt to connect a wallet in this browser: the user answers in the wallet.
 *
 * The chart of `external` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isConnected: true as boolean,
  isPending: true as boolean,
  hasConnection: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  walletRequest: 'pending' as Ends, // a machine of its own
  lookForAccounts: 'pending' as Ends, // the actor external.lookForAccounts
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
    walletRequest: work('walletRequest'),
    lookForAccounts: work('lookForAccounts'),
  },
  actions: {
    setOutcome: says('setOutcome'),
    setPending: says('setPending'),
    setFound: says('setFound'),
    setExpiry: says('setExpiry'),
    setCrash: says('setCrash'),
  },
  guards: {
    isConnected: () => yes['isConnected'],
    isPending: () => yes['isPending'],
    hasConnection: () => yes['hasConnection'],
  },
  delays: {
    connect: 120_000, // timeouts.connectMs
    again: 1_000,
    restore: 5_000, // timeouts.restoreMs
  },
}).createMachine({
  id: 'external',
  description: 'One attempt to connect a wallet in this browser: the user answers in the wallet.',
  meta: { kind: 'flow', spec: ['2.6', '8.46'] },
  initial: 'requesting',
  on: { 'external.cancel': '.cancelled' },
  states: {
    requesting: {
      description: 'The wallet shows a request for its accounts.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'isConnected' }, target: 'connected', actions: { type: 'setOutcome' } },
          { guard: { type: 'isPending' }, target: 'pending', actions: { type: 'setPending' } },
          { target: 'ended', actions: { type: 'setOutcome' } },
        ],
        onError: { target: 'ended', actions: { type: 'setCrash' } },
      },
    },
    pending: {
      description: 'The wallet still shows an earlier prompt. A new request would open another one.',
      tags: 'busy',
      initial: 'resting',
      after: { connect: { target: 'ended', actions: 'setExpiry' } },
      states: {
        resting: { description: 'Waits before the next check.', after: { again: 'looking' } },
        looking: {
          description: 'Checks the accounts that the wallet shares, to see whether the user has answered.',
          invoke: {
            id: 'lookForAccounts',
            src: 'lookForAccounts',
            onDone: [
              {
                guard: { type: 'hasConnection' },
                target: '#external.connected',
                actions: { type: 'setFound' },
              },
              { target: 'resting' },
            ],
            onError: 'resting',
          },
          after: { restore: 'resting' },
        },
      },
    },
    connected: { type: 'final', description: 'The wallet shared its accounts.' },
    ended: { type: 'final', description: 'The wallet shared no accounts, as the outcome says.' },
    cancelled: { type: 'final', description: 'The user or the app cancelled the attempt.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
