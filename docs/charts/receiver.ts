/**
 * Whom a text stands for.
 *
 * The chart of `receiver`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  named: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  resolveReceiver: 'pending' as Ends, // the slot send.resolveReceiver
  resolveName: 'pending' as Ends, // the slot send.resolveName
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
    resolveReceiver: work('resolveReceiver'),
    resolveName: work('resolveName'),
  },
  actions: {
    keepAddress: says('keepAddress'),
    keepNamed: says('keepNamed'),
    keepError: says('keepError'),
  },
  guards: {
    named: () => yes['named'],
  },
  delays: {
    debounce: 500,
    resolve: 10_000, // timeouts.resolveMs
  },
}).createMachine({
  id: 'receiver',
  description: 'Whom a text stands for.',
  meta: { kind: 'flow', spec: ['1.5', '7.14'] },
  initial: 'deciding',
  on: { 'receiver.cancel': '.ended' },
  states: {
    deciding: {
      description: 'Passing through: is it a name?',
      always: [{ guard: 'named', target: 'pausing' }, { target: 'checking' }],
    },
    checking: {
      description: 'It is an address, or nothing at all.',
      tags: 'busy',
      invoke: {
        id: 'resolveReceiver',
        src: 'resolveReceiver',
        onDone: { target: 'ended', actions: { type: 'keepAddress' } },
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { resolve: { target: 'ended', actions: { type: 'keepError' } } },
    },
    pausing: { description: 'Somebody may still be typing.', tags: 'busy', after: { debounce: 'resolving' } },
    resolving: {
      description: 'It is looked up which address the name stands for.',
      tags: 'busy',
      invoke: {
        id: 'resolveName',
        src: 'resolveName',
        onDone: { target: 'ended', actions: { type: 'keepNamed' } },
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { resolve: { target: 'ended', actions: { type: 'keepError' } } },
    },
    ended: { type: 'final', description: 'It is known, or why not.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
