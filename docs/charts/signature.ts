/**
 * One attempt to sign in: the message is prepared, signed in the wallet, and verified.
 *
 * The chart of `signature` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isSigned: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  prepare: 'pending' as Ends, // the actor signature.prepare
  verify: 'pending' as Ends, // the actor signature.verify
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

/** Logs the actions that the product would run. */
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
    setPrepared: says('setPrepared'),
    setAnswer: says('setAnswer'),
    setRefusal: says('setRefusal'),
    setSession: says('setSession'),
    setError: says('setError'),
    setExpiry: says('setExpiry'),
  },
  guards: {
    isSigned: () => yes['isSigned'],
  },
  delays: {
    prepare: 15_000, // timeouts.apiMs
    verify: 15_000, // timeouts.verifyMs
  },
}).createMachine({
  id: 'signature',
  description: 'One attempt to sign in: the message is prepared, signed in the wallet, and verified.',
  meta: { kind: 'flow', spec: ['1.3'] },
  initial: 'preparing',
  on: { 'signature.cancel': '.ended' },
  states: {
    preparing: {
      description: 'The message is being prepared, with a nonce from the verifier.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        onDone: { target: 'signing', actions: { type: 'setPrepared' } },
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { prepare: { target: 'ended', actions: 'setExpiry' } },
    },
    signing: {
      description: 'The wallet shows the message to sign.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'isSigned' }, target: 'verifying', actions: { type: 'setAnswer' } },
          { target: 'ended', actions: { type: 'setRefusal' } },
        ],
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
    },
    verifying: {
      description: 'The signature is being verified and the session stored.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        onDone: { target: 'ended', actions: { type: 'setSession' } },
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { verify: { target: 'ended', actions: 'setExpiry' } },
    },
    ended: { type: 'final', description: 'The attempt ended, as the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
