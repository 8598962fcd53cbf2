/**
 * Alerts for the developers of the app: always logged, shown on screen in debug mode, each once.
 *
 * The chart of `alerts` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isNew: true as boolean,
  isNewOnScreen: true as boolean,
  hasMore: true as boolean,
  hasAlerts: true as boolean,
}

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actions: {
    addOpened: says('addOpened'),
    enqueue: says('enqueue'),
    dequeue: says('dequeue'),
    emitOpened: says('emitOpened'),
  },
  guards: {
    isNew: () => yes['isNew'],
    isNewOnScreen: () => yes['isNewOnScreen'],
    hasMore: () => yes['hasMore'],
    hasAlerts: () => yes['hasAlerts'],
  },
}).createMachine({
  id: 'alerts',
  description: 'Alerts for the developers of the app: always logged, shown on screen in debug mode, each once.',
  meta: { kind: 'service', spec: ['5.18', '5.19', '8.1', '8.17', '8.23'] },
  initial: 'closed',
  on: {
    'alerts.open': [
      {
        guard: { type: 'isNewOnScreen' },
        actions: [{ type: 'addOpened' }, { type: 'enqueue' }, { type: 'emitOpened' }],
      },
      { guard: { type: 'isNew' }, actions: [{ type: 'addOpened' }, { type: 'emitOpened' }] },
    ],
  },
  states: {
    closed: { description: 'No alert is on screen.', always: { guard: 'hasAlerts', target: 'open' } },
    open: {
      description: 'The first alert of the queue is on screen. Closing it shows the next one.',
      on: {
        'alerts.close': [{ guard: 'hasMore', actions: 'dequeue' }, { target: 'closed', actions: 'dequeue' }],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
