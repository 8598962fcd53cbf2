/** Service: delivers analytics events to the app or to the API. */
import { assign, setup } from 'xstate'
import { LIMITS } from '../constants.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { analyticsEventOf, trackDisconnections, NO_DISCONNECTIONS, type AnalyticsEvent } from './analytics.rules.ts'
import type { AnalyticsRecord } from '../events.ts'
import type { QueuedEvent, AnalyticsContract } from './analytics.contract.ts'

type Context = AnalyticsContract['context']
interface Received {
  record: QueuedEvent | AnalyticsRecord
}

/** The connection that a record is about: the one that it names, or the active one. */
const actorOf = ({ connection }: Context, { record }: Received): Context['connection'] =>
  'connection' in record ? record.connection : connection

export const analyticsMachine = setup({
  types: {} as SetupTypes<AnalyticsContract>,
  actors: {
    /** Fetches from the API whether the project has analytics enabled. */
    fetchEnabled: promiseActor<boolean>('analytics.fetchEnabled'),
    /** Delivers one event to the app or to the API. */
    deliver: promiseActor<void, { mode: Context['mode']; event: AnalyticsEvent | undefined }>('analytics.deliver'),
  },
  actions: {
    enqueue: assign(({ context }, { record }: Received) => {
      const connection = record.type === 'activeAccount.changed' ? record.activeAccount?.connection : context.connection
      const event = analyticsEventOf(record, actorOf(context, { record }), context.leaving)
      const queue = event ? [...context.queue, event] : context.queue
      const over = Math.max(0, queue.length - LIMITS.trackedEvents)
      return {
        connection,
        leaving: trackDisconnections(context.leaving, record),
        queue: queue.slice(over),
        lost: context.lost + over,
      }
    }),
    dequeue: assign({ queue: ({ context }) => context.queue.slice(1) }),
    countLost: assign(({ context }) => ({ queue: context.queue.slice(1), lost: context.lost + 1 })),
    clear: assign({ queue: [] }),
  },
  guards: {
    /** The app handles the events itself, so the project setting does not matter. */
    isSentToSite: ({ context }) => context.mode === 'site',
    /** An event waits for its delivery. */
    hasQueued: ({ context }) => context.queue.length > 0,
    /** The project has analytics enabled. If not, all events are dropped. */
    isEnabled: (_, { output }: { output: boolean }) => output,
  },
  delays: {
    /** How long to wait for the project setting, and for each delivery. */
    api: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'analytics',
  description: 'Delivers analytics events to the app or to the API, one after the other. Off by default.',
  meta: { kind: 'service', spec: ['1.13', '4.7', '4.8', '4.20'] },
  context: ({ input: { mode, connection, connectedIn } }) => ({
    mode,
    connection,
    leaving: { ...NO_DISCONNECTIONS, connected: connectedIn },
    queue: [],
    lost: 0,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether events go to the app or to the API.',
      always: [{ guard: 'isSentToSite', target: 'on.idle' }, { target: 'on' }],
    },
    off: { description: 'The project disabled analytics: nothing is kept and nothing is sent.', entry: 'clear' },
    on: {
      description: 'Events are kept until they are delivered.',
      initial: 'waiting',
      on: {
        'analytics.track': { actions: { type: 'enqueue', params: ({ event: { record } }) => ({ record }) } },
        'modal.opened': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
        'modal.closed': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
        'view.shown': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
        'account.connected': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
        'account.disconnected': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
        'activeAccount.changed': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
        'network.changed': { actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) } },
      },
      states: {
        waiting: {
          description: 'Makes no requests until the user opens the modal or connects a wallet.',
          on: {
            'modal.opened': {
              target: 'checking',
              actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) },
            },
            'account.connected': {
              target: 'checking',
              actions: { type: 'enqueue', params: ({ event }) => ({ record: event }) },
            },
          },
        },
        checking: {
          description: 'Fetches whether the project enabled analytics. Without a response they are off.',
          invoke: {
            id: 'fetchEnabled',
            src: 'fetchEnabled',
            onDone: [
              { guard: { type: 'isEnabled', params: ({ event }) => event }, target: 'idle' },
              { target: '#analytics.off' },
            ],
            onError: '#analytics.off',
          },
          after: { api: '#analytics.off' },
        },
        idle: { description: 'Every event was delivered.', always: { guard: 'hasQueued', target: 'delivering' } },
        delivering: {
          description: 'The oldest event is being delivered. If that fails, the event is lost.',
          invoke: {
            id: 'deliver',
            src: 'deliver',
            input: ({ context }) => ({ mode: context.mode, event: context.queue[0] }),
            onDone: { target: 'idle', actions: 'dequeue' },
            onError: { target: 'idle', actions: 'countLost' },
          },
          after: { api: { target: 'idle', actions: 'countLost' } },
        },
      },
    },
  },
})
