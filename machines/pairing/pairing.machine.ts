/**
 * Service: the pairing protocol, on the app's or the wallet's side. It opens the client, forwards its messages, and remembers ids
 * that must not be used again.
 */
import { assign, emit, enqueueActions, setup, type AnyActorRef, type EventObject } from 'xstate'
import { PAIRING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { callbackActor, configurableDelay } from '../core/actors.ts'
import { cancelled, failed } from '../shared/outcome.rules.ts'
import { recipientOf, toCancelEvent, validateCommand } from './rules/commands.ts'
import { deletedError, withDeleted } from './rules/deletedIds.ts'
import {
  proposalEnding,
  receivedProposal,
  receivedSignIn,
  resumedItems,
  sessionOutcome,
  signInEnding,
  withAllDeleted,
  withOffer,
  type AfterEnd,
  type Item,
} from './rules/items.ts'
import { topicIn } from './rules/proposals.ts'
import { isEmpty, without, withoutValue } from './rules/records.ts'
import type { AuthenticationContract } from './authentication.contract.ts'
import { authenticationMachine } from './authentication.machine.ts'
import type { ExchangeContract } from './exchange.contract.ts'
import { exchangeMachine } from './exchange.machine.ts'
import type { PairingMessage } from './messages.ts'
import type { PairingCommand, PairingContract, PairingReport, SessionMessage } from './pairing.contract.ts'
import type { ProposalContract } from './proposal.contract.ts'
import { proposalMachine } from './proposal.machine.ts'
import {
  answer,
  asleep,
  closing,
  command,
  crashed,
  crashedSession,
  message,
  received,
  shut,
  stored,
  unopened,
  type OfferMessage,
} from './routing.ts'
import type { RequestQueueContract } from './requestQueue.contract.ts'
import { requestQueueMachine } from './requestQueue.machine.ts'
import type { SessionContract } from './session.contract.ts'
import { sessionMachine } from './session.machine.ts'

type Opened = Extract<PairingContract['event'], { type: 'client.opened' }>
type Ended = SessionContract['output']
type Reported<Type extends PairingReport['type']> = Extract<PairingReport, { type: Type }>

export const pairingMachine = setup({
  types: {} as SetupTypes<PairingContract>,
  actors: {
    /** Opens the client. Reports what is stored, and then what peers and the relay do. */
    client: callbackActor<Extract<PairingContract['event'], { type: `client.${string}` }> | PairingMessage>(
      'pairing.client',
    ),
    requestQueue: withContract<RequestQueueContract>()(requestQueueMachine),
    session: withContract<SessionContract>()(sessionMachine),
    proposal: withContract<ProposalContract>()(proposalMachine),
    authentication: withContract<AuthenticationContract>()(authenticationMachine),
    exchange: withContract<ExchangeContract>()(exchangeMachine),
  },
  actions: {
    enqueue: assign({ waiting: ({ context }, asked: PairingCommand) => [...context.waiting, asked] }),
    clearWaiting: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      if (!context.waiting.some((asked) => asked.id === id)) return
      enqueue.assign({ waiting: context.waiting.filter((asked) => asked.id !== id) })
      enqueue.emit({ type: 'pairing.settled', id, outcome: cancelled })
    }),
    /** Starts the items that are not running yet: a peer may cause the same one twice. */
    startItems: enqueueActions(({ context, enqueue, system }, { items: due }: { items: readonly Item[] }) => {
      const items = due.filter(({ kind, id }) => system.get(`${kind}:${id}`) === undefined)
      for (const { kind, id, input } of items)
        enqueue.spawnChild(kind, { id: `${kind}.${id}`, systemId: `${kind}:${id}`, input: input as never })
      enqueue.assign({ offers: items.reduce(withOffer, context.offers) })
    }),
    setStored: assign({
      stored: (_, { sessions }: Opened) => Object.fromEntries(sessions.map(({ topic }) => [topic, true as const])),
    }),
    clearStored: assign({ stored: {} }),
    /** Handles the messages and commands that arrived before the client was open. */
    drainQueue: enqueueActions(({ context: { waiting }, enqueue }, { received }: Opened) => {
      enqueue.assign({ waiting: [] })
      for (const event of [...received, ...waiting]) enqueue.raise(event)
    }),

    addCall: assign(({ context: { calls } }, asked: PairingCommand) => ({
      calls: { ...calls, [asked.id]: recipientOf(asked) },
    })),
    emitRefused: enqueueActions(({ context, enqueue }, asked: PairingCommand) => {
      const error = validateCommand(asked, context) ?? toLatchkeyError(undefined)
      enqueue.emit({ type: 'pairing.settled', id: asked.id, outcome: failed(error) })
    }),
    /** Forwards an event to the actor that it concerns. */
    forward: enqueueActions(
      ({ enqueue, system }, { name, event }: { name: string | undefined; event: EventObject | undefined }) => {
        const target: AnyActorRef | undefined = system.get(name ?? '')
        if (target && event) enqueue.sendTo(target, event)
      },
    ),
    settle: enqueueActions(
      ({ context, enqueue }, { id, outcome }: { id: string | undefined; outcome: Outcome<unknown> }) => {
        if (id === undefined || !Object.hasOwn(context.calls, id)) return
        enqueue.assign({ calls: without(context.calls, id) })
        enqueue.emit({ type: 'pairing.settled', id, outcome })
      },
    ),
    /** Settles the commands that still wait for an actor that ended. */
    settleFor: enqueueActions(
      ({ context, enqueue }, { name, outcome }: { name: string; outcome: Outcome<unknown> }) => {
        const ids = Object.keys(context.calls).filter((id) => context.calls[id] === name)
        for (const id of ids) enqueue.emit({ type: 'pairing.settled', id, outcome })
        enqueue.assign({ calls: ids.reduce(without, context.calls) })
      },
    ),
    settleAll: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome<unknown> }) => {
      for (const id of Object.keys(context.calls)) enqueue.emit({ type: 'pairing.settled', id, outcome })
      for (const { id } of context.waiting) enqueue.emit({ type: 'pairing.settled', id, outcome })
      enqueue.assign({ calls: {}, waiting: [] })
    }),
    openQueue: enqueueActions(({ context, enqueue }) =>
      enqueue.spawnChild('requestQueue', {
        id: 'requestQueue',
        systemId: 'requestQueue',
        input: { disabled: context.queueDisabled },
      }),
    ),
    stopAll: enqueueActions(({ context, enqueue, self }) => {
      for (const id of Object.keys(self.getSnapshot().children)) if (id !== 'client') enqueue.stopChild(id)
      for (const topic of Object.keys(context.topics)) enqueue.emit({ type: 'session.ended', topic, ending: 'closed' })
      enqueue.assign({ topics: {}, offers: {}, asked: {}, held: [], stored: {}, relay: 'unknown' })
    }),

    /** Starts the machines of sessions that are now live. */
    open: enqueueActions(
      ({ context, enqueue }, { sessions, restored }: { sessions: readonly PairingSession[]; restored: boolean }) => {
        const fresh = sessions.filter(({ topic }) => !Object.hasOwn(context.topics, topic))
        const topics = Object.fromEntries(fresh.map(({ topic }) => [topic, true as const]))
        enqueue.assign({ topics: { ...context.topics, ...topics } })
        for (const session of fresh) {
          const { topic } = session
          const input = { role: context.role, session, restored }
          enqueue.spawnChild('session', { id: `session.${topic}`, systemId: `session:${topic}`, input })
          enqueue.emit({ type: 'session.opened', session })
        }
      },
    ),
    holdMessage: assign({
      held: ({ context }, held: SessionMessage) => [...context.held, held].slice(-PAIRING.heldMessages),
    }),
    releaseMessages: enqueueActions(({ context: { held }, enqueue }) => {
      enqueue.assign({ held: [] })
      for (const event of held) enqueue.raise(event)
    }),
    emitIgnored: emit(({ context }, told: { type: string; topic?: string; id?: number }) => ({
      type: 'pairing.refused' as const,
      kind: told.type,
      error: deletedError(context.deleted, told.topic) ?? deletedError(context.deleted, told.id),
    })),
    setOffer: assign(({ context: { offers } }, { name, offer }: Reported<'report.offered'>) => ({
      offers: { ...offers, [offer.pairingTopic]: name },
    })),
    setAsked: assign({
      asked: ({ context }, { name }: { name: string }) => ({ ...context.asked, [name]: true as const }),
    }),
    /** Cleans up after a proposal or a sign-in that ended. */
    close: enqueueActions(({ context, enqueue }, { name, pairingTopic = '', over }: AfterEnd) => {
      enqueue.stopChild(name.replace(':', '.'))
      enqueue.assign({
        deleted: withAllDeleted(context.deleted, over),
        offers: without(context.offers, pairingTopic),
        asked: without(context.asked, name),
      })
    }),
    closeRequest: assign(({ context }, { name, key }: Reported<'report.closed'>) => ({
      deleted: withDeleted(context.deleted, key, 'request'),
      asked: without(context.asked, name),
    })),
    closeSession: enqueueActions(({ context, enqueue }, { topic, ending }: Omit<Ended, 'error'>) => {
      enqueue.stopChild(`session.${topic}`)
      enqueue.assign({
        deleted: withDeleted(context.deleted, topic, 'session'),
        topics: without(context.topics, topic),
        stored: without(context.stored, topic),
      })
      enqueue.emit({ type: 'session.ended', topic, ending })
    }),
    stop: enqueueActions(({ enqueue }, { child }: { child: string }) => enqueue.stopChild(child)),
    forget: assign(({ context }, { name }: { name: string }) => ({
      asked: without(context.asked, name),
      offers: withoutValue(context.offers, name),
    })),

    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setSilence: assign({ error: () => new LatchkeyError('pairing.unreachable') }),
    clearError: assign({ error: undefined }),
    setRelay: assign({ relay: (_, { relay }: { relay: PairingContract['context']['relay'] }) => relay }),
    emit: emit((_, event: PairingContract['emitted']) => event),
  },
  guards: {
    isIdTaken: ({ context }, { id }: PairingCommand) => Object.hasOwn(context.calls, id),
    isAcceptable: ({ context }, asked: PairingCommand) => validateCommand(asked, context) === undefined,
    isLive: ({ context }, { topic }: SessionMessage) => Object.hasOwn(context.topics, topic),
    isStored: ({ context }, { topic }: SessionMessage) => Object.hasOwn(context.stored, topic),
    isEarly: ({ context }, { topic }: SessionMessage) =>
      !isEmpty(context.offers) && deletedError(context.deleted, topic) === undefined,
    isAwaited: ({ context }, { pairingTopic }: OfferMessage) => Object.hasOwn(context.offers, pairingTopic),
    isAlreadySettled: ({ context }, { session }: { session: unknown }) =>
      Object.hasOwn(context.topics, topicIn(session) ?? ''),
    hasNewItems: ({ context }, { items }: { items: readonly Item[] }) =>
      context.role === 'responder' &&
      items.some(
        ({ kind, id }) =>
          typeof id === 'number' &&
          !Object.hasOwn(context.asked, `${kind}:${id}`) &&
          deletedError(context.deleted, id) === undefined,
      ),
  },
  delays: {
    startPairing: configurableDelay('startPairingMs'),
    catchUp: PAIRING.startRestMs + PAIRING.cachedMessagesMs,
  },
}).createMachine({
  id: 'pairing',
  description: "The pairing protocol, on the app's or the wallet's side.",
  meta: { kind: 'root', spec: ['4.38', '4.39', '6.4', '7.34'] },
  context: ({ input }) => ({
    role: input.role,
    queueDisabled: input.queueDisabled ?? false,
    deleted: [],
    waiting: [],
    held: [],
    asked: {},
    calls: {},
    offers: {},
    topics: {},
    stored: {},
    relay: 'unknown',
    error: undefined,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No command arrived yet, so no network requests are made.',
      on: unopened,
    },
    open: {
      description: 'The client is open, or is being opened.',
      initial: 'initialising',
      tags: 'open',
      entry: ['clearError', 'openQueue'],
      exit: 'stopAll',
      invoke: {
        id: 'client',
        src: 'client',
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: {
        'pairing.propose': command,
        'pairing.authenticate': command,
        'pairing.request': command,
        'pairing.pair': command,
        'pairing.approve': command,
        'pairing.reject': command,
        'pairing.respond': command,
        'pairing.signIn': command,
        'pairing.refuseSignIn': command,
        'pairing.speak': command,
        'pairing.disconnect': command,
        'pairing.cancel': {
          actions: {
            type: 'forward',
            params: ({ context: { calls, role }, event: { id } }) => toCancelEvent(calls[id], id, role),
          },
        },
        'pairing.close': { target: 'idle', actions: shut },

        'client.failed': { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
        'relay.connected': { actions: { type: 'setRelay', params: { relay: 'connected' } } },
        'relay.disconnected': { actions: { type: 'setRelay', params: { relay: 'disconnected' } } },
        'relay.failed': { actions: { type: 'setError', params: ({ event }) => event } },

        'proposal.settled': [
          {
            description: 'The client reports the same session twice.',
            guard: { type: 'isAlreadySettled', params: ({ event }) => event },
          },
          ...answer,
        ],
        'proposal.refused': answer,
        'authentication.answered': answer,
        'authentication.refused': answer,
        'proposal.received': received(receivedProposal),
        'authentication.received': received(receivedSignIn),
        'request.received': message,
        'session.acknowledged': message,
        'session.unsettled': message,
        'session.updated': message,
        'session.extended': message,
        'session.pinged': message,
        'session.emitted': message,
        'session.deleted': message,
        'session.flooded': message,

        'report.settled': { actions: { type: 'settle', params: ({ event }) => event } },
        'report.offered': {
          actions: [
            { type: 'setOffer', params: ({ event }) => event },
            { type: 'emit', params: ({ event: { id, offer } }) => ({ type: 'pairing.offered', id, offer }) },
          ],
        },
        'report.asked': {
          actions: [
            { type: 'setAsked', params: ({ event }) => event },
            { type: 'emit', params: ({ event: { name } }) => ({ type: 'pairing.asked', name }) },
          ],
        },
        'report.closed': {
          actions: [
            { type: 'closeRequest', params: ({ event }) => event },
            { type: 'settleFor', params: ({ event }) => event },
          ],
        },
        'report.told': { actions: { type: 'emit', params: ({ event }) => event.event } },

        'xstate.done.actor.session.*': {
          actions: [
            { type: 'closeSession', params: ({ event }) => event.output },
            {
              type: 'settleFor',
              params: ({ event }) => ({ name: `session:${event.output.topic}`, outcome: sessionOutcome(event.output) }),
            },
          ],
        },
        'xstate.done.actor.proposal.*': {
          actions: closing(({ context, event }) => proposalEnding(event.output, context.role)),
        },
        'xstate.done.actor.authentication.*': {
          actions: closing(({ context, event }) => signInEnding(event.output, context.role)),
        },
        'xstate.done.actor.exchange.*': {
          actions: [
            { type: 'stop', params: ({ event }) => ({ child: `exchange.${event.output.id}` }) },
            { type: 'settle', params: ({ event }) => event.output },
          ],
        },
        'xstate.error.actor.session.*': crashedSession,
        'xstate.error.actor.*': crashed,
      },
      states: {
        initialising: {
          description: 'The client is being loaded and opened. Commands wait.',
          tags: 'busy',
          on: {
            'pairing.*': { actions: { type: 'enqueue', params: ({ event }) => event as PairingCommand } },
            'pairing.open': {},
            'pairing.cancel': { actions: { type: 'clearWaiting', params: ({ event }) => event } },
            'pairing.close': { target: '#pairing.idle', actions: shut },
            'client.opened': {
              target: 'catchingUp',
              actions: [
                { type: 'setStored', params: ({ event }) => event },
                { type: 'open', params: ({ event: { sessions } }) => ({ sessions, restored: true }) },
                { type: 'startItems', params: ({ event }) => ({ items: resumedItems(event) }) },
                { type: 'drainQueue', params: ({ event }) => event },
              ],
            },
          },
          after: { startPairing: { target: '#pairing.failed', actions: 'setSilence' } },
        },
        catchingUp: {
          description: 'Messages for sessions of an earlier visit are held until the sessions are ready for them.',
          on: {
            'request.received': stored,
            'session.updated': stored,
            'session.extended': stored,
            'session.emitted': stored,
            'session.deleted': stored,
          },
          after: { catchUp: 'ready' },
        },
        ready: { description: 'All held messages were delivered.', entry: ['clearStored', 'releaseMessages'] },
      },
    },
    failed: {
      description: 'The client could not be opened. The next command tries again.',
      entry: {
        type: 'settleAll',
        params: ({ context }) => ({ outcome: failed(context.error ?? toLatchkeyError(undefined)) }),
      },
      on: { ...asleep, 'pairing.close': 'idle' },
    },
  },
})
