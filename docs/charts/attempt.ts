/**
 * One attempt to connect a wallet: in this browser, embedded, or on another device.
 *
 * The chart of `attempt` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isEmbedded: true as boolean,
  isWalletConnect: true as boolean,
  isConnected: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  external: 'pending' as Ends, // a machine of its own
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
    external: work('external'),
    walletConnect: work('walletConnect'),
    storeApp: work('storeApp'),
  },
  actions: {
    setOutcome: says('setOutcome'),
    syncEmbeddedNamespaces: says('syncEmbeddedNamespaces'),
    setReached: says('setReached'),
    syncOtherNamespaces: says('syncOtherNamespaces'),
    setCrash: says('setCrash'),
    cancelExternal: says('cancelExternal'),
    forwardWallet: says('forwardWallet'),
    cancelWalletConnect: says('cancelWalletConnect'),
  },
  guards: {
    isEmbedded: () => yes['isEmbedded'],
    isWalletConnect: () => yes['isWalletConnect'],
    isConnected: () => yes['isConnected'],
  },
  delays: {
    writing: 2_000, // timeouts.writeMemoryMs
  },
}).createMachine({
  id: 'attempt',
  description: 'One attempt to connect a wallet: in this browser, embedded, or on another device.',
  meta: { kind: 'flow', spec: ['2.6', '3.17'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides where the wallet is.',
      always: [
        { guard: 'isWalletConnect', target: 'walletConnect' },
        { guard: 'isEmbedded', target: 'embedded' },
        { target: 'external' },
      ],
    },
    external: {
      description: 'The wallet is in this browser. Waits until the user answers in it.',
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        onDone: { target: 'ended', actions: { type: 'setOutcome' } },
        onError: { target: 'ended', actions: { type: 'setCrash' } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
    },
    embedded: {
      description: 'The wallet is embedded and the user has signed in to it. It is requested like a wallet in this browser.',
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        onDone: { target: 'ended', actions: [{ type: 'setOutcome' }, { type: 'syncEmbeddedNamespaces' }] },
        onError: { target: 'ended', actions: { type: 'setCrash' } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
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
