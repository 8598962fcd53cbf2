/**
 * One attempt to register a name.
 *
 * The chart of `registration` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
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
  register: 'pending' as Ends, // the actor registration.register
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
    register: work('register'),
    walletRequest: work('walletRequest'),
  },
  actions: {
    setClaim: says('setClaim'),
    setSignature: says('setSignature'),
    setUnsigned: says('setUnsigned'),
    setRefusal: says('setRefusal'),
    setRegistered: says('setRegistered'),
  },
  guards: {
    isSigned: () => yes['isSigned'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'registration',
  description: 'One attempt to register a name.',
  meta: { kind: 'flow', spec: ['4.24', '4.25', '4.26', '7.17', '8.16'] },
  initial: 'writing',
  on: { 'registration.cancel': '.ended' },
  states: {
    writing: {
      description: 'Writes the text to sign, which contains the current time.',
      always: { target: 'signing', actions: 'setClaim' },
    },
    signing: {
      description: 'The wallet shows the text to sign.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'isSigned' }, target: 'registering', actions: { type: 'setSignature' } },
          { target: 'ended', actions: { type: 'setUnsigned' } },
        ],
        onError: { target: 'ended', actions: { type: 'setRefusal' } },
      },
    },
    registering: {
      description: 'The API is registering the name.',
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        onDone: { target: 'ended', actions: 'setRegistered' },
        onError: { target: 'ended', actions: { type: 'setRefusal' } },
      },
      after: { api: { target: 'ended', actions: { type: 'setRefusal' } } },
    },
    ended: { type: 'final', description: 'The attempt ended.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
