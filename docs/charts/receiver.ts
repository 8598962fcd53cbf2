/**
 * Finds the receiver that a text stands for.
 *
 * The chart of `receiver` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isName: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  resolveReceiver: 'pending' as Ends, // the actor send.resolveReceiver
  resolveName: 'pending' as Ends, // the actor send.resolveName
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
    resolveReceiver: work('resolveReceiver'),
    resolveName: work('resolveName'),
  },
  actions: {
    setAddress: says('setAddress'),
    setNamed: says('setNamed'),
    setError: says('setError'),
  },
  guards: {
    isName: () => yes['isName'],
  },
  delays: {
    debounce: 500,
    resolve: 10_000, // timeouts.resolveMs
  },
}).createMachine({
  id: 'receiver',
  description: 'Finds the receiver that a text stands for.',
  meta: { kind: 'flow', spec: ['1.5', '7.14'] },
  initial: 'deciding',
  on: { 'receiver.cancel': '.ended' },
  states: {
    deciding: {
      description: 'Decides whether the text is a name.',
      always: [{ guard: 'isName', target: 'pausing' }, { target: 'checking' }],
    },
    checking: {
      description: 'The text is being validated as an address.',
      tags: 'busy',
      invoke: {
        id: 'resolveReceiver',
        src: 'resolveReceiver',
        onDone: { target: 'ended', actions: { type: 'setAddress' } },
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { resolve: { target: 'ended', actions: { type: 'setError' } } },
    },
    pausing: { description: 'The user may still be typing.', tags: 'busy', after: { debounce: 'resolving' } },
    resolving: {
      description: 'The name is being resolved to an address.',
      tags: 'busy',
      invoke: {
        id: 'resolveName',
        src: 'resolveName',
        onDone: { target: 'ended', actions: { type: 'setNamed' } },
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { resolve: { target: 'ended', actions: { type: 'setError' } } },
    },
    ended: { type: 'final', description: 'The receiver is known, or the reason why there is none.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
