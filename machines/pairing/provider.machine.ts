/**
 * Service: the provider of the connected wallet on another device. It manages the active session, its chains, and the events for
 * the app.
 */
import { assign, emit, enqueueActions, setup, type AnyActorRef } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { PairingSession, SessionEvent } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type RefOf, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { withReceivedCapabilities, type ReceivedCapabilities } from './rules/capabilities.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import {
  applyChange,
  applyEvent,
  addedNamespaces,
  namespacesOf,
  findSession,
  isUnusable,
  canJoin,
  newestSession,
  withChain,
  toActiveSession,
  servedNamespaces,
  forwardedEvents,
  changeEvents,
  usedAfterCall,
  type ActiveSession,
} from './rules/sharedSession.ts'
import { approvedNetworks } from './rules/sessions.ts'
import { needsWallet } from './rules/routes.ts'
import { omitKey } from './rules/records.ts'
import type { CallContract } from './call.contract.ts'
import { callMachine } from './call.machine.ts'
import type { PairingAttemptContract } from './pairingAttempt.contract.ts'
import { pairingAttemptMachine } from './pairingAttempt.machine.ts'
import {
  commonTransitions,
  attemptResult,
  settledEvent,
  idleTransitions,
  noSessionTransitions,
  type PairingAttemptOutput,
  type EventOf,
} from './transitions.ts'
import type { DisconnectResult, ProviderCommand, ProviderContract, SessionChange } from './provider.contract.ts'

type Command<Type extends ProviderCommand['type']> = Extract<ProviderCommand, { type: Type }>
type SessionChangeOf<Type extends SessionChange['type']> = Extract<SessionChange, { type: Type }>

/** The active session, and the networks that its wallet serves. */
const sessionContext = (activeSession: ActiveSession | undefined) => ({
  activeSession,
  approved: activeSession && approvedNetworks(activeSession.session),
})
/** Sorts chains: the app's networks come first, in their order. */
const sortChains = (chains: readonly string[], configured: readonly string[]): readonly string[] => [
  ...configured.filter((id) => chains.includes(id)),
  ...chains.filter((id) => !configured.includes(id)),
]
const failure = ({ event: { error } }: { event: { error: unknown } }) => ({ outcome: failed(toLatchkeyError(error)) })
/** The topic of the session of an attempt whose wallet has signed in, while the app has not verified it yet. */
function attemptTopic(self: AnyActorRef, attempt: string): string | undefined {
  const { [`pairingAttempt.${attempt}`]: ref } = self.getSnapshot().children as Readonly<
    Record<string, RefOf<PairingAttemptContract> | undefined>
  >
  const { outcome } = ref?.getSnapshot().context ?? {}
  return outcome?.status === 'done' ? outcome.value.topic : undefined
}
const unreachable = () => new LatchkeyError('pairing.unreachable')

export const providerMachine = setup({
  types: {} as SetupTypes<ProviderContract>,
  actors: {
    /** Reports the app's networks, and each change of them. */
    watchSettings: callbackActor<EventOf<'provider.networks'>>('provider.watchSettings'),
    /** Reports the existing sessions, and each change of them. */
    watchSessions: callbackActor<SessionChange | EventOf<'provider.restore'>>('provider.watchSessions'),
    /** Opens the pairing. Resolves once it is known which sessions of earlier visits their wallets still have. */
    restore: promiseActor<void>('provider.restore'),
    /** Ends a session. Resolves to whether the wallet could be notified. */
    leave: promiseActor<DisconnectResult, { id: string | undefined; topic: string }>('provider.disconnect'),
    pairingAttempt: withContract<PairingAttemptContract>()(pairingAttemptMachine),
    call: withContract<CallContract>()(callMachine),
  },
  actions: {
    setSession: assign({
      sessions: ({ context }, { session }: { session: PairingSession }) => ({
        ...context.sessions,
        [session.topic]: session,
      }),
    }),
    removeSession: assign({
      sessions: ({ context }, { topic }: { topic: string }) => omitKey(context.sessions, topic),
    }),
    /** Only one session is active. The others are ended, because they could replace it on the next visit. */
    useSession: enqueueActions(
      ({ context, enqueue }, { activeSession }: { activeSession: ActiveSession | undefined }) => {
        const usedNamespaces = namespacesOf(context.previousNetworkIds)
        if (!activeSession || activeSession.session.topic === context.activeSession?.session.topic) return
        const { topic: activeTopic } = activeSession.session
        enqueue.assign({
          ...sessionContext(activeSession),
          usedNamespaces,
          previousNetworkIds: [],
          sessions: { [activeTopic]: activeSession.session },
        })
        for (const providerEvent of changeEvents(context.activeSession, undefined))
          enqueue.emit({ type: 'provider.event', ...providerEvent })
        for (const topic of Object.keys(omitKey(context.sessions, activeTopic)))
          enqueue.spawnChild('leave', { id: `leave.${topic}`, input: { id: undefined, topic } })
      },
    ),
    /** Changes the active session and its chains, and emits what changed. */
    updateSession: enqueueActions(
      ({ context, enqueue }, { activeSession }: { activeSession: ActiveSession | undefined }) => {
        enqueue.assign({
          ...sessionContext(activeSession),
          usedNamespaces: servedNamespaces(context.usedNamespaces, activeSession),
        })
        for (const providerEvent of changeEvents(context.activeSession, activeSession))
          enqueue.emit({ type: 'provider.event', ...providerEvent })
        const namespaces = context.activeSession ? addedNamespaces(context.activeSession, activeSession) : []
        if (namespaces.length > 0) enqueue.emit({ type: 'provider.namespacesAdded', namespaces })
      },
    ),
    /** Calls that wait for the approval of a chain receive the changed session. */
    notifyCalls: enqueueActions(({ enqueue, self }, { session }: SessionChangeOf<'session.changed'>) => {
      for (const id of Object.keys(self.getSnapshot().children))
        if (id.startsWith('call.')) enqueue.sendTo(id, { type: 'call.changed', session })
    }),
    emitSessionEvent: enqueueActions(({ context: { activeSession }, enqueue }, { event }: { event: SessionEvent }) => {
      for (const providerEvent of activeSession ? forwardedEvents(activeSession, event) : [])
        enqueue.emit({ type: 'provider.event', ...providerEvent })
    }),
    setNetworks: assign((_, { chains, settings }: EventOf<'provider.networks'>) => ({ chains, settings })),
    setReceivedCapabilities: assign({
      activeSession: ({ context: { activeSession } }, capabilities: ReceivedCapabilities) =>
        activeSession && { ...activeSession, session: withReceivedCapabilities(activeSession.session, capabilities) },
    }),
    clearActiveSession: assign({ ...sessionContext(undefined), usedNamespaces: [] }),
    removeNamespace: assign({
      usedNamespaces: ({ context }, { namespace }: { namespace: Namespace }) =>
        context.usedNamespaces.filter((other) => other !== namespace),
    }),
    /** Removes the session immediately, because notifying its wallet may take long. */
    disconnectSession: enqueueActions(
      ({ context, enqueue }, { id, topic }: { id: string | undefined; topic: string }) => {
        enqueue.assign({ sessions: omitKey(context.sessions, topic) })
        enqueue.spawnChild('leave', { id: `leave.${topic}`, input: { id, topic } })
      },
    ),

    setPreviousNetworks: assign({
      previousNetworkIds: (_, { previousNetworkIds = [] }: EventOf<'provider.restore'>) => previousNetworkIds,
    }),
    enqueue: assign({ waiting: ({ context }, command: Command<'provider.request'>) => [...context.waiting, command] }),
    startRequests: enqueueActions(({ context, enqueue }, commands: Command<'provider.request'>[]) => {
      const { activeSession, settings } = context
      let { usedNamespaces } = context
      for (const { id, namespace, call } of [...context.waiting, ...commands]) {
        usedNamespaces = usedAfterCall(usedNamespaces, activeSession, { namespace, method: call.method })
        const input = { id, namespace, call, activeSession, shared: usedNamespaces.length > 0, settings }
        enqueue.spawnChild('call', { id: `call.${id}`, systemId: `call:${id}`, input })
      }
      enqueue.assign({ waiting: [], usedNamespaces })
    }),
    emitRefused: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome<never> }) => {
      enqueue.assign({ waiting: [] })
      for (const { id } of context.waiting) enqueue.emit(settledEvent(id, outcome))
    }),

    startAttempt: enqueueActions(
      (
        { context: { chains: configured, activeSession, usedNamespaces, signsIn }, enqueue },
        command: Command<'provider.connect'>,
      ) => {
        const { id, namespace } = command
        const chains = sortChains(command.chains, configured)
        enqueue.assign({ attempt: id })
        const reusedSession = canJoin(activeSession, usedNamespaces, namespace) ? activeSession?.session : undefined
        const input = { id, chains, namespace, hasActiveSession: activeSession !== undefined, reusedSession, signsIn }
        enqueue.spawnChild('pairingAttempt', { id: `pairingAttempt.${id}`, systemId: `pairingAttempt:${id}`, input })
      },
    ),
    cancelAttempt: enqueueActions(({ context: { attempt, sessions }, enqueue, self }) => {
      if (attempt === undefined) return
      const topic = attemptTopic(self, attempt)
      if (topic !== undefined && Object.hasOwn(sessions, topic)) {
        enqueue.assign({ sessions: omitKey(sessions, topic) })
        enqueue.spawnChild('leave', { id: `leave.${topic}`, input: { id: undefined, topic } })
      }
      enqueue.assign({ attempt: undefined })
      enqueue.stopChild(`pairingAttempt.${attempt}`)
      enqueue.emit(settledEvent(attempt, cancelled))
    }),
    cancelCall: enqueueActions(({ context, enqueue, system }, { id }: { id: string }) => {
      const waiting = context.waiting.filter((command) => command.id !== id)
      if (waiting.length < context.waiting.length) enqueue.emit(settledEvent(id, cancelled))
      enqueue.assign({ waiting })
      const call: AnyActorRef | undefined = system.get(`call:${id}`)
      if (call) enqueue.sendTo(call, { type: 'call.cancel' })
    }),
    notifyAttempt: enqueueActions(({ context: { attempt }, enqueue }, event: PairingAttemptContract['event']) => {
      if (attempt !== undefined) enqueue.sendTo(`pairingAttempt.${attempt}`, event)
    }),
    disconnectUnusable: enqueueActions(({ context, enqueue }, { outcome, unwanted }: PairingAttemptOutput) => {
      const topic = outcome.status === 'done' ? outcome.value.topic : unwanted
      if (topic === undefined || !Object.hasOwn(context.sessions, topic)) return
      enqueue.assign({ sessions: omitKey(context.sessions, topic) })
      enqueue.spawnChild('leave', { id: `leave.${topic}`, input: { id: undefined, topic } })
    }),
    settle: enqueueActions(
      (
        { context, enqueue },
        { child, id, outcome }: { child: string; id: string | undefined; outcome: Outcome<unknown> },
      ) => {
        if (child === `pairingAttempt.${context.attempt}`) enqueue.assign({ attempt: undefined })
        enqueue.stopChild(child)
        if (id !== undefined) enqueue.emit(settledEvent(id, outcome))
      },
    ),
    emit: emit((_, event: ProviderContract['emitted']) => event),
  },
  guards: {
    /** A session of an earlier visit shares an account that the app can use, so it becomes active. */
    hasSession: ({ context: { sessions, chains } }) => newestSession(sessions, chains) !== undefined,
    /** The session was not left, so its change is stored. Changes of other sessions are ignored. */
    isKnownSession: ({ context }, { session }: { session: PairingSession }) =>
      Object.hasOwn(context.sessions, session.topic),
    /** The wallet connected and shares an account that the app can use, so its session becomes active. */
    isUsable: ({ context }, { outcome }: PairingAttemptOutput) =>
      outcome.status === 'done' && toActiveSession(outcome.value, context.chains) !== undefined,
    /** The event or command is for the active session. */
    isCurrent: ({ context }, { topic }: { topic: string }) => topic === context.activeSession?.session.topic,
    /** The changed session has no account left in the namespaces that the app uses, so it is disconnected. */
    hasNoAccount: (
      { context: { activeSession, sessions, chains, usedNamespaces } },
      { session }: SessionChangeOf<'session.changed'>,
    ) =>
      session.topic === activeSession?.session.topic &&
      isUnusable(
        activeSession,
        applyChange(activeSession, { before: sessions[session.topic], session }, chains),
        usedNamespaces,
      ),
    /** The app uses the session in other namespaces as well, so only this namespace is disconnected. */
    isShared: ({ context: { activeSession, usedNamespaces } }, { topic, namespace }: Command<'provider.disconnect'>) =>
      topic === activeSession?.session.topic && usedNamespaces.some((other) => other !== namespace),
    /** The new session belongs to no attempt to connect, and another session is active, so it is disconnected. */
    isUnwanted: ({ context: { attempt, activeSession } }, { session }: { session: PairingSession }) =>
      attempt === undefined && session.topic !== activeSession?.session.topic,
    /** The session was not left yet, so it is disconnected. Otherwise, the command succeeds immediately. */
    hasTopic: ({ context }, { topic }: { topic: string }) => Object.hasOwn(context.sessions, topic),
    /** The app ended the session or closed the client itself, so it receives no disconnect event. */
    isEndedByApp: ({ context }, { topic, ending }: SessionChangeOf<'session.ended'>) =>
      topic === context.activeSession?.session.topic && (ending === 'closed' || ending === 'disconnected'),
    /** Only a wallet can respond to the call, and no session is known yet, so the call fails without a search. */
    isForWallet: (_, command: Command<'provider.request'>) => needsWallet(command),
    /** The id is that of the attempt to connect. Otherwise, it is that of a call. */
    isOwnAttempt: ({ context }, { id }: { id: string }) => id === context.attempt,
  },
  delays: { /** Timeout of the search for sessions. */ restore: configurableDelay('startPairingMs', 'exchangeMs') },
}).createMachine({
  id: 'provider',
  description: 'The provider of the connected wallet on another device.',
  meta: { kind: 'service', spec: ['8.50', '8.51', '9.17'] },
  context: ({ input }) => ({
    ...input,
    chains: [],
    settings: { projectId: undefined, bundlers: { host: '', origins: [] }, rpcUrls: {} },
    sessions: {},
    ...sessionContext(undefined),
    usedNamespaces: [],
    previousNetworkIds: [],
    waiting: [],
    attempt: undefined,
  }),
  initial: 'idle',
  invoke: [
    { id: 'watchSettings', src: 'watchSettings', onError: { actions: { type: 'emitRefused', params: failure } } },
    { id: 'watchSessions', src: 'watchSessions', onError: { actions: { type: 'emitRefused', params: failure } } },
  ],
  on: {
    'provider.connect': { actions: ['cancelAttempt', { type: 'startAttempt', params: ({ event }) => event }] },
    'provider.cancel': [
      { guard: { type: 'isOwnAttempt', params: ({ event }) => event }, actions: 'cancelAttempt' },
      { actions: { type: 'cancelCall', params: ({ event }) => event } },
    ],
    'provider.disconnect': [
      {
        guard: { type: 'hasTopic', params: ({ event }) => event },
        actions: { type: 'disconnectSession', params: ({ event }) => event },
      },
      {
        description: 'The session was left already.',
        actions: { type: 'emit', params: ({ event }) => settledEvent(event.id, done(undefined)) },
      },
    ],
    'provider.uriCreated': { actions: { type: 'emit', params: ({ event }) => event } },
    'session.opened': {
      actions: [
        { type: 'setSession', params: ({ event }) => event },
        { type: 'notifyAttempt', params: ({ event }) => event },
      ],
    },
    'session.changed': {
      guard: { type: 'isKnownSession', params: ({ event }) => event },
      actions: { type: 'setSession', params: ({ event }) => event },
    },
    'session.ended': { actions: { type: 'removeSession', params: ({ event }) => event } },
    'xstate.done.actor.pairingAttempt.*': [
      {
        guard: { type: 'isUsable', params: ({ event: { output } }) => output },
        target: '.connected',
        actions: [
          {
            type: 'useSession',
            params: ({ context: { chains }, event: { output } }) => ({
              activeSession:
                output.outcome.status === 'done' ? toActiveSession(output.outcome.value, chains) : undefined,
            }),
          },
          { type: 'settle', params: attemptResult },
        ],
      },
      {
        description: 'The attempt failed, or its session has no account that the app can use.',
        actions: [
          { type: 'disconnectUnusable', params: ({ event: { output } }) => output },
          { type: 'settle', params: attemptResult },
        ],
      },
    ],
    ...commonTransitions,
  },
  states: {
    idle: {
      description: 'Sessions were not searched for yet, or the search failed.',
      on: idleTransitions,
    },
    disconnected: { description: 'There is no active session.', on: noSessionTransitions },
    restoring: {
      description: 'Sessions of earlier visits are being searched for.',
      tags: 'restoring',
      invoke: {
        id: 'restore',
        src: 'restore',
        onDone: [
          {
            guard: 'hasSession',
            target: 'connected',
            actions: [
              {
                type: 'useSession',
                params: ({ context: { sessions, chains, previousNetworkIds } }) => ({
                  activeSession: newestSession(sessions, [...previousNetworkIds, ...chains]),
                }),
              },
              {
                type: 'notifyAttempt',
                params: ({ context: { activeSession, chains } }) => ({
                  type: 'pairingAttempt.searched',
                  session: findSession(activeSession, chains),
                }),
              },
            ],
          },
          {
            target: 'disconnected',
            actions: [
              { type: 'startRequests', params: [] },
              { type: 'notifyAttempt', params: { type: 'pairingAttempt.searched', session: undefined } },
            ],
          },
        ],
        onError: {
          target: 'idle',
          actions: [
            { type: 'emitRefused', params: failure },
            {
              type: 'notifyAttempt',
              params: ({ event }) => ({ type: 'pairingAttempt.unknown', error: toLatchkeyError(event.error) }),
            },
          ],
        },
      },
      on: { 'provider.request': { actions: { type: 'enqueue', params: ({ event }) => event } } },
      after: {
        restore: {
          target: 'idle',
          actions: [
            { type: 'emitRefused', params: () => ({ outcome: expired(unreachable()) }) },
            { type: 'notifyAttempt', params: () => ({ type: 'pairingAttempt.unknown', error: unreachable() }) },
          ],
        },
      },
    },
    connected: {
      description: 'A session is active. The app follows the wallet to the chains and accounts that it approved.',
      entry: { type: 'startRequests', params: [] },
      on: {
        'provider.restore': {
          actions: {
            type: 'notifyAttempt',
            params: ({ context: { activeSession, chains } }) => ({
              type: 'pairingAttempt.searched',
              session: findSession(activeSession, chains),
            }),
          },
        },
        'provider.request': { actions: { type: 'startRequests', params: ({ event }) => [event] } },
        'provider.setChain': {
          actions: {
            type: 'updateSession',
            params: ({ context, event }) => ({
              activeSession: withChain(assertDefined(context.activeSession), event.chainId),
            }),
          },
        },
        'provider.disconnect': [
          {
            guard: { type: 'isShared', params: ({ event }) => event },
            actions: [
              { type: 'removeNamespace', params: ({ event }) => event },
              { type: 'emit', params: ({ event }) => settledEvent(event.id, done(undefined)) },
            ],
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: 'disconnected',
            actions: ['clearActiveSession', { type: 'disconnectSession', params: ({ event }) => event }],
          },
        ],
        'session.opened': {
          description: 'A wallet approved a proposal of an earlier visit, but another session is active now.',
          guard: { type: 'isUnwanted', params: ({ event }) => event },
          actions: {
            type: 'disconnectSession',
            params: ({ event }) => ({ id: undefined, topic: event.session.topic }),
          },
        },
        'session.changed': [
          {
            description: 'The session has no account left.',
            guard: { type: 'hasNoAccount', params: ({ event }) => event },
            target: 'disconnected',
            actions: [
              { type: 'updateSession', params: { activeSession: undefined } },
              { type: 'disconnectSession', params: ({ event }) => ({ id: undefined, topic: event.session.topic }) },
            ],
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event.session },
            actions: [
              {
                type: 'updateSession',
                params: ({ context: { activeSession, sessions, chains }, event: { session } }) => ({
                  activeSession: applyChange(
                    assertDefined(activeSession),
                    { before: sessions[session.topic], session },
                    chains,
                  ),
                }),
              },
              { type: 'setSession', params: ({ event }) => event },
              { type: 'notifyCalls', params: ({ event }) => event },
            ],
          },
        ],
        'session.emitted': {
          guard: { type: 'isCurrent', params: ({ event }) => event },
          actions: [
            {
              type: 'updateSession',
              params: ({ context, event }) => ({
                activeSession: applyEvent(assertDefined(context.activeSession), event.event),
              }),
            },
            { type: 'emitSessionEvent', params: ({ event }) => event },
          ],
        },
        'session.ended': [
          {
            description: 'The app ended the session itself.',
            guard: { type: 'isEndedByApp', params: ({ event }) => event },
            target: 'disconnected',
            actions: [{ type: 'removeSession', params: ({ event }) => event }, 'clearActiveSession'],
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: 'disconnected',
            actions: [
              { type: 'removeSession', params: ({ event }) => event },
              { type: 'updateSession', params: { activeSession: undefined } },
            ],
          },
        ],
      },
    },
  },
})
