/** Service: sends requests to connected wallets, each in an item that outlives its caller. */
import { assign, enqueueActions, setup } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import { calls, type SentBundle } from '../calls/calls.contract.ts'
import { LIMITS, NAMESPACES } from '../constants.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEvent } from '../events.ts'
import { withContract, type AnySystem, type SetupTypes } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { broadcast, getActorSnapshot, sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { modal } from '../shell/modal.contract.ts'
import { isModalVisible } from '../shell/isVisible.ts'
import { snackbar, type SnackbarMessage } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import { transactions } from '../transactions/transactions.contract.ts'
import { bundleIdOf } from '../calls/calls.rules.ts'
import { isTransactionId, sentId } from '../shared/hex.rules.ts'
import { kindOfMethod, type MethodKind } from './methods.rules.ts'
import { crashed, done, failed, unreadable } from '../shared/outcome.rules.ts'
import { crashOutcome } from './walletRequest.rules.ts'
import { transferPurpose } from '../transactions/sent.rules.ts'
import { approval, type PendingCall } from './approval.contract.ts'
import {
  requests,
  type SubmittedRequest,
  type PendingRequest,
  type Requester,
  type RequestsContract,
} from './requests.contract.ts'
import type { WalletRequestContract } from './walletRequest.contract.ts'
import { walletRequestMachine } from './walletRequest.machine.ts'

type Context = RequestsContract['context']
interface Ended {
  id: string
  outcome: Outcome<unknown>
}

interface Refused extends Requester {
  error: 'request.notAllowed' | 'request.tooMany'
}

const APPROVAL = 'ApproveTransaction'
/** Whether the modal can show a request: an account is active, and no other view locks the modal. */
const canShow = (system: AnySystem): boolean => {
  const shell = getActorSnapshot(system, view)
  if (!shell || shell.context.connectionStatus !== 'connected') return false
  return shell.value === 'unlocked' || isApproving(system)
}
const isApproving = (system: AnySystem): boolean => {
  const { stack } = getActorSnapshot(system, view)?.context ?? {}
  return stack?.at(-1) === APPROVAL
}
const isConnecting = (system: AnySystem): boolean =>
  NAMESPACES.some((namespace) => getActorSnapshot(system, namespaceItem(namespace))?.value === 'connecting')
const SENT_LATE = { type: 'snackbar.show', message: { variant: 'success', code: 'send.sentLate' } } as const
const REFUSED: SnackbarMessage = { variant: 'error', code: 'request.actionNotAllowed' }

const nameOf = (id: string) => `walletRequest:${id}`
const idOf = (ended: string) => ended.slice(ended.indexOf(nameOf('')) + nameOf('').length)
const findById = (items: readonly PendingRequest[], id: string) => items.find((item) => item.id === id)
const withoutId = (items: readonly PendingRequest[], id: string) => items.filter((item) => item.id !== id)
/** The outcome of a request whose actor crashed. */
function broken({ context, event }: { context: Context; event: { type: string; error: unknown } }): Ended {
  const id = idOf(event.type)
  const item = findById([...context.open, ...context.late], id)
  return { id, outcome: item ? crashOutcome(item.request, event.error) : crashed(event.error) }
}
const isRequestOf =
  ({ requestId, requester }: Requester) =>
  (item: PendingRequest) =>
    item.requestId === requestId && item.requester === requester

/** The requests of the app. Actors cancel their own requests. */
const pageRequests = ({ open }: Pick<Context, 'open'>) => open.filter(({ requester }) => requester === undefined)

/** The kind of a call; undefined for a transfer and for a method that is not allowed. */
const kindOf = ({ rules: { methods } }: Context, { request }: SubmittedRequest): MethodKind | undefined =>
  request.kind === 'call' ? kindOfMethod(request.connection.namespace, request.call.method, methods) : undefined

/** The embedded wallet shows the request in its frame, which is part of the modal. */
const isInFrame = ({ request }: SubmittedRequest): boolean => request.connection.connector.type === 'AUTH'
/** The call that the modal explains to the user; undefined if the request needs no explanation there. */
const toPendingCall = (request: PendingRequest | undefined): PendingCall | undefined => {
  if (!request || isInFrame(request) || request.request.kind !== 'call') return undefined
  const { connection, call } = request.request
  return { id: request.id, connection, call }
}
/** Whether the modal shows the request, or the frame in which the user decides it. */
const isReviewed = (context: Context, request: SubmittedRequest): boolean =>
  isInFrame(request)
    ? request.request.kind === 'transfer' || kindOf(context, request) === 'unsafe'
    : context.rules.review !== 'none' && kindOf(context, request) === 'unsafe'
/** Requests that the modal should show but could not show yet. */
const notYetShown = (context: Context) => context.open.filter((item) => !item.isShown && isReviewed(context, item))
/** Requests that the modal shows. */
const shownRequests = ({ open }: Context) => open.filter(({ isShown }) => isShown)

/** The bundle of calls that was sent; undefined otherwise. */
function sentBundle({ request }: SubmittedRequest, outcome: Outcome<unknown>): SentBundle | undefined {
  if (request.kind !== 'call' || request.call.method !== 'wallet_sendCalls') return undefined
  const id = outcome.status === 'done' ? bundleIdOf(outcome.value) : undefined
  return id === undefined ? undefined : { id, connection: request.connection }
}
/** Action: follow the status of a bundle of calls that was sent. */
const trackBundle = (request: SubmittedRequest | undefined, outcome: Outcome<unknown>) =>
  sendToActor(calls)(() => {
    const bundle = request && sentBundle(request, outcome)
    return bundle && { type: 'calls.follow', ...bundle }
  })
/** Action: hand an outcome without a caller to `calls` (a bundle) or `transactions` (a transaction), which follow it. */
const handOver = (submitted: SubmittedRequest, outcome: Outcome<unknown>) => {
  const { request } = submitted
  const network = request.kind === 'transfer' ? request.transfer.network : request.followedOn
  if (!network || sentBundle(submitted, outcome)) return trackBundle(submitted, outcome)
  const { address: from } = request.connection
  return sendToActor(transactions)({
    type: 'transactions.inherit',
    network,
    from,
    sentFor: request.kind === 'transfer' ? transferPurpose(request.transfer) : request.sentFor,
    outcome: hashIn(network.caipNetworkId, outcome),
  })
}
/**
 * The outcome with the transaction hash. If the wallet's response is not a hash, the transaction may still have been sent, and
 * counts as unconfirmed.
 */
const hashIn = (networkId: NetworkId, outcome: Outcome<unknown>): Outcome<string> => {
  if (outcome.status !== 'done') return outcome
  return isTransactionId(networkId, outcome.value) ? done(outcome.value) : unreadable(outcome.value)
}
/** A transaction that the app had the wallet send and that no machine follows. */
function untrackedTransaction(request: SubmittedRequest | undefined, outcome: Outcome<unknown>) {
  const sent = request?.request
  if (sent?.kind !== 'call' || !sent.sentFor || sent.followedOn) return undefined
  const { networkId, address } = sent.connection
  const hash = outcome.status === 'done' ? sentId(outcome.value) : undefined
  return isTransactionId(networkId, hash) ? { hash, networkId, address, sentFor: sent.sentFor } : undefined
}
/**
 * Action: announce a transaction that the app had the wallet send, so that it is remembered. Followed transactions are announced
 * by the machine that follows them.
 */
const broadcastSent = (request: SubmittedRequest | undefined, outcome: Outcome<unknown>) =>
  broadcast((_: undefined, __: Context, system): BroadcastEvent | undefined => {
    const sent = untrackedTransaction(request, outcome)
    return sent && { type: 'transaction.sent', ...sent, at: now(system), status: 'pending' }
  })

export const requestsMachine = setup({
  types: {} as SetupTypes<RequestsContract>,
  actors: {
    /** One request to a wallet. */
    walletRequest: withContract<WalletRequestContract>()(walletRequestMachine),
  },
  actions: {
    startRequest: enqueueActions(({ context, enqueue }, { requestId, request, requester, onEnd }: SubmittedRequest) => {
      const id = String(context.count + 1)
      const item = { id, requestId, request, requester, ...(onEnd && { onEnd }) }
      const reviewed = context.rules.review === 'before' && !isInFrame(item) && isReviewed(context, item)
      enqueue.spawnChild('walletRequest', { id: nameOf(id), systemId: nameOf(id), input: { id, request, reviewed } })
      enqueue.assign({ open: [...context.open, item], count: context.count + 1 })
    }),
    emitRefused: enqueueActions(({ enqueue }, { requestId, requester, error }: Refused) => {
      const settled = { type: 'requests.settled', requestId, outcome: failed(new LatchkeyError(error)) } as const
      if (requester) enqueue.sendTo(requester, settled)
      else enqueue.emit(settled)
    }),
    /** Shown only while the modal is visible. The caller receives the error in any case. */
    showRefused: sendToActor(snackbar)((_: undefined, __: Context, { system }) =>
      isModalVisible(system) ? { type: 'snackbar.show', message: REFUSED } : undefined,
    ),
    /** Shows the requests in the open modal, or opens the modal for them. */
    show: enqueueActions(({ context, system, enqueue }) => {
      if (notYetShown(context).length === 0 || !canShow(system)) return
      enqueue.assign({
        open: context.open.map((item) => (isReviewed(context, item) ? { ...item, isShown: true } : item)),
      })
      if (isModalVisible(system)) return enqueue(sendToActor(view)({ type: 'view.push', view: APPROVAL }))
      enqueue(sendToActor(modal)({ type: 'modal.open', view: APPROVAL }))
      enqueue.assign({ opened: true })
    }),
    /** Tries again once the view that kept the request from being shown is gone. */
    showSoon: enqueueActions(({ context, enqueue }) => {
      if (notYetShown(context).length > 0) enqueue.raise({ type: 'requests.show' }, { delay: 0 })
    }),
    /** Ignored before the request is explained: the user cannot have read it yet. */
    approveRequest: enqueueActions(({ context, system, enqueue }, { id }: { id: string }) => {
      const { pendingCall, explanation } = getActorSnapshot(system, approval)?.context ?? {}
      const isRead = explanation !== undefined && pendingCall?.id === id
      if (isRead && shownRequests(context).some((item) => item.id === id))
        enqueue.sendTo(nameOf(id), { type: 'walletRequest.approve' })
    }),
    /** Explains the oldest request that the modal shows. */
    explainRequest: sendToActor(approval)((_: undefined, context: Context, { system }) => {
      const pendingCall = toPendingCall(shownRequests(context)[0])
      const explained = getActorSnapshot(system, approval)?.context.pendingCall
      return pendingCall && explained?.call !== pendingCall.call ? { type: 'approval.show', pendingCall } : undefined
    }),
    /** If this service restarted after a crash, `approval` may still hold a request. */
    hideApproval: sendToActorIfRunning(approval)((_: undefined, context: Context) =>
      shownRequests(context).length === 0 ? { type: 'approval.hide' } : undefined,
    ),
    explainNext: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const [first, next] = shownRequests(context)
      if (first?.id !== id) return
      const pendingCall = toPendingCall(next)
      enqueue(
        pendingCall
          ? sendToActor(approval)({ type: 'approval.show', pendingCall })
          : sendToActorIfRunning(approval)(() => ({ type: 'approval.hide' })),
      )
    }),
    /** Sends the outcome to the caller. */
    settle: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const item = findById(context.open, id)
      if (!item) return
      const { requester, requestId } = item
      const settled = { type: 'requests.settled', requestId, outcome } as const
      if (!requester) enqueue.emit(settled)
      else if (requester.getSnapshot().status === 'active') enqueue.sendTo(requester, settled)
      else enqueue(handOver(item, outcome))
      enqueue.assign({ open: withoutId(context.open, id) })
    }),
    setLate: assign({
      late: ({ context }, { id }: Ended) => {
        const item = findById(context.open, id)
        return item ? [...context.late, item] : context.late
      },
    }),
    endRequest: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const item = findById(context.late, id)
      enqueue.stopChild(nameOf(id))
      if (item && outcome.status === 'done') enqueue(handOver(item, outcome))
      if (item && untrackedTransaction(item, outcome) !== undefined) enqueue(sendToActor(snackbar)(SENT_LATE))
      enqueue.assign({ late: withoutId(context.late, id) })
    }),
    cancelOne: enqueueActions(({ context, enqueue }, requester: Requester) => {
      for (const { id } of context.open.filter(isRequestOf(requester)))
        enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel' })
    }),
    cancelAll: enqueueActions(({ context, enqueue }) => {
      for (const { id } of pageRequests(context)) enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel' })
    }),
    endNamespaceRequests: enqueueActions(
      ({ context: { open, late }, enqueue }, { namespace }: { namespace: Namespace }) => {
        const ending = [...open, ...late].filter(({ request }) => request.connection.namespace === namespace)
        for (const { id } of ending) enqueue.sendTo(nameOf(id), { type: 'walletRequest.leave' })
      },
    ),
    /** Cancels the requests that the modal shows, on behalf of the user. */
    cancelShown: enqueueActions(({ context, enqueue }) => {
      for (const { id } of shownRequests(context))
        enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel', byUser: true })
    }),
    /** Leaves the approval view if it shows no request: after a crash, or because it was opened without one. */
    leaveEmptyApproval: sendToActor(view)((_: undefined, context: Context, { system }) =>
      shownRequests(context).length === 0 && isApproving(system)
        ? { type: 'view.leave', views: [APPROVAL] }
        : undefined,
    ),
    /** After the last request that it shows, the modal does what `onEnd` of that request defines. */
    leaveApproval: enqueueActions(({ context, system, enqueue }, { id }: { id: string }) => {
      const ended = shownRequests(context).find((item) => item.id === id)
      if (!ended || shownRequests(context).length > 1) return
      // Does not close the modal during a connection attempt that began meanwhile.
      const { onEnd = context.opened && !isConnecting(system) ? 'close' : 'back' } = ended
      enqueue.assign({ opened: false })
      if (typeof onEnd === 'object')
        enqueue(sendToActor(view)({ type: 'view.replace', view: onEnd.view, only: APPROVAL }))
      else
        enqueue(
          sendToActor(view)({ type: 'view.leave', views: [APPROVAL], ...(onEnd === 'close' && { closes: true }) }),
        )
    }),
    /** The transaction that the user confirmed may have changed a balance. */
    refreshBalance: sendToActorIfRunning(balance)(({ id, outcome }: Ended, context: Context) => {
      const item = findById(context.open, id)
      return item && kindOf(context, item) === 'unsafe' && outcome.status === 'done'
        ? { type: 'balance.refresh', fresh: true }
        : undefined
    }),
    trackCalls: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) =>
      enqueue(trackBundle(findById(context.open, id), outcome)),
    ),
    broadcastSent: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) =>
      enqueue(broadcastSent(findById([...context.open, ...context.late], id), outcome)),
    ),
  },
  guards: {
    /** The method is not a known one and the app does not allow it, so the modal could not explain it. */
    isUnknownMethod: ({ context }, request: SubmittedRequest) =>
      request.request.kind === 'call' && kindOf(context, request) === undefined,
    /** Too many requests wait for the user. Reads are not counted: an app may have many in progress. */
    hasTooManyOpen: ({ context }, request: SubmittedRequest) =>
      kindOf(context, request) === 'unsafe' &&
      context.open.filter((item) => kindOf(context, item) === 'unsafe').length >= LIMITS.openRequests,
    /** The modal shows the request: its wallet is part of the modal, or the app enabled `review` for such requests. */
    isReviewed: ({ context }, request: SubmittedRequest) => isReviewed(context, request),
  },
}).createMachine({
  id: 'requests',
  description: 'Sends requests to connected wallets and reports the outcome of each.',
  meta: { kind: 'service', spec: ['4.10', '4.32', '4.33', '5.20', '6.5', '6.6', '6.7', '7.27', '7.28'] },
  context: ({ input }) => ({ open: [], late: [], count: 0, rules: input, opened: false }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Waits for new requests, and for open requests to end.',
      entry: ['leaveEmptyApproval', 'hideApproval'],
      on: {
        'account.disconnected': { actions: { type: 'endNamespaceRequests', params: ({ event }) => event } },
        'requests.submit': [
          {
            description: 'Rejects an unknown method, because the modal could not explain it to the user.',
            guard: { type: 'isUnknownMethod', params: ({ event }) => event },
            actions: [
              { type: 'emitRefused', params: ({ event }) => ({ ...event, error: 'request.notAllowed' }) },
              'showRefused',
            ],
          },
          {
            guard: { type: 'hasTooManyOpen', params: ({ event }) => event },
            actions: { type: 'emitRefused', params: ({ event }) => ({ ...event, error: 'request.tooMany' }) },
          },
          {
            description: 'The wallet shows the request, and the modal shows it as well.',
            guard: { type: 'isReviewed', params: ({ event }) => event },
            actions: [{ type: 'startRequest', params: ({ event }) => event }, 'show', 'explainRequest'],
          },
          { actions: { type: 'startRequest', params: ({ event }) => event } },
        ],
        'requests.show': { actions: ['show', 'explainRequest'] },
        'requests.approve': { actions: { type: 'approveRequest', params: ({ event }) => event } },
        'view.shown': { actions: 'showSoon' },
        'requests.cancel': { actions: { type: 'cancelOne', params: ({ event }) => event } },
        'requests.cancelAll': { actions: ['cancelAll', 'leaveEmptyApproval'] },
        'requests.cancelShown': { actions: ['cancelShown', 'leaveEmptyApproval'] },
        'requests.viewLeft': { actions: 'cancelShown' },
        'requests.release': {
          actions: [
            { type: 'explainNext', params: ({ event }) => event },
            { type: 'leaveApproval', params: ({ event }) => event },
            { type: 'setLate', params: ({ event }) => event },
            { type: 'settle', params: ({ event }) => event },
          ],
        },
        'xstate.done.actor.*': {
          actions: [
            { type: 'explainNext', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'leaveApproval', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'refreshBalance', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'trackCalls', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'broadcastSent', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'endRequest', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
          ],
        },
        'xstate.error.actor.*': {
          description: 'A request that crashes does not affect the others.',
          actions: [
            { type: 'explainNext', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'leaveApproval', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'settle', params: broken },
            { type: 'endRequest', params: broken },
          ],
        },
      },
    },
  },
})

export const requestsFeature = feature(requests, {
  views: { ApproveTransaction: { for: 'connected', locks: true, left: true } },
  input: ({ methods, review }) => ({ methods, review }),
  logic: withContract<RequestsContract>()(requestsMachine),
})
