/**
 * One attempt to sign in.
 *
 * The chart of `signature`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  signed: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  prepare: 'pending' as Ends, // the slot signature.prepare
  verify: 'pending' as Ends, // the slot signature.verify
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
    prepare: work('prepare'),
    verify: work('verify'),
    walletRequest: work('walletRequest'),
  },
  actions: {
    keepPrepared: says('keepPrepared'),
    keepAnswer: says('keepAnswer'),
    keepRefusal: says('keepRefusal'),
    keepSession: says('keepSession'),
    keepError: says('keepError'),
    keepExpiry: says('keepExpiry'),
  },
  guards: {
    signed: () => yes['signed'],
  },
  delays: {
    prepare: 15_000, // timeouts.apiMs
    verify: 15_000, // timeouts.verifyMs
  },
}).createMachine({
  id: 'signature',
  description: 'One attempt to sign in.',
  meta: { kind: 'flow', spec: ['1.3'] },
  initial: 'preparing',
  on: { 'signature.cancel': '.ended' },
  states: {
    preparing: {
      description: 'What is to be signed is written, with a nonce of whoever verifies it.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        onDone: { target: 'signing', actions: { type: 'keepPrepared' } },
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { prepare: { target: 'ended', actions: 'keepExpiry' } },
    },
    signing: {
      description: 'The wallet shows what is to be signed.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'signed' }, target: 'verifying', actions: { type: 'keepAnswer' } },
          { target: 'ended', actions: { type: 'keepRefusal' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
    },
    verifying: {
      description: 'Whoever verifies the signature has it, and keeps what it proves.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        onDone: { target: 'ended', actions: { type: 'keepSession' } },
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { verify: { target: 'ended', actions: 'keepExpiry' } },
    },
    ended: { type: 'final', description: 'What became of it is known.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
