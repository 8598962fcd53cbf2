/**
 * What belongs to one account on one network. Its features start and end with it.
 *
 * The chart of `activeAccount` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    loader: listener,
  },
  actions: {
    startFeatures: says('startFeatures'),
  },
}).createMachine({
  id: 'activeAccount',
  description: 'What belongs to one account on one network. Its features start and end with it.',
  meta: { kind: 'item', spec: ['4.12'] },
  initial: 'running',
  states: { running: { description: 'The account is active on this network.', entry: 'startFeatures' } },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
