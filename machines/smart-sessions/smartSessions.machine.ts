/** Service, one per account: the permissions that it granted to apps. Fetched while the list is shown, never on a timer. */
import { assign, emit, enqueueActions, setup } from 'xstate'
import { CACHE, TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { GrantedPermissions, SmartSession } from './smartSession.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { now } from '../core/time.ts'
import type { Connection } from '../shared/account.types.ts'
import { failed, mayBeAnswered } from '../shared/outcome.rules.ts'
import { untilNextExpiry } from './smartSessions.rules.ts'
import { sessionGrantLogic } from './sessionGrant.machine.ts'
import { sessionRevocationLogic } from './sessionRevocation.machine.ts'
import type { OpenFlow, SmartSessionsContract } from './smartSessions.contract.ts'

type Context = SmartSessionsContract['context']
type Grant = { request: unknown; requestId?: string }
type Revocation = { pci: string; requestId?: string }
interface Ended {
  id: string
  outcome: Outcome<GrantedPermissions | undefined>
}

const LIST: ViewName = 'SmartSessionList'

const nameOf = ({ kind, id }: Pick<OpenFlow, 'kind' | 'id'>) => `${kind}:${id}`
const idOf = (type: string) => type.slice(type.lastIndexOf(':') + 1)
const ended = ({ event }: { event: { type: string; output: Ended['outcome'] } }): Ended => ({
  id: idOf(event.type),
  outcome: event.output,
})
const broken = ({ event }: { event: { type: string; error: unknown } }): Ended => ({
  id: idOf(event.type),
  outcome: mayBeAnswered(event.error),
})

/** The context with another flow. An app may have several in progress. */
const begun = ({ open, count }: Context, flow: Omit<OpenFlow, 'id'>) => {
  const id = String(count + 1)
  return { id, next: { open: [...open, { ...flow, id }], count: count + 1 } }
}

const unread = () => ({ error: new LatchkeyError('api.expired') })
export const smartSessionsMachine = setup({
  types: {} as SetupTypes<SmartSessionsContract>,
  actors: {
    /** Fetches all sessions of an account, with an explanation of their permissions. */
    fetchSessions: promiseActor<readonly SmartSession[], Connection>('smartSessions.fetchSessions'),
    /** One grant of permissions. */
    sessionGrant: sessionGrantLogic,
    /** One revocation of a session. */
    sessionRevocation: sessionRevocationLogic,
  },
  actions: {
    setSessions: assign(({ system }, { output }: { output: readonly SmartSession[] }) => ({
      sessions: output,
      readAt: now(system),
      checkedAt: now(system),
      error: undefined,
    })),
    setCheckedAt: assign({ checkedAt: ({ system }) => now(system) }),
    setError: assign({
      error: (_, { error: cause }: { error: unknown }) => new LatchkeyError('smartSession.fetchFailed', { cause }),
    }),
    clearError: assign({ error: undefined }),
    setListVisible: assign({ isListVisible: (_, { view }: { view: ViewName }) => view === LIST }),
    setHidden: assign({ isListVisible: false }),
    /** Reloads an outdated list while it is shown. */
    reloadOutdated: enqueueActions(({ context: { isListVisible, readAt }, system, enqueue }) => {
      if (isListVisible && (readAt === undefined || now(system) - readAt >= CACHE.balanceMs))
        enqueue.raise({ type: 'smartSessions.load' })
    }),
    startGrant: enqueueActions(({ context, enqueue }, { request, requestId }: Grant) => {
      const { connection, network } = context
      const { id, next } = begun(context, { kind: 'sessionGrant', requestId, pci: undefined })
      enqueue.spawnChild('sessionGrant', { id: `sessionGrant:${id}`, input: { connection, network, request } })
      enqueue.assign(next)
    }),
    startRevocation: enqueueActions(({ context, enqueue }, { pci, requestId }: Revocation) => {
      const { connection, network, open } = context
      // A second press does not start a second revocation.
      if (requestId === undefined && open.some((flow) => flow.pci === pci)) return
      const { id, next } = begun(context, { kind: 'sessionRevocation', requestId, pci })
      const input = { connection, network, pci, isReported: requestId === undefined }
      enqueue.spawnChild('sessionRevocation', { id: `sessionRevocation:${id}`, input })
      enqueue.assign(next)
    }),
    cancelFlows: enqueueActions(({ context: { open }, enqueue }, { requestId }: { requestId: string }) => {
      for (const flow of open.filter((each) => each.requestId === requestId))
        enqueue.sendTo(nameOf(flow), { type: `${flow.kind}.cancel` })
    }),
    /** Settles a flow, and reports the outcome to its caller. */
    settle: enqueueActions(({ context: { open }, enqueue }, { id, outcome }: Ended) => {
      const flow = open.find((each) => each.id === id)
      if (!flow) return
      const { requestId } = flow
      if (requestId !== undefined) enqueue.emit({ type: 'smartSessions.settled', requestId, outcome })
      enqueue.stopChild(nameOf(flow))
      enqueue.assign({ open: open.filter((each) => each.id !== id) })
    }),
    /** A session was granted or revoked: the list is reloaded if it was loaded before or is shown. */
    refresh: enqueueActions(({ context: { readAt, isListVisible }, enqueue }, { outcome }: Ended) => {
      if (outcome.status === 'done' && (readAt !== undefined || isListVisible))
        enqueue.raise({ type: 'smartSessions.load' })
    }),
    emitRefused: emit((_, { requestId = '' }: { requestId?: string }) => ({
      type: 'smartSessions.settled' as const,
      requestId,
      outcome: failed(new LatchkeyError('wallet.namespaceMissing', { params: { namespace: 'eip155' } })),
    })),
  },
  guards: {
    /** The account is in a namespace without smart sessions: only eip155 has them. */
    isUnsupported: ({ context }) => context.connection.namespace !== 'eip155',
    /** The list is shown already when the machine starts, so it is fetched at once. */
    isShown: ({ context }) => context.isListVisible,
  },
  delays: {
    /** How long the list may take to load. */
    api: configurableDelay('apiMs'),
    /** Until the next session expires, so that the list shows it as expired. */
    expiry: ({ context: { sessions }, system }) =>
      Math.min(untilNextExpiry(sessions, now(system)) ?? Infinity, TIMING.longestTimerMs),
  },
}).createMachine({
  id: 'smartSessions',
  description: 'The permissions that the account granted to apps, fetched while the list is shown.',
  meta: { kind: 'service', spec: ['1.9', '7.21'] },
  context: ({ input }) => ({
    ...input,
    sessions: [],
    readAt: undefined,
    checkedAt: 0,
    open: [],
    count: 0,
    error: undefined,
  }),
  initial: 'deciding',
  on: {
    'modal.closed': { actions: 'setHidden' },
    'view.shown': { actions: [{ type: 'setListVisible', params: ({ event }) => event }, 'reloadOutdated'] },
    'smartSessions.grant': { actions: { type: 'startGrant', params: ({ event }) => event } },
    'smartSessions.revoke': { actions: { type: 'startRevocation', params: ({ event }) => event } },
    'smartSessions.cancel': { actions: { type: 'cancelFlows', params: ({ event }) => event } },
    'xstate.done.actor.*': {
      actions: [
        { type: 'settle', params: ended },
        { type: 'refresh', params: ended },
      ],
    },
    'xstate.error.actor.*': {
      description: 'A flow that crashes does not affect the others.',
      actions: { type: 'settle', params: broken },
    },
  },
  states: {
    deciding: {
      description: 'Decides whether this account can have sessions, and whether the list is shown.',
      always: [
        { guard: 'isUnsupported', target: 'unsupported' },
        { guard: 'isShown', target: 'loading' },
        { target: 'idle' },
      ],
    },
    unsupported: {
      description: 'Accounts of this namespace have no sessions.',
      on: {
        'smartSessions.grant': { actions: { type: 'emitRefused', params: ({ event }) => event } },
        'smartSessions.revoke': { actions: { type: 'emitRefused', params: ({ event }) => event } },
      },
    },
    idle: {
      description: 'The list was not shown yet, so nothing was fetched.',
      on: { 'smartSessions.load': 'loading' },
    },
    loading: {
      description: 'The list is being fetched.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        input: ({ context }) => context.connection,
        onDone: { target: 'ready', actions: { type: 'setSessions', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: {
        'smartSessions.load': {
          description: 'The list that is being fetched may not include the last grant or revocation.',
          target: 'loading',
          reenter: true,
        },
        'view.shown': { actions: { type: 'setListVisible', params: ({ event }) => event } },
      },
      after: { api: { target: 'failed', actions: { type: 'setError', params: unread } } },
    },
    ready: {
      description: 'The list is loaded. It updates when a session expires.',
      on: { 'smartSessions.load': 'loading' },
      after: { expiry: { target: 'ready', reenter: true, actions: 'setCheckedAt' } },
    },
    failed: {
      description: 'The list could not be fetched. The last one is kept.',
      on: { 'smartSessions.load': 'loading', 'smartSessions.retry': 'loading' },
    },
  },
})

export const smartSessionsLogic = withContract<SmartSessionsContract>()(smartSessionsMachine)
