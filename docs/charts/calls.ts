/**
 * Bundles of calls that were sent: each is followed to its end, whatever becomes of the account.
 *
 * The chart of `calls`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
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
    bundle: listener,
  },
  actions: {
    follow: says('follow'),
    saySent: says('saySent'),
    keepWaiting: says('keepWaiting'),
    stopWaiting: says('stopWaiting'),
    settle: says('settle'),
  },
}).createMachine({
  id: 'calls',
  description: 'Bundles of calls that were sent: each is followed to its end, whatever becomes of the account.',
  meta: { kind: 'service', spec: ['4.34'] },
  context: { followed: [], waiting: [] },
  initial: 'following',
  states: {
    following: {
      description: 'The item calls:<id> looks what became of its bundle.',
      on: {
        'calls.follow': { description: 'The wallet has just sent it.', actions: [{ type: 'follow' }, { type: 'saySent' }] },
        'calls.wait': { actions: [{ type: 'keepWaiting' }, { type: 'follow' }] },
        'calls.cancel': { actions: { type: 'stopWaiting' } },
        'xstate.done.actor.*': { actions: { type: 'settle' } },
        'xstate.error.actor.*': { description: 'One that stopped by mistake takes no other with it.', actions: { type: 'settle' } },
      },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
