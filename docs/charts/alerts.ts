/**
 * Alerts for the people who build the site: logged always, on screen in debug, each once.
 *
 * The chart of `alerts`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  fresh: true as boolean,
  freshOnScreen: true as boolean,
  more: true as boolean,
  some: true as boolean,
}

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    remember: says('remember'),
    enqueue: says('enqueue'),
    drop: says('drop'),
    emitOpened: says('emitOpened'),
  },
  guards: {
    fresh: () => yes['fresh'],
    freshOnScreen: () => yes['freshOnScreen'],
    more: () => yes['more'],
    some: () => yes['some'],
  },
}).createMachine({
  id: 'alerts',
  description: 'Alerts for the people who build the site: logged always, on screen in debug, each once.',
  meta: { kind: 'service', spec: ['5.18', '5.19', '8.1', '8.17', '8.23'] },
  initial: 'closed',
  on: {
    'alerts.open': [
      {
        guard: { type: 'freshOnScreen' },
        actions: [{ type: 'remember' }, { type: 'enqueue' }, { type: 'emitOpened' }],
      },
      { guard: { type: 'fresh' }, actions: [{ type: 'remember' }, { type: 'emitOpened' }] },
    ],
  },
  states: {
    closed: { description: 'Nothing is on screen.', always: { guard: 'some', target: 'open' } },
    open: {
      description: 'The first alert that waits is on screen; closing it makes room for the next.',
      on: { 'alerts.close': [{ guard: 'more', actions: 'drop' }, { target: 'closed', actions: 'drop' }] },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
