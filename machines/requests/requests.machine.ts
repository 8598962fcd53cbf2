/** Service: hands questions to connected wallets, each as an item that outlives who asked. */
import { assign, enqueueActions, setup } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import { calls, type SentBundle } from '../calls/calls.contract.ts'
import { LIMITS, NAMESPACES } from '../constants.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Fact } from '../facts.ts'
import { seal, type AnySystem, type TypesOf } from '../kit/contract.ts'
import { feature } from '../kit/feature.ts'
import { announce, peek, tell, tellIfThere } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import { modal } from '../shell/modal.contract.ts'
import { isSeen } from '../shell/seen.ts'
import { snackbar, type SnackbarMessage } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import { transactions } from '../transfer/transactions.contract.ts'
import { bundleIdOf } from '../rules/calls.ts'
import { isTransactionId, sentId } from '../rules/hex.ts'
import { kindOfMethod, type MethodKind } from '../rules/methods.ts'
import { crashed, done, failed, unreadable } from '../rules/outcomes.ts'
import { crashOutcome } from '../rules/questions.ts'
import { transferSentFor } from '../rules/sent.ts'
import { approval } from './approval.contract.ts'
import { requests, type Asked, type AskedItem, type Asker, type RequestsContract } from './requests.contract.ts'
import { walletRequestLogic } from './walletRequest.machine.ts'

type Context = RequestsContract['context']
interface Ended {
  id: string
  outcome: Outcome<unknown>
}

interface Refused extends Asker {
  error: 'request.notAllowed' | 'request.tooMany'
}

const APPROVAL = 'ApproveTransaction'
/** The modal can show a question: an account is active, and nothing else keeps the modal open. */
const canShow = (system: AnySystem): boolean => {
  const shell = peek(system, view)
  if (!shell || shell.context.standing !== 'account') return false
  return shell.value === 'free' || isApproving(system)
}
const isApproving = (system: AnySystem): boolean => {
  const { stack } = peek(system, view)?.context ?? {}
  return stack?.at(-1) === APPROVAL
}
const isConnecting = (system: AnySystem): boolean =>
  NAMESPACES.some((namespace) => peek(system, namespaceItem(namespace))?.value === 'connecting')
const SENT_LATE = { type: 'snackbar.show', message: { variant: 'success', code: 'send.sentLate' } } as const
const REFUSED: SnackbarMessage = { variant: 'error', code: 'request.actionNotAllowed' }

const nameOf = (id: string) => `walletRequest:${id}`
const idOf = (ended: string) => ended.slice(ended.indexOf(nameOf('')) + nameOf('').length)
const among = (known: readonly AskedItem[], id: string) => known.find((item) => item.id === id)
const without = (known: readonly AskedItem[], id: string) => known.filter((item) => item.id !== id)
/** What became of a question whose actor crashed. */
function broken({ context, event }: { context: Context; event: { type: string; error: unknown } }): Ended {
  const id = idOf(event.type)
  const item = among([...context.open, ...context.late], id)
  return { id, outcome: item ? crashOutcome(item.question, event.error) : crashed(event.error) }
}
const isAskedBy =
  ({ attempt, asker }: Asker) =>
  (item: AskedItem) =>
    item.attempt === attempt && item.asker === asker

/** What the page itself asked; actors look after their own. */
const ofPage = ({ open }: Pick<Context, 'open'>) => open.filter(({ asker }) => asker === undefined)

/** What kind of a call a question is; nothing for a transfer, or what is not allowed. */
const kindOf = ({ rules: { methods } }: Context, { question }: Asked): MethodKind | undefined =>
  question.kind === 'call' ? kindOfMethod(question.connection.namespace, question.call.method, methods) : undefined

/** The embedded wallet asks in its frame, which the modal shows. */
const isInFrame = ({ question }: Asked): boolean => question.connection.connector.type === 'AUTH'
/** The visitor decides it, and the modal says what it is, or shows where it is asked. */
const isReviewed = (context: Context, asked: Asked): boolean =>
  isInFrame(asked)
    ? asked.question.kind === 'transfer' || kindOf(context, asked) === 'unsafe'
    : context.rules.review !== 'none' && kindOf(context, asked) === 'unsafe'
/** What the modal was to show, and could not yet. */
const unshown = (context: Context) => context.open.filter((item) => !item.isShown && isReviewed(context, item))
/** What the modal shows. */
const shown = ({ open }: Context) => open.filter(({ isShown }) => isShown)

/** The bundle of calls that was sent, if one was. */
function sentBundle({ question }: Asked, outcome: Outcome<unknown>): SentBundle | undefined {
  if (question.kind !== 'call' || question.call.method !== 'wallet_sendCalls') return undefined
  const id = outcome.status === 'done' ? bundleIdOf(outcome.value) : undefined
  return id === undefined ? undefined : { id, connection: question.connection }
}
/** Action: what becomes of a bundle of calls that was sent is followed. */
const follow = (asked: Asked | undefined, outcome: Outcome<unknown>) =>
  tell(calls)(() => {
    const bundle = asked && sentBundle(asked, outcome)
    return bundle && { type: 'calls.follow', ...bundle }
  })
/** Action: what nobody waits for any more is looked after where all that was sent is. */
const inherit = (asked: Asked, outcome: Outcome<unknown>) => {
  const { question } = asked
  const network = question.kind === 'transfer' ? question.transfer.network : question.followedOn
  if (!network || sentBundle(asked, outcome)) return follow(asked, outcome)
  const { address: from } = question.connection
  return tell(transactions)({
    type: 'transactions.inherit',
    network,
    from,
    sentFor: question.kind === 'transfer' ? transferSentFor(question.transfer) : question.sentFor,
    outcome: hashIn(network.caipNetworkId, outcome),
  })
}
/** The hash that a wallet answered; what is none is told as such. */
const hashIn = (networkId: NetworkId, outcome: Outcome<unknown>): Outcome<string> => {
  if (outcome.status !== 'done') return outcome
  return isTransactionId(networkId, outcome.value) ? done(outcome.value) : unreadable(outcome.value)
}
/** What a page had a wallet send, and nobody follows. */
function sentAlone(asked: Asked | undefined, outcome: Outcome<unknown>) {
  const question = asked?.question
  if (question?.kind !== 'call' || !question.sentFor || question.followedOn) return undefined
  const { networkId, address } = question.connection
  const hash = outcome.status === 'done' ? sentId(outcome.value) : undefined
  return isTransactionId(networkId, hash) ? { hash, networkId, address, sentFor: question.sentFor } : undefined
}
/** Action: what a page had a wallet send is news for whoever remembers it. What is followed is told of where it is. */
const announceSent = (asked: Asked | undefined, outcome: Outcome<unknown>) =>
  announce((_: undefined, __: Context, system): Fact | undefined => {
    const sent = sentAlone(asked, outcome)
    return sent && { type: 'transaction.sent', ...sent, at: now(system), status: 'pending' }
  })

export const requestsMachine = setup({
  types: {} as TypesOf<RequestsContract>,
  actors: { walletRequest: walletRequestLogic<'transfer' | 'call'>() },
  actions: {
    ask: enqueueActions(({ context, enqueue }, { attempt, question, asker, onEnd }: Asked) => {
      const id = String(context.count + 1)
      const item = { id, attempt, question, asker, ...(onEnd && { onEnd }) }
      const reviewed = context.rules.review === 'before' && !isInFrame(item) && isReviewed(context, item)
      enqueue.spawnChild('walletRequest', { id: nameOf(id), systemId: nameOf(id), input: { id, question, reviewed } })
      enqueue.assign({ open: [...context.open, item], count: context.count + 1 })
    }),
    refuse: enqueueActions(({ enqueue }, { attempt, asker, error }: Refused) => {
      const settled = { type: 'requests.settled', attempt, outcome: failed(new LatchkeyError(error)) } as const
      if (asker) enqueue.sendTo(asker, settled)
      else enqueue.emit(settled)
    }),
    /** Said where somebody looks; whoever asked is told anyhow. */
    sayRefused: tell(snackbar)((_: undefined, __: Context, { system }) =>
      isSeen(system) ? { type: 'snackbar.show', message: REFUSED } : undefined,
    ),
    /** Shows what is to be decided, where the modal stands, or opens the modal for it. */
    show: enqueueActions(({ context, system, enqueue }) => {
      if (unshown(context).length === 0 || !canShow(system)) return
      enqueue.assign({
        open: context.open.map((item) => (isReviewed(context, item) ? { ...item, isShown: true } : item)),
      })
      if (isSeen(system)) return enqueue(tell(view)({ type: 'view.push', view: APPROVAL }))
      enqueue(tell(modal)({ type: 'modal.open', view: APPROVAL }))
      enqueue.assign({ opened: true })
    }),
    /** Once what keeps it from being shown has gone its way. */
    showSoon: enqueueActions(({ context, enqueue }) => {
      if (unshown(context).length > 0) enqueue.raise({ type: 'requests.show' }, { delay: 0 })
    }),
    /** What has not been explained yet, nobody can have read. */
    approve: enqueueActions(({ context, system, enqueue }, { id }: { id: string }) => {
      const { asked, explanation } = peek(system, approval)?.context ?? {}
      const isRead = explanation !== undefined && asked?.id === id
      if (isRead && shown(context).some((item) => item.id === id))
        enqueue.sendTo(nameOf(id), { type: 'walletRequest.approve' })
    }),
    /** The visitor is to read what the oldest of the questions means that the modal shows. */
    explain: tell(approval)((_: undefined, context: Context, { system }) => {
      const [first] = shown(context)
      if (!first || isInFrame(first) || first.question.kind !== 'call') return undefined
      const { connection, call } = first.question
      if (peek(system, approval)?.context.asked?.call === call) return undefined
      return { type: 'approval.show', asked: { id: first.id, connection, call } }
    }),
    /** A service before this one, which stopped by mistake, may have left a question there. */
    hideEmpty: tellIfThere(approval)((_: undefined, context: Context) =>
      shown(context).length === 0 ? { type: 'approval.hide' } : undefined,
    ),
    explainNext: enqueueActions(({ context, enqueue }, { id }: { id: string }) => {
      const [first, next] = shown(context)
      if (first?.id !== id) return
      if (!next || isInFrame(next) || next.question.kind !== 'call')
        return enqueue(tellIfThere(approval)(() => ({ type: 'approval.hide' })))
      const { connection, call } = next.question
      enqueue(tell(approval)({ type: 'approval.show', asked: { id: next.id, connection, call } }))
    }),
    /** Tells who asked how it ended. */
    settle: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const item = among(context.open, id)
      if (!item) return
      const { asker, attempt } = item
      const settled = { type: 'requests.settled', attempt, outcome } as const
      if (!asker) enqueue.emit(settled)
      else if (asker.getSnapshot().status === 'active') enqueue.sendTo(asker, settled)
      else enqueue(inherit(item, outcome))
      enqueue.assign({ open: without(context.open, id) })
    }),
    keepLate: assign({
      late: ({ context }, { id }: Ended) => {
        const item = among(context.open, id)
        return item ? [...context.late, item] : context.late
      },
    }),
    end: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) => {
      const item = among(context.late, id)
      enqueue.stopChild(nameOf(id))
      if (item && outcome.status === 'done') enqueue(inherit(item, outcome))
      if (item && sentAlone(item, outcome) !== undefined) enqueue(tell(snackbar)(SENT_LATE))
      enqueue.assign({ late: without(context.late, id) })
    }),
    cancelOne: enqueueActions(({ context, enqueue }, asker: Asker) => {
      for (const { id } of context.open.filter(isAskedBy(asker)))
        enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel' })
    }),
    cancelAll: enqueueActions(({ context, enqueue }) => {
      for (const { id } of ofPage(context)) enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel' })
    }),
    leave: enqueueActions(({ context: { open, late }, enqueue }, { namespace }: { namespace: Namespace }) => {
      const left = [...open, ...late].filter(({ question }) => question.connection.namespace === namespace)
      for (const { id } of left) enqueue.sendTo(nameOf(id), { type: 'walletRequest.leave' })
    }),
    /** Calls off what the modal showed. */
    cancelShown: enqueueActions(({ context, enqueue }) => {
      for (const { id } of shown(context)) enqueue.sendTo(nameOf(id), { type: 'walletRequest.cancel', byVisitor: true })
    }),
    /** It stands there with nothing asked: of a service before this one, which stopped by mistake, or as nobody asked. */
    leaveEmpty: tell(view)((_: undefined, context: Context, { system }) =>
      shown(context).length === 0 && isApproving(system) ? { type: 'view.leave', views: [APPROVAL] } : undefined,
    ),
    /** After the last request that the modal showed, the modal goes where that one says. */
    leaveApproval: enqueueActions(({ context, system, enqueue }, { id }: { id: string }) => {
      const ended = shown(context).find((item) => item.id === id)
      if (!ended || shown(context).length > 1) return
      // An attempt to connect that began meanwhile goes on.
      const { onEnd = context.opened && !isConnecting(system) ? 'close' : 'back' } = ended
      enqueue.assign({ opened: false })
      if (typeof onEnd === 'object') enqueue(tell(view)({ type: 'view.replace', view: onEnd.view, only: APPROVAL }))
      else enqueue(tell(view)({ type: 'view.leave', views: [APPROVAL], ...(onEnd === 'close' && { closes: true }) }))
    }),
    /** What the visitor decided may have moved something. */
    refreshBalance: tellIfThere(balance)(({ id, outcome }: Ended, context: Context) => {
      const item = among(context.open, id)
      return item && kindOf(context, item) === 'unsafe' && outcome.status === 'done'
        ? { type: 'balance.refresh', fresh: true }
        : undefined
    }),
    followCalls: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) =>
      enqueue(follow(among(context.open, id), outcome)),
    ),
    announceSent: enqueueActions(({ context, enqueue }, { id, outcome }: Ended) =>
      enqueue(announceSent(among([...context.open, ...context.late], id), outcome)),
    ),
  },
  guards: {
    unknown: ({ context }, asked: Asked) => asked.question.kind === 'call' && kindOf(context, asked) === undefined,
    /** Reads are not counted: a page may well have many under way. */
    tooMany: ({ context }, asked: Asked) =>
      kindOf(context, asked) === 'unsafe' &&
      context.open.filter((item) => kindOf(context, item) === 'unsafe').length >= LIMITS.openRequests,
    reviewed: ({ context }, asked: Asked) => isReviewed(context, asked),
  },
}).createMachine({
  id: 'requests',
  description: 'Hands questions to connected wallets and tells what became of each.',
  meta: { kind: 'service', spec: ['4.10', '4.32', '4.33', '5.20', '6.5', '6.6', '6.7', '7.27', '7.28'] },
  context: ({ input }) => ({ open: [], late: [], count: 0, rules: input, opened: false }),
  initial: 'waiting',
  states: {
    waiting: {
      description: 'For requests to begin, and for those that are open to end.',
      entry: ['leaveEmpty', 'hideEmpty'],
      on: {
        'account.disconnected': { actions: { type: 'leave', params: ({ event }) => event } },
        'requests.submit': [
          {
            description: 'Nobody could read what it means for the visitor.',
            guard: { type: 'unknown', params: ({ event }) => event },
            actions: [
              { type: 'refuse', params: ({ event }) => ({ ...event, error: 'request.notAllowed' }) },
              'sayRefused',
            ],
          },
          {
            guard: { type: 'tooMany', params: ({ event }) => event },
            actions: { type: 'refuse', params: ({ event }) => ({ ...event, error: 'request.tooMany' }) },
          },
          {
            description: 'The wallet asks, and the modal says so beside it.',
            guard: { type: 'reviewed', params: ({ event }) => event },
            actions: [{ type: 'ask', params: ({ event }) => event }, 'show', 'explain'],
          },
          { actions: { type: 'ask', params: ({ event }) => event } },
        ],
        'requests.show': { actions: ['show', 'explain'] },
        'requests.approve': { actions: { type: 'approve', params: ({ event }) => event } },
        'view.shown': { actions: 'showSoon' },
        'requests.cancel': { actions: { type: 'cancelOne', params: ({ event }) => event } },
        'requests.cancelAll': { actions: ['cancelAll', 'leaveEmpty'] },
        'requests.cancelShown': { actions: ['cancelShown', 'leaveEmpty'] },
        'requests.viewLeft': { actions: 'cancelShown' },
        'requests.release': {
          actions: [
            { type: 'explainNext', params: ({ event }) => event },
            { type: 'leaveApproval', params: ({ event }) => event },
            { type: 'keepLate', params: ({ event }) => event },
            { type: 'settle', params: ({ event }) => event },
          ],
        },
        'xstate.done.actor.*': {
          actions: [
            { type: 'explainNext', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'leaveApproval', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'refreshBalance', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'followCalls', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'announceSent', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'settle', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
            { type: 'end', params: ({ event }) => ({ id: idOf(event.type), outcome: event.output }) },
          ],
        },
        'xstate.error.actor.*': {
          description: 'One that stopped by mistake takes no other with it.',
          actions: [
            { type: 'explainNext', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'leaveApproval', params: ({ event }) => ({ id: idOf(event.type) }) },
            { type: 'settle', params: broken },
            { type: 'end', params: broken },
          ],
        },
      },
    },
  },
})

export const requestsFeature = feature(requests, {
  views: { ApproveTransaction: { for: 'account', locks: true, left: true } },
  input: ({ methods, review }) => ({ methods, review }),
  logic: seal<RequestsContract>()(requestsMachine),
})
