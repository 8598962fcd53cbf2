/** Item, one per session: from its settlement to its end, on either side. */
import { assign, enqueueActions, raise, setup } from 'xstate'
import { PAIRING, TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession, SessionEvent } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { done, failed } from '../shared/outcome.rules.ts'
import { expiryAfter } from './rules/expiry.ts'
import { validateExchange, namespacesIn, validateReceivedEvent, updateRefusal } from './rules/exchanges.ts'
import { isOutOfSync, addReceivedId, addMessageTime } from './rules/messageOrder.ts'
import { readPeerError } from './rules/peerErrors.ts'
import { omitKey } from './rules/records.ts'
import type { Exchange, ExchangeResult, ExchangeContract, SessionExchange } from './exchange.contract.ts'
import { exchangeMachine } from './exchange.machine.ts'
import {
  limitAnswer,
  eventTransitions,
  kindOf,
  updateTransitions,
  type EventMessage,
  type UpdateMessage,
} from './inboundEvents.ts'
import type { MessageOf } from './messages.ts'
import type { Ending, SessionContract } from './session.contract.ts'
import type { Answer, SessionRequestContract } from './sessionRequest.contract.ts'
import { sessionRequestMachine } from './sessionRequest.machine.ts'
import { pairing } from './pairing.contract.ts'
import { requestQueue } from './requestQueue.contract.ts'

type Context = SessionContract['context']
interface ChildDone {
  type: string
  output: { id: string | undefined }
}
interface SendCommand {
  id: string
  exchange: SessionExchange
}

/** The report that a message of a peer was rejected. */
const refusedReport = (kind: string, error: LatchkeyError | undefined) =>
  ({ type: 'report.event', event: { type: 'pairing.refused', kind, error } }) as const

const faultOutcome = (error: LatchkeyError | undefined): Outcome<never> => failed(error ?? toLatchkeyError(undefined))

const applyExchange = (session: PairingSession, exchange: Exchange, nowMs: number): PairingSession => {
  if (exchange.name === 'update') return { ...session, namespaces: exchange.namespaces }
  if (exchange.name === 'extend') return { ...session, expiry: expiryAfter(PAIRING.sessionExpirySeconds, nowMs) }
  return session
}

export const sessionMachine = setup({
  types: {} as SetupTypes<SessionContract>,
  actors: {
    exchange: withContract<ExchangeContract>()(exchangeMachine),
    sessionRequest: withContract<SessionRequestContract>()(sessionRequestMachine),
    /** Pings the other side, to check whether it still has the session. */
    check: promiseActor<void, { topic: string }>('session.check'),
    /** Notifies the other side that this side disconnects. */
    leave: promiseActor<void, { topic: string }>('session.leave'),
  },
  actions: {
    setAcknowledged: assign({ session: ({ context }) => ({ ...context.session, acknowledged: true }) }),
    setNamespaces: assign({
      session: ({ context: { session } }, { namespaces }: UpdateMessage) => ({
        ...session,
        namespaces: namespacesIn(namespaces) ?? session.namespaces,
      }),
    }),
    extendExpiry: assign({
      session: ({ context, system }) => ({
        ...context.session,
        expiry: expiryAfter(PAIRING.sessionExpirySeconds, now(system)),
      }),
    }),
    /** Stores the agreed namespaces, so that they survive a reload. */
    storeSession: enqueueActions(({ context: { session }, enqueue }) => {
      const { topic, namespaces } = session
      const exchange = { name: 'keep', topic, namespaces } as const
      enqueue.spawnChild('exchange', { id: 'exchange.keep', input: { id: undefined, exchange } })
    }),
    sendAnswer: enqueueActions(({ context: { session }, enqueue }, { id, answer }: { id: number; answer: Answer }) => {
      const exchange = { name: 'answer', topic: session.topic, id, answer } as const
      enqueue.spawnChild('exchange', { id: `exchange.answer ${id}`, input: { id: undefined, exchange } })
    }),
    startExchange: enqueueActions(({ context, enqueue }, { id, exchange }: SendCommand) => {
      const name = `exchange.${id}`
      enqueue.assign({ open: { ...context.open, [id]: name } })
      enqueue.spawnChild('exchange', { id: name, input: { id, exchange } })
    }),
    startRequest: enqueueActions(
      ({ context, enqueue }, { id, request }: Extract<SessionContract['event'], { type: 'session.request' }>) => {
        const name = `sessionRequest.${id}`
        const { session } = context
        enqueue.assign({ open: { ...context.open, [id]: name } })
        enqueue.spawnChild('sessionRequest', {
          id: name,
          systemId: `sessionRequest:${id}`,
          input: { role: 'requester', id, session, request },
        })
      },
    ),
    setExchange: assign({
      session: ({ context, system }, { exchange }: ExchangeResult) =>
        applyExchange(context.session, exchange, now(system)),
    }),
    close: enqueueActions(({ context, enqueue }, { type, output: { id = '' } }: ChildDone) => {
      enqueue.stopChild(type.slice('xstate.done.actor.'.length))
      enqueue.assign({ open: omitKey(context.open, id) })
    }),
    cancel: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const name = context.open[id]
      if (name?.startsWith('exchange.')) enqueue.sendTo(name, { type: 'exchange.cancel' })
      else if (name !== undefined) enqueue.sendTo(name, { type: 'sessionRequest.cancel' })
    }),
    /** A session that ended receives no more answers. */
    stopOpen: enqueueActions(({ context, enqueue }) => {
      for (const name of Object.values(context.open)) enqueue.stopChild(name)
      enqueue.assign({ open: {} })
    }),
    setLeaver: assign({ leaver: (_, { id }: { id: string }) => id, ending: 'disconnected' as const }),
    setEnding: assign((_, { ending, error }: { ending: Ending; error?: LatchkeyError }) => ({ ending, error })),
    notifySettled: sendToActor(pairing)(({ id, outcome }: { id: string | undefined; outcome: Outcome<unknown> }) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    notifyLeft: sendToActor(pairing)(({ outcome }: { outcome: Outcome<undefined> }, { leaver: id }: Context) => ({
      type: 'report.settled',
      id,
      outcome,
    })),
    notifyNotSent: sendToActor(pairing)(({ id, exchange }: SendCommand, { session, role }: Context) => ({
      type: 'report.settled',
      id,
      outcome: faultOutcome(validateExchange(exchange, session, role)),
    })),
    addSeen: assign(({ context }, message: UpdateMessage | EventMessage) => ({
      seen: addMessageTime(context.seen, kindOf(message), message.id),
      receivedIds: addReceivedId(context.receivedIds, message.id),
    })),
    notifyOvertaken: sendToActor(pairing)(({ type: kind }: UpdateMessage | EventMessage) =>
      refusedReport(kind, undefined),
    ),
    notifyUpdateRefused: sendToActor(pairing)((event: UpdateMessage, { session, role }: Context) =>
      refusedReport(event.type, updateRefusal(event, session, role)),
    ),
    notifyEventRefused: sendToActor(pairing)((event: EventMessage, { session }: Context) =>
      refusedReport(event.type, validateReceivedEvent(event, session)),
    ),
    notifyChanged: sendToActor(pairing)((_: undefined, { session }: Context) => ({
      type: 'report.event',
      event: { type: 'session.changed', session },
    })),
    notifyEmitted: sendToActor(pairing)(({ topic, params }: EventMessage) => ({
      type: 'report.event',
      event: { type: 'session.emitted', topic, event: params as SessionEvent },
    })),
    enqueueRequest: sendToActor(requestQueue)((received: MessageOf<'request.received'>, { session }: Context) => ({
      type: 'requestQueue.add',
      waiting: { received, session },
    })),
    updateQueued: sendToActor(requestQueue)((_: undefined, { session }: Context) => ({
      type: 'requestQueue.setSession',
      session,
    })),
    removeQueued: sendToActor(requestQueue)((_: undefined, { session }: Context) => ({
      type: 'requestQueue.drop',
      topic: session.topic,
    })),
    raiseRenewed: raise({ type: 'session.renewed' }),
    raiseProven: raise({ type: 'session.proven' }),
  },
  guards: {
    /** The other side confirmed new namespaces or an extension, so the session changes and is stored. */
    isChanging: (_, { exchange: { name }, outcome }: ExchangeResult) =>
      outcome.status === 'done' && (name === 'update' || name === 'extend'),
    /** The app restored the session from an earlier visit, so it checks whether the wallet still has it. */
    needsPing: ({ context }) => context.restored && context.role === 'requester',
    /** The session is confirmed already, so this side does not wait for a confirmation. */
    isAcknowledged: ({ context }) => context.session.acknowledged,
    /** The wallet responded that it has disconnected the session. After any other error, the session stays open. */
    hasPeerLeft: (_, { error }: { error: unknown }) => readPeerError(error).meaning === 'left',
    /** The message arrived before, or a newer one of its kind did, so it changes nothing. */
    isOutdated: ({ context }, message: UpdateMessage | EventMessage) =>
      isOutOfSync(context.seen, kindOf(message), message.id) || context.receivedIds.includes(message.id),
    /** The wallet sent the new namespaces, and they are valid and contain what the app requires, so they apply. */
    isPermitted: ({ context }, event: UpdateMessage) =>
      updateRefusal(event, context.session, context.role) === undefined,
    /** The session contains this event on this chain, so the app receives it. Any other event is rejected. */
    isApproved: ({ context }, event: MessageOf<'session.emitted'>) =>
      validateReceivedEvent(event, context.session) === undefined,
    /** The session allows this side to send the message. For example, only the wallet may change the namespaces. */
    canExchange: ({ context }, { exchange }: SendCommand) =>
      validateExchange(exchange, context.session, context.role) === undefined,
    /** This side is the wallet, so its user can respond to the request. */
    canBeAnswered: ({ context }, { id }: MessageOf<'request.received'>) =>
      context.role === 'responder' && typeof id === 'number',
  },
  delays: {
    /** The time until the session expires. An extension restarts the wait. */
    expiry: ({ context, system }) => Math.max(0, context.session.expiry * 1_000 - now(system)),
    /** How long the wallet waits for the app's confirmation: as long as the relay stores the message with the session. */
    settlement: PAIRING.methods.wc_sessionSettle.request.ttlSeconds * 1_000,
    /** The maximum wait for the response to the ping. A wallet that sleeps does not respond, so the session stays open. */
    restorePing: TIMING.restorePingMs,
    /** The maximum wait until the other side is notified. After that, the session ends on this side only. */
    disconnect: configurableDelay('disconnectMs'),
  },
}).createMachine({
  id: 'session',
  description: 'One session between an app and a wallet.',
  meta: { kind: 'item', spec: ['3.28', '4.36', '5.46', '9.19'] },
  context: ({ input }) => ({
    ...input,
    seen: {},
    receivedIds: [],
    open: {},
    leaver: undefined,
    ending: 'expired',
    error: undefined,
  }),
  output: ({ context: { session, ending, error } }) => ({ topic: session.topic, ending, error }),
  initial: 'live',
  states: {
    live: {
      description: 'Both sides can send messages.',
      type: 'parallel',
      tags: 'live',
      entry: 'storeSession',
      exit: ['stopOpen', 'removeQueued'],
      on: {
        'session.updated': updateTransitions,
        'session.extended': { actions: ['extendExpiry', 'raiseRenewed', 'raiseProven', 'notifyChanged'] },
        'session.pinged': { actions: 'raiseProven' },
        'session.emitted': eventTransitions,
        'request.received': {
          guard: { type: 'canBeAnswered', params: ({ event }) => event },
          actions: [{ type: 'enqueueRequest', params: ({ event }) => event }, 'raiseProven'],
        },
        'session.crowded': { actions: { type: 'sendAnswer', params: limitAnswer } },
        'session.flooded': { target: 'leaving', actions: { type: 'setEnding', params: { ending: 'flooded' } } },
        'session.send': [
          {
            guard: { type: 'canExchange', params: ({ event }) => event },
            actions: { type: 'startExchange', params: ({ event }) => event },
          },
          { actions: { type: 'notifyNotSent', params: ({ event }) => event } },
        ],
        'session.request': { actions: { type: 'startRequest', params: ({ event }) => event } },
        'session.cancel': { actions: { type: 'cancel', params: ({ event }) => event } },
        'session.deleted': { target: 'ended', actions: { type: 'setEnding', params: { ending: 'left' } } },
        'session.disconnect': { target: 'leaving', actions: { type: 'setLeaver', params: ({ event }) => event } },
        'xstate.done.actor.exchange.*': [
          {
            description: 'The exchange changed the session.',
            guard: { type: 'isChanging', params: ({ event }) => event.output },
            actions: [
              { type: 'setExchange', params: ({ event }) => event.output },
              'storeSession',
              { type: 'close', params: ({ event }) => event },
              { type: 'notifySettled', params: ({ event }) => event.output },
              'raiseRenewed',
              'notifyChanged',
              'updateQueued',
            ],
          },
          {
            actions: [
              { type: 'close', params: ({ event }) => event },
              { type: 'notifySettled', params: ({ event }) => event.output },
            ],
          },
        ],
        'xstate.done.actor.sessionRequest.*': {
          actions: [
            { type: 'close', params: ({ event }) => event },
            { type: 'notifySettled', params: ({ event }) => event.output },
          ],
        },
      },
      states: {
        connectionStatus: {
          description: 'Whether the other side has the session as well.',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Checks whether the other side is known to have the session.',
              always: [
                { guard: 'needsPing', target: 'checking' },
                { guard: 'isAcknowledged', target: 'acknowledged' },
                { target: 'settled' },
              ],
            },
            checking: {
              description:
                'The session is from an earlier visit. Pings the wallet; one that sleeps does not answer, but still has it.',
              tags: ['busy', 'checking'],
              invoke: {
                id: 'check',
                src: 'check',
                input: ({ context }) => ({ topic: context.session.topic }),
                onDone: 'acknowledged',
                onError: [
                  {
                    guard: { type: 'hasPeerLeft', params: ({ event }) => event },
                    target: '#session.ended',
                    actions: { type: 'setEnding', params: { ending: 'left' } },
                  },
                  { target: 'acknowledged' },
                ],
              },
              after: { restorePing: 'acknowledged' },
            },
            settled: {
              description: 'The wallet settled the session. Waits for the app to confirm it.',
              on: {
                'session.acknowledged': {
                  target: 'acknowledged',
                  actions: ['setAcknowledged', 'notifyChanged'],
                },
                'session.proven': {
                  description: "The app's confirmation was lost on the way.",
                  target: 'acknowledged',
                  actions: ['setAcknowledged', 'notifyChanged'],
                },
                'session.unsettled': {
                  target: '#session.ended',
                  actions: {
                    type: 'setEnding',
                    params: ({ event }) => ({ ending: 'unsettled', error: event.error }),
                  },
                },
              },
              after: {
                settlement: {
                  target: '#session.leaving',
                  actions: { type: 'setEnding', params: { ending: 'unsettled' } },
                },
              },
            },
            acknowledged: { description: 'Both sides know that the other one has the session.' },
          },
        },
        lifetime: {
          description: 'The lifetime of the session.',
          initial: 'running',
          states: {
            running: {
              description: 'Waits until the session expires. An extension restarts the wait.',
              after: {
                expiry: { target: '#session.leaving', actions: { type: 'setEnding', params: { ending: 'expired' } } },
              },
              on: { 'session.renewed': { target: 'running', reenter: true } },
            },
          },
        },
      },
    },
    leaving: {
      description: 'The other side is being notified.',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        input: ({ context }) => ({ topic: context.session.topic }),
        onDone: { target: 'ended', actions: { type: 'notifyLeft', params: { outcome: done(undefined) } } },
        onError: {
          target: 'ended',
          actions: { type: 'notifyLeft', params: ({ event }) => ({ outcome: failed(toLatchkeyError(event.error)) }) },
        },
      },
      on: {
        'session.deleted': { target: 'ended', actions: { type: 'notifyLeft', params: { outcome: done(undefined) } } },
        'session.disconnect': {
          description: 'The session is being disconnected already.',
          actions: { type: 'notifySettled', params: ({ event }) => ({ id: event.id, outcome: done(undefined) }) },
        },
      },
      after: {
        disconnect: {
          target: 'ended',
          actions: {
            type: 'notifyLeft',
            params: () => ({ outcome: faultOutcome(new LatchkeyError('disconnect.expired')) }),
          },
        },
      },
    },
    ended: { type: 'final', description: 'The session ended. Its topic must not be used again.' },
  },
})
