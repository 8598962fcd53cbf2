/**
 * What belongs to one account on one network: its features begin and end with it.
 *
 * The chart of `scope`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
  id: 'scope',
  description: 'What belongs to one account on one network: its features begin and end with it.',
  meta: { kind: 'item', spec: ['4.12'] },
  initial: 'running',
  states: { running: { description: 'The account is the active one, on this network.', entry: 'startFeatures' } },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
