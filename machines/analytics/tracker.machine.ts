/** Service: delivers analytics events to the app or to the API. */
import { assign, setup } from 'xstate'
import { LIMITS } from '../constants.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { eventOf, leavingAfter, STAYING, type AnalyticsEvent } from './analytics.rules.ts'
import type { AnalyticsRecord } from '../events.ts'
import type { Tracked, TrackerContract } from './tracker.contract.ts'

type Context = TrackerContract['context']
interface Heard {
  record: Tracked | AnalyticsRecord
}

/** The connection that a record is about: the one that it names, or the active one. */
const actorOf = ({ connection }: Context, { record }: Heard): Context['connection'] =>
  'connection' in record ? record.connection : connection

export const trackerMachine = setup({
  types: {} as SetupTypes<TrackerContract>,
  actors: {
    /** Whether the project enabled analytics. */
    fetchEnabled: promiseActor<boolean>('tracker.fetchEnabled'),
    deliver: promiseActor<void, { mode: Context['mode']; event: AnalyticsEvent | undefined }>('tracker.deliver'),
  },
  actions: {
    track: assign(({ context }, { record }: Heard) => {
      const connection = record.type === 'scope.changed' ? record.scope?.connection : context.connection
      const event = eventOf(record, actorOf(context, { record }), context.leaving)
      const queue = event ? [...context.queue, event] : context.queue
      const over = Math.max(0, queue.length - LIMITS.trackedEvents)
      return {
        connection,
        leaving: leavingAfter(context.leaving, record),
        queue: queue.slice(over),
        lost: context.lost + over,
      }
    }),
    drop: assign({ queue: ({ context }) => context.queue.slice(1) }),
    lose: assign(({ context }) => ({ queue: context.queue.slice(1), lost: context.lost + 1 })),
    clear: assign({ queue: [] }),
  },
  guards: {
    isSentToSite: ({ context }) => context.mode === 'site',
    hasQueued: ({ context }) => context.queue.length > 0,
    isEnabled: (_, { output }: { output: boolean }) => output,
  },
  delays: { api: configurableDelay('apiMs') },
}).createMachine({
  id: 'tracker',
  description: 'Delivers analytics events to the app or to the API, one after the other. Off by default.',
  meta: { kind: 'service', spec: ['1.13', '4.7', '4.8', '4.20'] },
  context: ({ input: { mode, connection, connectedIn } }) => ({
    mode,
    connection,
    leaving: { ...STAYING, connected: connectedIn },
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
        'tracker.track': { actions: { type: 'track', params: ({ event: { record } }) => ({ record }) } },
        'modal.opened': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
        'modal.closed': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
        'view.shown': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
        'account.connected': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
        'account.disconnected': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
        'scope.changed': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
        'network.changed': { actions: { type: 'track', params: ({ event }) => ({ record: event }) } },
      },
      states: {
        waiting: {
          description: 'Makes no requests until the user opens the modal or connects a wallet.',
          on: {
            'modal.opened': {
              target: 'asking',
              actions: { type: 'track', params: ({ event }) => ({ record: event }) },
            },
            'account.connected': {
              target: 'asking',
              actions: { type: 'track', params: ({ event }) => ({ record: event }) },
            },
          },
        },
        asking: {
          description: 'Asks the API whether the project enabled analytics. Without an answer they are off.',
          invoke: {
            id: 'fetchEnabled',
            src: 'fetchEnabled',
            onDone: [
              { guard: { type: 'isEnabled', params: ({ event }) => event }, target: 'idle' },
              { target: '#tracker.off' },
            ],
            onError: '#tracker.off',
          },
          after: { api: '#tracker.off' },
        },
        idle: { description: 'Every event was delivered.', always: { guard: 'hasQueued', target: 'delivering' } },
        delivering: {
          description: 'The oldest event is being delivered. If that fails, the event is lost.',
          invoke: {
            id: 'deliver',
            src: 'deliver',
            input: ({ context }) => ({ mode: context.mode, event: context.queue[0] }),
            onDone: { target: 'idle', actions: 'drop' },
            onError: { target: 'idle', actions: 'lose' },
          },
          after: { api: { target: 'idle', actions: 'lose' } },
        },
      },
    },
  },
})
