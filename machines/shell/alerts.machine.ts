/** Service: alerts for the developers of the app. Each opens once. */
import { assign, emit, setup } from 'xstate'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { alerts, type Alert, type AlertsContract } from './alerts.contract.ts'

export const alertsMachine = setup({
  types: {} as SetupTypes<AlertsContract>,
  actions: {
    addOpened: assign({
      opened: ({ context }, { alert }: { alert: Alert }) => [...context.opened, alert.code],
    }),
    enqueue: assign({ queue: ({ context }, { alert }: { alert: Alert }) => [...context.queue, alert] }),
    dequeue: assign({ queue: ({ context }) => context.queue.slice(1) }),
    emitOpened: emit((_, { alert }: { alert: Alert }) => ({ type: 'alerts.opened' as const, alert })),
  },
  guards: {
    /** The alert has not opened before. Each alert opens once; outside debug mode it is only logged. */
    isNew: ({ context }, { alert }: { alert: Alert }) => !context.opened.includes(alert.code),
    /** The alert has not opened before, and the app shows alerts on screen (debug mode). */
    isNewOnScreen: ({ context }, { alert }: { alert: Alert }) =>
      context.onScreen && !context.opened.includes(alert.code),
    /** Other alerts wait behind the shown one, so closing it shows the next. */
    hasMore: ({ context }) => context.queue.length > 1,
    /** An alert waits to be shown. */
    hasAlerts: ({ context }) => context.queue.length > 0,
  },
}).createMachine({
  id: 'alerts',
  description: 'Alerts for the developers of the app: always logged, shown on screen in debug mode, each once.',
  meta: { kind: 'service', spec: ['5.18', '5.19', '8.1', '8.17', '8.23'] },
  context: ({ input }) => ({ queue: [], opened: [], onScreen: input.onScreen }),
  initial: 'closed',
  on: {
    'alerts.open': [
      {
        guard: { type: 'isNewOnScreen', params: ({ event }) => event },
        actions: [
          { type: 'addOpened', params: ({ event }) => event },
          { type: 'enqueue', params: ({ event }) => event },
          { type: 'emitOpened', params: ({ event }) => event },
        ],
      },
      {
        guard: { type: 'isNew', params: ({ event }) => event },
        actions: [
          { type: 'addOpened', params: ({ event }) => event },
          { type: 'emitOpened', params: ({ event }) => event },
        ],
      },
    ],
  },
  states: {
    closed: { description: 'No alert is on screen.', always: { guard: 'hasAlerts', target: 'open' } },
    open: {
      description: 'The first alert of the queue is on screen. Closing it shows the next one.',
      on: {
        'alerts.close': [
          { guard: 'hasMore', actions: 'dequeue' },
          { target: 'closed', actions: 'dequeue' },
        ],
      },
    },
  },
})

export const alertsFeature = feature(alerts, {
  input: ({ debug }) => ({ onScreen: debug }),
  logic: withContract<AlertsContract>()(alertsMachine),
})
