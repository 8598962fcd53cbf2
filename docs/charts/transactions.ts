/**
 * The sent transactions. Each is waited for, even after the account changed.
 *
 * The chart of `transactions` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isSent: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    transaction: listener,
  },
  actions: {
    startTransaction: says('startTransaction'),
    checkPending: says('checkPending'),
    broadcastSent: says('broadcastSent'),
    showLate: says('showLate'),
    showNotSent: says('showNotSent'),
  },
  guards: {
    isSent: () => yes['isSent'],
  },
}).createMachine({
  id: 'transactions',
  description: 'The sent transactions. Each is waited for, even after the account changed.',
  meta: { kind: 'service', spec: ['4.34', '9.8', '9.9'] },
  initial: 'watching',
  states: {
    watching: {
      description: 'Each item transaction:<hash> waits for the network.',
      on: {
        'transactions.watch': { actions: [{ type: 'broadcastSent' }, { type: 'startTransaction' }] },
        'transactions.look': { actions: { type: 'checkPending' } },
        'activeAccount.changed': {
          description: 'The transactions that were shown belong to another account.',
          actions: { type: 'checkPending', params: { sent: [] } },
        },
        'transactions.inherit': [
          {
            guard: { type: 'isSent' },
            actions: [{ type: 'broadcastSent' }, { type: 'startTransaction' }, 'showLate'],
          },
          { actions: { type: 'showNotSent' } },
        ],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
