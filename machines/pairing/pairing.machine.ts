/**
 * Service: the pairing protocol, on the app's or the wallet's side. It opens the client, forwards its messages, and stores ids
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
  endOfProposal,
  receivedProposal,
  receivedSignIn,
  resumedItems,
  sessionOutcome,
  endOfSignIn,
  withAllDeleted,
  withPairingActor,
  type ItemEnd,
  type Item,
} from './rules/items.ts'
import { topicIn } from './rules/proposals.ts'
import { isEmpty, omitKey, omitValue } from './rules/records.ts'
import type { AuthenticationContract } from './authentication.contract.ts'
import { authenticationMachine } from './authentication.machine.ts'
import type { ExchangeContract } from './exchange.contract.ts'
import { exchangeMachine } from './exchange.machine.ts'
import type { PairingMessage } from './messages.ts'
import type { PairingCommand, PairingContract, PairingReport, SessionMessage } from './pairing.contract.ts'
import type { ProposalContract } from './proposal.contract.ts'
import { proposalMachine } from './proposal.machine.ts'
import {
  answerTransitions,
  closedTransitions,
  closeActions,
  commandTransitions,
  crashTransition,
  sessionCrashTransition,
  messageTransitions,
  receiveTransitions,
  cancelAll,
  holdTransition,
  idleTransitions,
  type WalletAnswer,
} from './routing.ts'
import type { RequestQueueContract } from './requestQueue.contract.ts'
import { requestQueueMachine } from './requestQueue.machine.ts'
import type { SessionContract } from './session.contract.ts'
import { sessionMachine } from './session.machine.ts'

type ClientOpened = Extract<PairingContract['event'], { type: 'client.opened' }>
type SessionEnd = SessionContract['output']
type ReportOf<Type extends PairingReport['type']> = Extract<PairingReport, { type: Type }>

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
    enqueue: assign({ waiting: ({ context }, command: PairingCommand) => [...context.waiting, command] }),
    clearWaiting: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      if (!context.waiting.some((command) => command.id === id)) return
      enqueue.assign({ waiting: context.waiting.filter((command) => command.id !== id) })
      enqueue.emit({ type: 'pairing.settled', id, outcome: cancelled })
    }),
    /** Starts the items that are not running yet. A peer may send the same message twice. */
    startItems: enqueueActions(({ context, enqueue, system }, { items }: { items: readonly Item[] }) => {
      const newItems = items.filter(({ kind, id }) => system.get(`${kind}:${id}`) === undefined)
      for (const { kind, id, input } of newItems)
        enqueue.spawnChild(kind, { id: `${kind}.${id}`, systemId: `${kind}:${id}`, input: input as never })
      enqueue.assign({ pairingActors: newItems.reduce(withPairingActor, context.pairingActors) })
    }),
    setStored: assign({
      stored: (_, { sessions }: ClientOpened) =>
        Object.fromEntries(sessions.map(({ topic }) => [topic, true as const])),
    }),
    clearStored: assign({ stored: {} }),
    /** Handles the messages and commands that arrived before the client was open. */
    drainQueue: enqueueActions(({ context: { waiting }, enqueue }, { received }: ClientOpened) => {
      enqueue.assign({ waiting: [] })
      for (const event of [...received, ...waiting]) enqueue.raise(event)
    }),

    addCall: assign(({ context: { calls } }, command: PairingCommand) => ({
      calls: { ...calls, [command.id]: recipientOf(command) },
    })),
    emitRefused: enqueueActions(({ context, enqueue }, command: PairingCommand) => {
      const error = validateCommand(command, context) ?? toLatchkeyError(undefined)
      enqueue.emit({ type: 'pairing.settled', id: command.id, outcome: failed(error) })
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
        enqueue.assign({ calls: omitKey(context.calls, id) })
        enqueue.emit({ type: 'pairing.settled', id, outcome })
      },
    ),
    /** Settles the commands that still wait for an actor that ended. */
    settleFor: enqueueActions(
      ({ context, enqueue }, { name, outcome }: { name: string; outcome: Outcome<unknown> }) => {
        const ids = Object.keys(context.calls).filter((id) => context.calls[id] === name)
        for (const id of ids) enqueue.emit({ type: 'pairing.settled', id, outcome })
        enqueue.assign({ calls: ids.reduce(omitKey, context.calls) })
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
      enqueue.assign({
        topics: {},
        pairingActors: {},
        pendingItems: {},
        earlyMessages: [],
        stored: {},
        relay: 'unknown',
      })
    }),

    /** Starts the machines of sessions that are now live. */
    open: enqueueActions(
      ({ context, enqueue }, { sessions, restored }: { sessions: readonly PairingSession[]; restored: boolean }) => {
        const newSessions = sessions.filter(({ topic }) => !Object.hasOwn(context.topics, topic))
        const topics = Object.fromEntries(newSessions.map(({ topic }) => [topic, true as const]))
        enqueue.assign({ topics: { ...context.topics, ...topics } })
        for (const session of newSessions) {
          const { topic } = session
          const input = { role: context.role, session, restored }
          enqueue.spawnChild('session', { id: `session.${topic}`, systemId: `session:${topic}`, input })
          enqueue.emit({ type: 'session.opened', session })
        }
      },
    ),
    holdMessage: assign({
      earlyMessages: ({ context }, message: SessionMessage) =>
        [...context.earlyMessages, message].slice(-PAIRING.bufferedMessages),
    }),
    releaseMessages: enqueueActions(({ context: { earlyMessages }, enqueue }) => {
      enqueue.assign({ earlyMessages: [] })
      for (const event of earlyMessages) enqueue.raise(event)
    }),
    emitIgnored: emit(({ context }, message: { type: string; topic?: string; id?: number }) => ({
      type: 'pairing.refused' as const,
      kind: message.type,
      error: deletedError(context.deleted, message.topic) ?? deletedError(context.deleted, message.id),
    })),
    setPairingActor: assign(({ context: { pairingActors } }, { name, pairingUri }: ReportOf<'report.uriCreated'>) => ({
      pairingActors: { ...pairingActors, [pairingUri.pairingTopic]: name },
    })),
    setPendingItem: assign({
      pendingItems: ({ context }, { name }: { name: string }) => ({ ...context.pendingItems, [name]: true as const }),
    }),
    /** Cleans up after a proposal or a sign-in that ended. */
    close: enqueueActions(({ context, enqueue }, { name, pairingTopic = '', deletedIds }: ItemEnd) => {
      enqueue.stopChild(name.replace(':', '.'))
      enqueue.assign({
        deleted: withAllDeleted(context.deleted, deletedIds),
        pairingActors: omitKey(context.pairingActors, pairingTopic),
        pendingItems: omitKey(context.pendingItems, name),
      })
    }),
    closeRequest: assign(({ context }, { name, key }: ReportOf<'report.closed'>) => ({
      deleted: withDeleted(context.deleted, key, 'request'),
      pendingItems: omitKey(context.pendingItems, name),
    })),
    closeSession: enqueueActions(({ context, enqueue }, { topic, ending }: Omit<SessionEnd, 'error'>) => {
      enqueue.stopChild(`session.${topic}`)
      enqueue.assign({
        deleted: withDeleted(context.deleted, topic, 'session'),
        topics: omitKey(context.topics, topic),
        stored: omitKey(context.stored, topic),
      })
      enqueue.emit({ type: 'session.ended', topic, ending })
    }),
    stop: enqueueActions(({ enqueue }, { child }: { child: string }) => enqueue.stopChild(child)),
    forget: assign(({ context }, { name }: { name: string }) => ({
      pendingItems: omitKey(context.pendingItems, name),
      pairingActors: omitValue(context.pairingActors, name),
    })),

    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setTimedOut: assign({ error: () => new LatchkeyError('pairing.unreachable') }),
    clearError: assign({ error: undefined }),
    setRelay: assign({ relay: (_, { relay }: { relay: PairingContract['context']['relay'] }) => relay }),
    emit: emit((_, event: PairingContract['emitted']) => event),
  },
  guards: {
    /** A command with this id is in progress, so the new one is ignored: the id would settle twice. */
    isIdTaken: ({ context }, { id }: PairingCommand) => Object.hasOwn(context.calls, id),
    /** The command is valid: its session or request exists, and no response to it is being sent already. */
    isAcceptable: ({ context }, command: PairingCommand) => validateCommand(command, context) === undefined,
    /** The message belongs to an open session, which receives it. */
    isLive: ({ context }, { topic }: SessionMessage) => Object.hasOwn(context.topics, topic),
    /** The message belongs to a session of an earlier visit that is not ready yet, so the message is buffered. */
    isStored: ({ context }, { topic }: SessionMessage) => Object.hasOwn(context.stored, topic),
    /** No session has or recently had this topic, but a pairing URI is open, so the message is buffered. */
    isEarly: ({ context }, { topic }: SessionMessage) =>
      !isEmpty(context.pairingActors) && deletedError(context.deleted, topic) === undefined,
    /** The pairing URI that the wallet responds to is still open. If not, a session that it created is disconnected. */
    isAwaited: ({ context }, { pairingTopic }: WalletAnswer) => Object.hasOwn(context.pairingActors, pairingTopic),
    /** The session is open already, because the client reports it twice. The second report is ignored. */
    isAlreadySettled: ({ context }, { session }: { session: unknown }) =>
      Object.hasOwn(context.topics, topicIn(session) ?? ''),
    /** This side is the wallet, and the app's proposal or sign-in request is valid and new, so the user decides on it. */
    hasNewItems: ({ context }, { items }: { items: readonly Item[] }) =>
      context.role === 'responder' &&
      items.some(
        ({ kind, id }) =>
          typeof id === 'number' &&
          !Object.hasOwn(context.pendingItems, `${kind}:${id}`) &&
          deletedError(context.deleted, id) === undefined,
      ),
  },
  delays: {
    /** The maximum time to load and open the client. After that, the commands that wait for it fail. */
    startPairing: configurableDelay('startPairingMs'),
    /** How long messages for stored sessions are buffered, so that they arrive only when the sessions can handle them. */
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
    earlyMessages: [],
    pendingItems: {},
    calls: {},
    pairingActors: {},
    topics: {},
    stored: {},
    relay: 'unknown',
    error: undefined,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No command arrived yet, so no network requests are made.',
      on: idleTransitions,
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
        'pairing.propose': commandTransitions,
        'pairing.authenticate': commandTransitions,
        'pairing.request': commandTransitions,
        'pairing.pair': commandTransitions,
        'pairing.approve': commandTransitions,
        'pairing.reject': commandTransitions,
        'pairing.respond': commandTransitions,
        'pairing.signIn': commandTransitions,
        'pairing.refuseSignIn': commandTransitions,
        'pairing.speak': commandTransitions,
        'pairing.disconnect': commandTransitions,
        'pairing.cancel': {
          actions: {
            type: 'forward',
            params: ({ context: { calls, role }, event: { id } }) => toCancelEvent(calls[id], id, role),
          },
        },
        'pairing.close': { target: 'idle', actions: cancelAll },

        'client.failed': { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
        'relay.connected': { actions: { type: 'setRelay', params: { relay: 'connected' } } },
        'relay.disconnected': { actions: { type: 'setRelay', params: { relay: 'disconnected' } } },
        'relay.failed': { actions: { type: 'setError', params: ({ event }) => event } },

        'proposal.settled': [
          {
            description: 'The client reports the same session twice.',
            guard: { type: 'isAlreadySettled', params: ({ event }) => event },
          },
          ...answerTransitions,
        ],
        'proposal.refused': answerTransitions,
        'authentication.answered': answerTransitions,
        'authentication.refused': answerTransitions,
        'proposal.received': receiveTransitions(receivedProposal),
        'authentication.received': receiveTransitions(receivedSignIn),
        'request.received': messageTransitions,
        'session.acknowledged': messageTransitions,
        'session.unsettled': messageTransitions,
        'session.updated': messageTransitions,
        'session.extended': messageTransitions,
        'session.pinged': messageTransitions,
        'session.emitted': messageTransitions,
        'session.deleted': messageTransitions,
        'session.flooded': messageTransitions,

        'report.settled': { actions: { type: 'settle', params: ({ event }) => event } },
        'report.uriCreated': {
          actions: [
            { type: 'setPairingActor', params: ({ event }) => event },
            {
              type: 'emit',
              params: ({ event: { id, pairingUri } }) => ({ type: 'pairing.uriCreated', id, pairingUri }),
            },
          ],
        },
        'report.requested': {
          actions: [
            { type: 'setPendingItem', params: ({ event }) => event },
            { type: 'emit', params: ({ event: { name } }) => ({ type: 'pairing.requested', name }) },
          ],
        },
        'report.closed': {
          actions: [
            { type: 'closeRequest', params: ({ event }) => event },
            { type: 'settleFor', params: ({ event }) => event },
          ],
        },
        'report.event': { actions: { type: 'emit', params: ({ event }) => event.event } },

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
          actions: closeActions(({ context, event }) => endOfProposal(event.output, context.role)),
        },
        'xstate.done.actor.authentication.*': {
          actions: closeActions(({ context, event }) => endOfSignIn(event.output, context.role)),
        },
        'xstate.done.actor.exchange.*': {
          actions: [
            { type: 'stop', params: ({ event }) => ({ child: `exchange.${event.output.id}` }) },
            { type: 'settle', params: ({ event }) => event.output },
          ],
        },
        'xstate.error.actor.session.*': sessionCrashTransition,
        'xstate.error.actor.*': crashTransition,
      },
      states: {
        initialising: {
          description: 'The client is being loaded and opened. Commands wait.',
          tags: 'busy',
          on: {
            'pairing.*': { actions: { type: 'enqueue', params: ({ event }) => event as PairingCommand } },
            'pairing.open': {},
            'pairing.cancel': { actions: { type: 'clearWaiting', params: ({ event }) => event } },
            'pairing.close': { target: '#pairing.idle', actions: cancelAll },
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
          after: { startPairing: { target: '#pairing.failed', actions: 'setTimedOut' } },
        },
        catchingUp: {
          description: 'Messages for sessions of an earlier visit are buffered until those sessions are ready.',
          on: {
            'request.received': holdTransition,
            'session.updated': holdTransition,
            'session.extended': holdTransition,
            'session.emitted': holdTransition,
            'session.deleted': holdTransition,
          },
          after: { catchUp: 'ready' },
        },
        ready: { description: 'The buffered messages were delivered.', entry: ['clearStored', 'releaseMessages'] },
      },
    },
    failed: {
      description: 'The client could not be opened. The next command tries again.',
      entry: {
        type: 'settleAll',
        params: ({ context }) => ({ outcome: failed(context.error ?? toLatchkeyError(undefined)) }),
      },
      on: { ...closedTransitions, 'pairing.close': 'idle' },
    },
  },
})
