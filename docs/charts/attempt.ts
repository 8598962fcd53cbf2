/**
 * One attempt to connect a wallet: in this browser, embedded, or on another device.
 *
 * The chart of `attempt` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isPending: true as boolean,
  hasConnection: true as boolean,
  isWalletConnect: true as boolean,
  isConnected: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  requestAccounts: 'pending' as Ends, // the actor attempt.requestAccounts
  readAccounts: 'pending' as Ends, // the actor attempt.readAccounts
  walletConnect: 'pending' as Ends, // a machine of its own
  storeApp: 'pending' as Ends, // the actor attempt.storeApp
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
    requestAccounts: work('requestAccounts'),
    readAccounts: work('readAccounts'),
    walletConnect: work('walletConnect'),
    storeApp: work('storeApp'),
  },
  actions: {
    setConnection: says('setConnection'),
    syncEmbeddedNamespaces: says('syncEmbeddedNamespaces'),
    setPending: says('setPending'),
    setRefusal: says('setRefusal'),
    setExpiry: says('setExpiry'),
    setReached: says('setReached'),
    syncOtherNamespaces: says('syncOtherNamespaces'),
    setCrash: says('setCrash'),
    forwardWallet: says('forwardWallet'),
    cancelWalletConnect: says('cancelWalletConnect'),
  },
  guards: {
    isPending: () => yes['isPending'],
    hasConnection: () => yes['hasConnection'],
    isWalletConnect: () => yes['isWalletConnect'],
    isConnected: () => yes['isConnected'],
  },
  delays: {
    connect: 120_000, // timeouts.connectMs
    reminder: 15_000,
    again: 1_000,
    restore: 5_000, // timeouts.restoreMs
    writing: 2_000, // timeouts.writeMemoryMs
  },
}).createMachine({
  id: 'attempt',
  description: 'One attempt to connect a wallet: in this browser, embedded, or on another device.',
  meta: { kind: 'flow', spec: ['2.6', '3.17', '8.46'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides where the wallet is.',
      always: [{ guard: 'isWalletConnect', target: 'walletConnect' }, { target: 'requesting' }],
    },
    requesting: {
      description: 'The wallet is in this browser, or embedded. It shows a request for its accounts.',
      tags: 'busy',
      initial: 'waiting',
      invoke: {
        id: 'requestAccounts',
        src: 'requestAccounts',
        onDone: { target: 'ended', actions: [{ type: 'setConnection' }, 'syncEmbeddedNamespaces'] },
        onError: [
          { guard: { type: 'isPending' }, target: 'pending', actions: { type: 'setPending' } },
          { target: 'ended', actions: { type: 'setRefusal' } },
        ],
      },
      on: { 'attempt.cancel': 'ended' },
      after: { connect: { target: 'ended', actions: 'setExpiry' } },
      states: {
        waiting: { description: 'The request was sent a moment ago.', after: { reminder: 'overdue' } },
        overdue: {
          description: 'No answer for a while: the wallet\'s window may be hidden behind another.',
          tags: 'overdue',
        },
      },
    },
    pending: {
      description: 'The wallet still shows an earlier prompt. A new request would open another one.',
      tags: 'busy',
      initial: 'waiting',
      on: { 'attempt.cancel': 'ended' },
      after: { connect: { target: 'ended', actions: 'setExpiry' } },
      states: {
        waiting: { description: 'Waits before the next check.', after: { again: 'checking' } },
        checking: {
          description: 'Checks the accounts that the wallet shares, to see whether the user has answered.',
          invoke: {
            id: 'readAccounts',
            src: 'readAccounts',
            onDone: [
              {
                guard: { type: 'hasConnection' },
                target: '#attempt.ended',
                actions: [{ type: 'setConnection' }, 'syncEmbeddedNamespaces'],
              },
              { target: 'waiting' },
            ],
            onError: 'waiting',
          },
          after: { restore: 'waiting' },
        },
      },
    },
    walletConnect: {
      description: 'The wallet is on another device or in an app. Waits until it accepts an offer.',
      tags: 'busy',
      invoke: {
        id: 'walletConnect',
        src: 'walletConnect',
        onDone: [
          {
            guard: { type: 'isConnected' },
            target: 'storingApp',
            actions: [{ type: 'setReached' }, { type: 'syncOtherNamespaces' }],
          },
          { target: 'ended', actions: { type: 'setReached' } },
        ],
        onError: { target: 'ended', actions: { type: 'setCrash' } },
      },
      on: {
        'attempt.cancel': { actions: 'cancelWalletConnect' },
        'attempt.selectWallet': { actions: { type: 'forwardWallet' } },
      },
    },
    storingApp: {
      description: 'The wallet is connected. How to open its app again is being stored; a failure is ignored.',
      tags: 'busy',
      invoke: { id: 'storeApp', src: 'storeApp', onDone: 'ended', onError: 'ended' },
      on: { 'attempt.cancel': 'ended' },
      after: { writing: 'ended' },
    },
    ended: { type: 'final', description: 'The attempt ended, as the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
