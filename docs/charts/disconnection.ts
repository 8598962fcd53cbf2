/**
 * Disconnects one wallet. The user ends up disconnected even if the wallet fails.
 *
 * The chart of `disconnection` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isAlreadyGone: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  disconnectChain: 'pending' as Ends, // the actor disconnection.disconnectChain
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
    disconnectChain: work('disconnectChain'),
  },
  actions: {
    setError: says('setError'),
    setExpiry: says('setExpiry'),
  },
  guards: {
    isAlreadyGone: () => yes['isAlreadyGone'],
  },
  delays: {
    disconnect: 10_000, // timeouts.disconnectMs
  },
}).createMachine({
  id: 'disconnection',
  description: 'Disconnects one wallet. The user ends up disconnected even if the wallet fails.',
  meta: { kind: 'flow', spec: ['4.16', '4.18', '4.20', '4.21'] },
  initial: 'disconnecting',
  states: {
    disconnecting: {
      description: 'Waits for the wallet to disconnect.',
      tags: 'busy',
      invoke: {
        id: 'disconnectChain',
        src: 'disconnectChain',
        onDone: 'done',
        onError: [
          { guard: { type: 'isAlreadyGone' }, target: 'done' },
          { target: 'failed', actions: { type: 'setError' } },
        ],
      },
      on: { 'disconnection.skip': 'done' },
      after: { disconnect: { target: 'failed', actions: 'setExpiry' } },
    },
    done: { type: 'final', description: 'The wallet disconnected, or the wait was skipped.' },
    failed: { type: 'final', description: 'The wallet did not answer in time, or failed to disconnect.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
