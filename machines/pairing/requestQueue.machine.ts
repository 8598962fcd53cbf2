/** Service of the pairing: shows the requests of apps to a wallet one at a time. */
import { assign, enqueueActions, setup } from 'xstate'
import { PAIRING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import { toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { sendToActor } from '../core/messaging.ts'
import { failed, dropValue } from '../shared/outcome.rules.ts'
import { addReceivedId } from './rules/messageOrder.ts'
import { takeFromQueue, emptyQueue, addToQueue, queuedItems, toQueue } from './rules/queue.ts'
import { omitKey } from './rules/records.ts'
import type { RequestQueueContract, QueuedRequest } from './requestQueue.contract.ts'
import { sessionKey } from './session.contract.ts'
import type { SessionRequestContract } from './sessionRequest.contract.ts'
import { sessionRequestMachine } from './sessionRequest.machine.ts'
import { pairing } from './pairing.contract.ts'

interface RequestDone {
  output: { id: string; topic: string; outcome: Outcome<unknown> }
}

/** A request is validated against its current session. */
const inputOf = ({ received, session }: QueuedRequest, changed: RequestQueueContract['context']['changed']) =>
  ({ role: 'responder', received, session: changed[session.topic] ?? session }) as const

const nameOf = ({ received }: QueuedRequest): string => `sessionRequest:${received.id}`
const crashResult = ({ type, error }: { type: string; error: unknown }) => ({
  id: crashedId(type),
  outcome: failed(toLatchkeyError(error)),
})
const crashedId = (type: string): string => type.slice('xstate.error.actor.sessionRequest:'.length)

type AddArgs = { event: { waiting: QueuedRequest } }

const crowdedTransition = {
  description: 'The session has too many waiting requests already.',
  guard: { type: 'isCrowded', params: ({ event }: AddArgs) => event },
  actions: [
    { type: 'addSeen', params: ({ event }: AddArgs) => event },
    { type: 'notifyCrowded', params: ({ event }: AddArgs) => event },
  ],
} as const

export const requestQueueMachine = setup({
  types: {} as SetupTypes<RequestQueueContract>,
  actors: { sessionRequest: withContract<SessionRequestContract>()(sessionRequestMachine) },
  actions: {
    addSeen: assign({
      seen: ({ context }, { waiting }: { waiting: QueuedRequest }) => addReceivedId(context.seen, waiting.received.id),
    }),
    add: assign({
      waiting: ({ context }, { waiting }: { waiting: QueuedRequest }) => addToQueue(context.waiting, waiting),
    }),
    show: enqueueActions(({ context, enqueue }, { waiting }: { waiting: QueuedRequest }) => {
      enqueue.assign({ shown: [...context.shown, waiting] })
      const name = nameOf(waiting)
      enqueue.spawnChild('sessionRequest', { id: name, systemId: name, input: inputOf(waiting, context.changed) })
    }),
    showNext: enqueueActions(({ context, enqueue }) => {
      const next = takeFromQueue(context.waiting)
      if (!next) return
      const [front, waiting] = next
      enqueue.assign({ waiting, shown: [front] })
      const name = nameOf(front)
      enqueue.spawnChild('sessionRequest', { id: name, systemId: name, input: inputOf(front, context.changed) })
    }),
    /** A request that ended is no longer a child; stopping it has no effect. One that crashed is stopped. */
    close: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      enqueue.assign({ shown: context.shown.filter(({ received }) => String(received.id) !== id) })
      enqueue.stopChild(`sessionRequest:${id}`)
    }),
    updateSession: assign({
      changed: ({ context }, { session }: { session: PairingSession }) => ({
        ...context.changed,
        [session.topic]: session,
      }),
    }),
    removeRequests: enqueueActions(({ context, enqueue }, { topic }: { topic: string }) => {
      const remaining = queuedItems(context.waiting).filter(({ session }) => session.topic !== topic)
      enqueue.assign({ waiting: toQueue(remaining), changed: omitKey(context.changed, topic) })
      for (const request of context.shown)
        if (request.session.topic === topic) enqueue.sendTo(nameOf(request), { type: 'sessionRequest.cancel' })
    }),
    notifyCrowded: sendToActor(({ waiting }: { waiting: QueuedRequest }) => sessionKey(waiting.session.topic))(
      ({ waiting }: { waiting: QueuedRequest }) => ({ type: 'session.crowded', id: waiting.received.id }),
    ),
    notifyClosed: sendToActor(pairing)(({ id, outcome }: { id: string; outcome: Outcome<unknown> }) => ({
      type: 'report.closed',
      kind: 'request',
      name: `sessionRequest:${id}`,
      key: Number(id),
      outcome: dropValue(outcome),
    })),
  },
  guards: {
    /** The queue is turned off, so requests are shown as they arrive. */
    isDisabled: ({ context }) => context.disabled,
    /** A request waits, so it is shown next. */
    hasWaiting: ({ context }) => context.waiting.length > 0,
    /** The request did not arrive before, so it is added. The relay may deliver a message twice. */
    isNew: ({ context }, { waiting }: { waiting: QueuedRequest }) => !context.seen.includes(waiting.received.id),
    /** Too many requests of the session wait already, so this one is rejected. */
    isCrowded: (
      { context: { waiting, shown, seen } },
      { waiting: { received, session } }: { waiting: QueuedRequest },
    ) =>
      !seen.includes(received.id) &&
      [...queuedItems(waiting), ...shown].filter((request) => request.session.topic === session.topic).length >=
        PAIRING.queuedRequests,
    /** The request ended because its session did. The user tapped nothing, so the next request follows without a pause. */
    isDropped: (_, { output }: RequestDone) => output.outcome.status === 'cancelled',
  },
  delays: { /** The pause keeps a tap on one request from approving the next. */ pause: PAIRING.queueRestMs },
}).createMachine({
  id: 'requestQueue',
  description: 'Shows the requests of apps to a wallet one at a time, in the order in which they arrived.',
  meta: { kind: 'service', spec: ['4.37'] },
  context: ({ input }) => ({ disabled: input.disabled, waiting: emptyQueue, shown: [], seen: [], changed: {} }),
  initial: 'validating',
  on: {
    'requestQueue.add': [
      crowdedTransition,
      {
        guard: { type: 'isNew', params: ({ event }) => event },
        actions: [
          { type: 'addSeen', params: ({ event }) => event },
          { type: 'add', params: ({ event }) => event },
        ],
      },
    ],
    'requestQueue.setSession': { actions: { type: 'updateSession', params: ({ event }) => event } },
    'requestQueue.drop': { actions: { type: 'removeRequests', params: ({ event }) => event } },
  },
  states: {
    validating: {
      description: 'Checks whether requests are shown one at a time.',
      always: [{ guard: 'isDisabled', target: 'disabled' }, { target: 'idle' }],
    },
    idle: {
      description: 'No request is shown or waiting.',
      always: { guard: 'hasWaiting', target: 'active' },
    },
    active: {
      description: 'One request is shown; the others wait.',
      tags: 'busy',
      entry: 'showNext',
      on: {
        'xstate.done.actor.*': [
          {
            description: 'The session of the request ended, so the next request can be shown immediately.',
            guard: { type: 'isDropped', params: ({ event }) => event },
            target: 'idle',
            actions: [
              { type: 'close', params: ({ event }) => event.output },
              { type: 'notifyClosed', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'pausing',
            actions: [
              { type: 'close', params: ({ event }) => event.output },
              { type: 'notifyClosed', params: ({ event }) => event.output },
            ],
          },
        ],
        'xstate.error.actor.*': {
          target: 'pausing',
          actions: [
            { type: 'close', params: ({ event }) => ({ id: crashedId(event.type) }) },
            { type: 'notifyClosed', params: ({ event }) => crashResult(event) },
          ],
        },
      },
    },
    pausing: {
      description: 'No request is shown for a moment, so that a tap meant for one request does not approve the next.',
      tags: 'busy',
      after: { pause: 'idle' },
    },
    disabled: {
      description: 'All requests are shown as they arrive.',
      on: {
        'requestQueue.add': [
          crowdedTransition,
          {
            guard: { type: 'isNew', params: ({ event }) => event },
            actions: [
              { type: 'addSeen', params: ({ event }) => event },
              { type: 'show', params: ({ event }) => event },
            ],
          },
        ],
        'xstate.done.actor.*': {
          actions: [
            { type: 'close', params: ({ event }) => event.output },
            { type: 'notifyClosed', params: ({ event }) => event.output },
          ],
        },
        'xstate.error.actor.*': {
          actions: [
            { type: 'close', params: ({ event }) => ({ id: crashedId(event.type) }) },
            { type: 'notifyClosed', params: ({ event }) => crashResult(event) },
          ],
        },
      },
    },
  },
})
