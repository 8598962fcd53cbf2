/**
 * What was sent: each transaction is waited for, whatever becomes of the account.
 *
 * The chart of `transactions`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  sent: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    transaction: listener,
  },
  actions: {
    watch: says('watch'),
    look: says('look'),
    announceSent: says('announceSent'),
    sayLate: says('sayLate'),
    sayNotSent: says('sayNotSent'),
  },
  guards: {
    sent: () => yes['sent'],
  },
}).createMachine({
  id: 'transactions',
  description: 'What was sent: each transaction is waited for, whatever becomes of the account.',
  meta: { kind: 'service', spec: ['4.34', '9.8', '9.9'] },
  initial: 'watching',
  states: {
    watching: {
      description: 'The item transaction:<hash> waits for the network.',
      on: {
        'transactions.watch': { actions: [{ type: 'announceSent' }, { type: 'watch' }] },
        'transactions.look': { actions: { type: 'look' } },
        'scope.changed': {
          description: 'Who looked at them looks at another account.',
          actions: { type: 'look', params: { sent: [] } },
        },
        'transactions.inherit': [
          { guard: { type: 'sent' }, actions: [{ type: 'announceSent' }, { type: 'watch' }, 'sayLate'] },
          { actions: { type: 'sayNotSent' } },
        ],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
