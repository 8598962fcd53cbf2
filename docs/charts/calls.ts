/**
 * Sent bundles of calls. Each one is followed to its end, even if the account changes.
 *
 * The chart of `calls` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
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
    bundle: listener,
  },
  actions: {
    startBundle: says('startBundle'),
    showSent: says('showSent'),
    setWaiting: says('setWaiting'),
    stopWaiting: says('stopWaiting'),
    settle: says('settle'),
  },
}).createMachine({
  id: 'calls',
  description: 'Sent bundles of calls. Each one is followed to its end, even if the account changes.',
  meta: { kind: 'service', spec: ['4.34'] },
  context: { followed: [], waiting: [] },
  initial: 'following',
  states: {
    following: {
      description: 'Each item `calls:<id>` checks the status of its bundle.',
      on: {
        'calls.follow': {
          description: 'The wallet has just sent the bundle.',
          actions: [{ type: 'startBundle' }, { type: 'showSent' }],
        },
        'calls.wait': { actions: [{ type: 'setWaiting' }, { type: 'startBundle' }] },
        'calls.cancel': { actions: { type: 'stopWaiting' } },
        'xstate.done.actor.*': { actions: { type: 'settle' } },
        'xstate.error.actor.*': { description: 'A crashed item does not affect the others.', actions: { type: 'settle' } },
      },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
