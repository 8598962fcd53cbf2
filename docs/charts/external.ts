/**
 * One attempt to connect a wallet in this browser: the visitor answers in the wallet.
 *
 * The chart of `external`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  connected: true as boolean,
  pending: true as boolean,
  found: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  walletRequest: 'pending' as Ends, // a machine of its own
  lookForAccounts: 'pending' as Ends, // the slot external.lookForAccounts
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
    lookForAccounts: work('lookForAccounts'),
  },
  actions: {
    keep: says('keep'),
    keepPending: says('keepPending'),
    keepFound: says('keepFound'),
    keepExpiry: says('keepExpiry'),
    keepCrash: says('keepCrash'),
  },
  guards: {
    connected: () => yes['connected'],
    pending: () => yes['pending'],
    found: () => yes['found'],
  },
  delays: {
    connect: 120_000, // timeouts.connectMs
    again: 1_000,
    restore: 5_000, // timeouts.restoreMs
  },
}).createMachine({
  id: 'external',
  description: 'One attempt to connect a wallet in this browser: the visitor answers in the wallet.',
  meta: { kind: 'flow', spec: ['2.6', '8.46'] },
  initial: 'requesting',
  on: { 'external.cancel': '.cancelled' },
  states: {
    requesting: {
      description: 'The wallet is asked for its accounts.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'connected' }, target: 'connected', actions: { type: 'keep' } },
          { guard: { type: 'pending' }, target: 'pending', actions: { type: 'keepPending' } },
          { target: 'ended', actions: { type: 'keep' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepCrash' } },
      },
    },
    pending: {
      description: 'The wallet shows an earlier question. To ask anew would be another one.',
      tags: 'busy',
      initial: 'resting',
      after: { connect: { target: 'ended', actions: 'keepExpiry' } },
      states: {
        resting: { description: 'The visitor is given a moment.', after: { again: 'looking' } },
        looking: {
          description: 'Has the visitor answered it? What the wallet shares tells.',
          invoke: {
            id: 'lookForAccounts',
            src: 'lookForAccounts',
            onDone: [
              { guard: { type: 'found' }, target: '#external.connected', actions: { type: 'keepFound' } },
              { target: 'resting' },
            ],
            onError: 'resting',
          },
          after: { restore: 'resting' },
        },
      },
    },
    connected: { type: 'final', description: 'The wallet shares its accounts.' },
    ended: { type: 'final', description: 'It does not, as the outcome says.' },
    cancelled: { type: 'final', description: 'The visitor, or the site, called it off.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
