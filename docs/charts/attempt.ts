/**
 * One attempt to connect a wallet: in this browser, or on another device.
 *
 * The chart of `attempt`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  embedded: true as boolean,
  remote: true as boolean,
  connected: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  external: 'pending' as Ends, // a machine of its own
  walletConnect: 'pending' as Ends, // a machine of its own
  rememberApp: 'pending' as Ends, // the slot attempt.rememberApp
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
    external: work('external'),
    walletConnect: work('walletConnect'),
    rememberApp: work('rememberApp'),
  },
  actions: {
    keep: says('keep'),
    shareEmbedded: says('shareEmbedded'),
    keepReached: says('keepReached'),
    share: says('share'),
    keepCrash: says('keepCrash'),
    cancelExternal: says('cancelExternal'),
    direct: says('direct'),
    cancelWalletConnect: says('cancelWalletConnect'),
  },
  guards: {
    embedded: () => yes['embedded'],
    remote: () => yes['remote'],
    connected: () => yes['connected'],
  },
  delays: {
    writing: 2_000, // timeouts.writeMemoryMs
  },
}).createMachine({
  id: 'attempt',
  description: 'One attempt to connect a wallet: in this browser, or on another device.',
  meta: { kind: 'flow', spec: ['2.6', '3.17'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Passing through: where is the wallet?',
      always: [
        { guard: 'remote', target: 'walletConnect' },
        { guard: 'embedded', target: 'embedded' },
        { target: 'external' },
      ],
    },
    external: {
      description: 'The wallet is in this browser, and is asked there.',
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        onDone: { target: 'ended', actions: { type: 'keep' } },
        onError: { target: 'ended', actions: { type: 'keepCrash' } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
    },
    embedded: {
      description: 'The wallet is in its frame, and the visitor has signed in to it: it is asked as one in this browser is.',
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        onDone: { target: 'ended', actions: [{ type: 'keep' }, { type: 'shareEmbedded' }] },
        onError: { target: 'ended', actions: { type: 'keepCrash' } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
    },
    walletConnect: {
      description: 'The wallet is on another device, or in an app, and is made an offer.',
      tags: 'busy',
      invoke: {
        id: 'walletConnect',
        src: 'walletConnect',
        onDone: [
          {
            guard: { type: 'connected' },
            target: 'remembering',
            actions: [{ type: 'keepReached' }, { type: 'share' }],
          },
          { target: 'ended', actions: { type: 'keepReached' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepCrash' } },
      },
      on: {
        'attempt.cancel': { actions: 'cancelWalletConnect' },
        'attempt.direct': { actions: { type: 'direct' } },
      },
    },
    remembering: {
      description: 'It is connected. How its app is opened again is kept; without that it works as well.',
      tags: 'busy',
      invoke: { id: 'rememberApp', src: 'rememberApp', onDone: 'ended', onError: 'ended' },
      on: { 'attempt.cancel': 'ended' },
      after: { writing: 'ended' },
    },
    ended: { type: 'final', description: 'As the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
