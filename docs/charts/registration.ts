/**
 * One attempt to register a name.
 *
 * The chart of `registration`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
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
  register: 'pending' as Ends, // the slot registration.register
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
    register: work('register'),
    walletRequest: work('walletRequest'),
  },
  actions: {
    writeClaim: says('writeClaim'),
    keepSignature: says('keepSignature'),
    keepUnsigned: says('keepUnsigned'),
    keepRefusal: says('keepRefusal'),
    keepRegistered: says('keepRegistered'),
  },
  guards: {
    signed: () => yes['signed'],
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
      description: 'Passing through: what is signed says when.',
      always: { target: 'signing', actions: 'writeClaim' },
    },
    signing: {
      description: 'The wallet shows what the account signs for the name.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        onDone: [
          { guard: { type: 'signed' }, target: 'registering', actions: { type: 'keepSignature' } },
          { target: 'ended', actions: { type: 'keepUnsigned' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepRefusal' } },
      },
    },
    registering: {
      description: 'The API registers the name.',
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        onDone: { target: 'ended', actions: 'keepRegistered' },
        onError: { target: 'ended', actions: { type: 'keepRefusal' } },
      },
      after: { api: { target: 'ended', actions: { type: 'keepRefusal' } } },
    },
    ended: { type: 'final', description: 'What became of it is known.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
