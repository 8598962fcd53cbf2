/**
 * One switch of a wallet to another network; the visitor answers in the wallet.
 *
 * The chart of `networkSwitch`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  reached: true as boolean,
  agreed: true as boolean,
  addable: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  walletRequest: 'pending' as Ends, // a machine of its own
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
    walletRequest: work('walletRequest'),
  },
  actions: {
    markAdded: says('markAdded'),
    keepArrival: says('keepArrival'),
    keepRefusal: says('keepRefusal'),
    keepStay: says('keepStay'),
    keepCrash: says('keepCrash'),
  },
  guards: {
    reached: () => yes['reached'],
    agreed: () => yes['agreed'],
    addable: () => yes['addable'],
  },
  delays: {
    settle: 2_000, // timeouts.networkSettleMs
  },
}).createMachine({
  id: 'networkSwitch',
  description: 'One switch of a wallet to another network; the visitor answers in the wallet.',
  meta: { kind: 'flow', spec: ['4.15', '8.11', '8.12'] },
  initial: 'switching',
  on: { 'networkSwitch.cancel': '.cancelled' },
  states: {
    switching: {
      description: 'The wallet is asked to switch.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'reached' }, target: 'switched', actions: 'keepArrival' },
          { guard: { type: 'agreed' }, target: 'settling' },
          { guard: { type: 'addable' }, target: 'adding' },
          { target: 'ended', actions: { type: 'keepRefusal' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepCrash' } },
      },
    },
    adding: {
      description: 'The wallet does not know the network and is asked to add it; then to switch once more.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'agreed' }, target: 'switching', actions: 'markAdded' },
          { target: 'ended', actions: { type: 'keepRefusal' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepCrash' } },
      },
    },
    settling: {
      description: 'The wallet said yes and is not there yet. It may take a moment.',
      tags: 'busy',
      after: { settle: { target: 'ended', actions: 'keepStay' } },
    },
    switched: { type: 'final', description: 'The wallet is on the network that was wanted.' },
    ended: { type: 'final', description: 'It is not, as the outcome says.' },
    cancelled: { type: 'final', description: 'It was called off.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
