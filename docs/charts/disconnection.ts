/**
 * Takes leave of one wallet. Whatever the wallet says, the visitor is disconnected afterwards.
 *
 * The chart of `disconnection`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  goneAlready: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  disconnectChain: 'pending' as Ends, // the slot disconnection.disconnectChain
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
    disconnectChain: work('disconnectChain'),
  },
  actions: {
    keepError: says('keepError'),
    keepExpiry: says('keepExpiry'),
  },
  guards: {
    goneAlready: () => yes['goneAlready'],
  },
  delays: {
    disconnect: 10_000, // timeouts.disconnectMs
  },
}).createMachine({
  id: 'disconnection',
  description: 'Takes leave of one wallet. Whatever the wallet says, the visitor is disconnected afterwards.',
  meta: { kind: 'flow', spec: ['4.16', '4.18', '4.20', '4.21'] },
  initial: 'disconnecting',
  states: {
    disconnecting: {
      description: 'The wallet is told.',
      tags: 'busy',
      invoke: {
        id: 'disconnectChain',
        src: 'disconnectChain',
        onDone: 'done',
        onError: [
          { guard: { type: 'goneAlready' }, target: 'done' },
          { target: 'failed', actions: { type: 'keepError' } },
        ],
      },
      on: { 'disconnection.skip': 'done' },
      after: { disconnect: { target: 'failed', actions: 'keepExpiry' } },
    },
    done: { type: 'final', description: 'The wallet was told, or nobody waits for that any more.' },
    failed: { type: 'final', description: 'The wallet was not told, or refused to hear it.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
