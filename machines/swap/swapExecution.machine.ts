/** Flow: one swap, from the allowance to the received amount. */
import { assign, setup } from 'xstate'
import { SWAP } from '../constants.ts'
import { swapExecutionActions } from './swapExecution.actions.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { CallsStatus } from '../calls/calls.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { BuiltSwap } from './swap.types.ts'
import type { ErrorCode } from '../shared/errors/catalog.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, done, failed } from '../shared/outcome.rules.ts'
import {
  bundleCall,
  bundleHash,
  parseCalledSwap,
  sentBundleId,
  sentHash,
  swapPurpose,
  transactionCall,
  unanswered,
  unsentOutcome,
  unsettled,
  unsettledOutcome,
} from './swapCalls.rules.ts'
import { swapError } from './swap.rules.ts'
import { transactions } from '../transactions/transactions.contract.ts'
import type { Permit, SwapExecutionContract, SwapOrder, SwapResult } from './swapExecution.contract.ts'

type Context = SwapExecutionContract['context']
type Settled = { requestId: string; outcome: Outcome<unknown> }
type Status = { status: 'success' | 'reverted' | 'replaced'; hash: string; finalHash: string }
interface Checked {
  order: SwapOrder
  built: BuiltSwap
}

const orderOf = ({ connection, network, quote, quotedAt, slippage, minimum }: Context): SwapOrder => ({
  connection,
  network,
  quote,
  quotedAt,
  slippage,
  minimum,
})
const resultOf = ({ hash }: Context, received: bigint | undefined): SwapResult => ({
  hash: assertDefined(hash),
  received,
})

/** Action: send a request to the wallet. */
const ask = (callOf: (context: Context) => RpcCall) =>
  sendToActor(requests)((_: undefined, context: Context, requester) => ({
    type: 'requests.submit',
    requestId: String(context.requestCount),
    // A bundle is followed even without `followedOn`.
    request: {
      kind: 'call',
      connection: context.connection,
      call: callOf(context),
      followedOn: context.network,
      sentFor: swapPurpose(context),
    },
    requester,
  }))

/** Transitions of a state whose work fails or times out. */
const brokenBy = (code: ErrorCode) => ({
  onError: {
    target: 'ended',
    actions: {
      type: 'setError',
      params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, code }),
    },
  } as const,
  late: {
    target: 'ended',
    actions: { type: 'setError', params: { error: undefined, code } },
  } as const,
})
const allowance = brokenBy('swap.allowanceFailed')
const building = brokenBy('swap.buildFailed')
const simulating = brokenBy('swap.wouldFail')
const watching = brokenBy('calls.timedOut')

const refused = {
  guard: { type: 'isCurrent', params: ({ event }: { event: Settled }) => event },
  target: 'ended',
  actions: { type: 'setRefusal', params: ({ event }: { event: Settled }) => event },
} as const
/** Before the wallet request, a cancel ends the swap. */
const beforeRequest = {
  'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'setNotRequested', 'notifyNotRequested'] },
} as const
/** A transaction that was sent stays in progress, even if the caller stops waiting. */
const sent = { 'swapExecution.cancel': { target: 'ended', actions: 'setUnsettled' } } as const
const whileWalletDecides = {
  'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'cancelRequest'] },
} as const
const requestLost = { lost: { target: 'ended', actions: 'setUnanswered' } } as const
const unconfirmed = { settle: { target: 'ended', actions: 'setUnsettled' } } as const

export const swapExecutionMachine = setup({
  types: {} as SetupTypes<SwapExecutionContract>,
  actors: {
    /** Reads the allowance, and whether the wallet can send both calls as one bundle. */
    readPermit: promiseActor<Permit, SwapOrder>('swapExecution.readPermit'),
    /** Builds the swap, and the approval if one is missing: for exactly the amount, to the contract that the swap calls. */
    build: promiseActor<BuiltSwap, { order: SwapOrder; permit: Permit }>('swapExecution.build'),
    /**
     * Simulates the swap on the current state of the chain. Rejects if it fails, returns less than the minimum, or takes anything
     * else.
     */
    simulate: promiseActor<bigint | undefined, Checked>('swapExecution.simulate'),
    /** Waits until a bundle of calls ends. */
    awaitBundle: promiseActor<CallsStatus, { id: string; order: SwapOrder }>('swapExecution.awaitBundle'),
    /** Reads from the chain what a transaction returned; undefined if the chain does not report it. */
    readReceived: promiseActor<bigint | undefined, { hash: string; order: SwapOrder }>('swapExecution.readReceived'),
  },
  actions: {
    setStale: assign({ isStale: ({ context, system }) => now(system) - context.quotedAt > SWAP.staleMs }),
    setAllowance: assign({ permit: (_, { output }: { output: Permit }) => output }),
    setApproved: assign({
      permit: ({ context }) => ({ isApproved: true, isAtomic: context.permit?.isAtomic ?? false }),
    }),
    startApproval: assign({ isApproval: true }),
    finishApproval: assign({ isApproval: false }),
    setBuilt: assign({ built: (_, { output }: { output: BuiltSwap }) => output }),
    setForecast: assign({ forecast: (_, { output }: { output: bigint | undefined }) => output }),
    countQuestion: assign({ requestCount: ({ context }) => context.requestCount + 1 }),
    submitApproval: ask((context) => transactionCall(context, assertDefined(context.built?.approval))),
    submitSwap: ask((context) => transactionCall(context, assertDefined(context.built).swap)),
    submitBundle: ask((context) => bundleCall(context, assertDefined(context.built && parseCalledSwap(context.built)))),
    cancelRequest: sendToActor(requests)((_: undefined, { requestCount }: Context, requester) => ({
      type: 'requests.cancel',
      requestId: String(requestCount),
      requester,
    })),
    setHash: assign({ hash: ({ context }, { outcome }: Settled) => sentHash(context, outcome) }),
    setBundleId: assign({ hash: (_, { outcome }: Settled) => sentBundleId(outcome) }),
    setFinalHash: assign({ hash: (_, { finalHash }: Status) => finalHash }),
    setBundleHash: assign({ hash: (_, { output }: { output: CallsStatus }) => bundleHash(output) }),
    watchTransaction: sendToActor(transactions)((_: undefined, context: Context) => ({
      type: 'transactions.watch',
      hash: assertDefined(context.hash),
      network: context.network,
      from: context.connection.address,
      sentFor: swapPurpose(context),
    })),
    setReceived: assign({
      outcome: ({ context }, { output }: { output: bigint | undefined }) =>
        output !== undefined && output < context.minimum
          ? failed(new LatchkeyError('swap.broughtLess'))
          : done(resultOf(context, output)),
    }),
    setUnmeasured: assign({ outcome: ({ context }) => done(resultOf(context, undefined)) }),
    setRefusal: assign({ outcome: (_, { outcome }: Settled) => unsentOutcome(outcome) }),
    setCancelled: assign({ outcome: cancelled }),
    setNotRequested: assign({ isNotRequested: true }),
    setUnanswered: assign({ outcome: unanswered }),
    setUnsettled: assign({ outcome: unsettled }),
    setReverted: assign({ outcome: (_, settled: Status) => unsettledOutcome(settled, 'swap.reverted') }),
    setUnapproved: assign({ outcome: (_, settled: Status) => unsettledOutcome(settled, 'swap.approvalReverted') }),
    setBundleReverted: assign({ outcome: () => failed(new LatchkeyError('swap.reverted')) }),
    setError: assign({
      outcome: (_, { error, code }: { error: unknown; code: ErrorCode }) => failed(swapError(error, code)),
    }),
    ...swapExecutionActions,
  },
  guards: {
    /** The quote is older than its lifetime, for example after the computer slept, so the swap ends. */
    isStale: ({ context }) => context.isStale,
    /** The allowance covers the amount, so the swap needs no approval. */
    isApproved: ({ context }) => context.built?.approval === undefined,
    /** The wallet can execute the approval and the swap as one bundle: both calls, or neither. */
    isAtomic: ({ context }) =>
      context.permit?.isAtomic === true && context.built !== undefined && parseCalledSwap(context.built) !== undefined,
    /** The outcome is that of the last wallet request. Earlier requests were cancelled. */
    isCurrent: ({ context }, { requestId }: Settled) => requestId === String(context.requestCount),
    /** The wallet sent the transaction of the last request, and returned its hash. */
    isSent: ({ context }, { requestId, outcome }: Settled) =>
      requestId === String(context.requestCount) && sentHash(context, outcome) !== undefined,
    /** The wallet accepted the bundle of the last request, and returned its id. */
    isBundleSent: ({ context }, { requestId, outcome }: Settled) =>
      requestId === String(context.requestCount) && sentBundleId(outcome) !== undefined,
    /** The transaction of this step is confirmed. */
    hasSucceeded: ({ context }, { hash, status }: Status) => hash === context.hash && status === 'success',
    /** The transaction of this step was reverted or replaced. Other transactions do not concern this swap. */
    isOwn: ({ context }, { hash }: Status) => hash === context.hash,
    /** All calls of the bundle are confirmed, and the wallet reported the transaction hash. */
    hasBundleSucceeded: (_, { output }: { output: CallsStatus }) => bundleHash(output) !== undefined,
  },
  delays: {
    /** How long the allowance may take to be read, or the swap to be built. */
    api: configurableDelay('apiMs', 'loadMs'),
    /** How long the simulation, and later the read of the received amount, may take. */
    simulate: configurableDelay('estimateMs'),
    /** If a wallet request does not settle within this time, the swap is treated as failed (`expired`). */
    lost: configurableDelay('walletRequestMs', 'walletRequestMs', 'loadMs'),
    /** If a transaction is not settled within this time, the swap is treated as failed (`expired`). */
    settle: configurableDelay('receiptMs', 'loadMs'),
    /** How long the wallet may take to report the result of the bundle. */
    bundle: configurableDelay('walletRequestMs'),
  },
}).createMachine({
  id: 'swapExecution',
  description: 'One swap: approved if necessary, simulated, sent, and measured.',
  meta: { kind: 'flow', spec: ['1.6', '7.10', '7.12', '7.13'] },
  context: ({ input }) => ({
    ...input,
    isStale: false,
    permit: undefined,
    built: undefined,
    forecast: undefined,
    requestCount: 0,
    isApproval: false,
    isNotRequested: false,
    hash: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'checkingAge',
  states: {
    checkingAge: {
      description:
        'Checks by the clock whether the quote is still valid. The timers of the quote stop while a computer sleeps.',
      entry: 'setStale',
      always: [
        {
          guard: 'isStale',
          target: 'ended',
          actions: [{ type: 'setError', params: { error: undefined, code: 'swap.staleQuote' } }, 'setNotRequested'],
        },
        { target: 'allowance' },
      ],
    },
    allowance: {
      description: 'The allowance is being read.',
      tags: 'busy',
      entry: 'trackSubmitted',
      on: beforeRequest,
      invoke: {
        id: 'readPermit',
        src: 'readPermit',
        input: ({ context }) => orderOf(context),
        onDone: { target: 'building', actions: { type: 'setAllowance', params: ({ event }) => event } },
        onError: allowance.onError,
      },
      after: { api: allowance.late },
    },
    building: {
      description: 'The API is building the swap. It is checked against the one that the user saw.',
      tags: 'busy',
      on: beforeRequest,
      invoke: {
        id: 'build',
        src: 'build',
        input: ({ context }) => ({ order: orderOf(context), permit: assertDefined(context.permit) }),
        onDone: { target: 'simulating', actions: { type: 'setBuilt', params: ({ event }) => event } },
        onError: building.onError,
      },
      after: { api: building.late },
    },
    simulating: {
      description: 'The swap is being simulated on the current state of the chain.',
      tags: 'busy',
      on: beforeRequest,
      invoke: {
        id: 'simulate',
        src: 'simulate',
        input: ({ context }) => ({ order: orderOf(context), built: assertDefined(context.built) }),
        onDone: [
          {
            guard: 'isApproved',
            target: 'swapping',
            actions: { type: 'setForecast', params: ({ event }) => event },
          },
          {
            description: 'An approval is missing, and the wallet can send both calls as one bundle.',
            guard: 'isAtomic',
            target: 'bundling',
            actions: { type: 'setForecast', params: ({ event }) => event },
          },
          { target: 'approving', actions: { type: 'setForecast', params: ({ event }) => event } },
        ],
        onError: simulating.onError,
      },
      after: { simulate: simulating.late },
    },
    approving: {
      description: 'Waits until the user approves the token in the wallet, for exactly the amount of the swap.',
      tags: ['busy', 'requesting'],
      entry: ['countQuestion', 'startApproval', 'showApproving', 'submitApproval'],
      on: {
        ...whileWalletDecides,
        'requests.settled': [
          {
            guard: { type: 'isSent', params: ({ event }) => event },
            target: 'confirmingApproval',
            actions: [{ type: 'setHash', params: ({ event }) => event }, 'watchTransaction'],
          },
          refused,
        ],
      },
      after: requestLost,
    },
    confirmingApproval: {
      description: 'Waits for the approval to be confirmed. The swap is then built again, because it may be outdated.',
      tags: 'busy',
      on: {
        ...sent,
        'swapExecution.settle': [
          {
            guard: { type: 'hasSucceeded', params: ({ event }) => event },
            target: 'building',
            actions: ['setApproved', 'finishApproval'],
          },
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'ended',
            actions: { type: 'setUnapproved', params: ({ event }) => event },
          },
        ],
      },
      after: unconfirmed,
    },
    swapping: {
      description: 'Waits until the user confirms the swap in the wallet.',
      tags: ['busy', 'requesting'],
      entry: ['countQuestion', 'showConfirming', 'submitSwap'],
      on: {
        ...whileWalletDecides,
        'requests.settled': [
          {
            guard: { type: 'isSent', params: ({ event }) => event },
            target: 'confirming',
            actions: [{ type: 'setHash', params: ({ event }) => event }, 'watchTransaction', 'showStarted'],
          },
          refused,
        ],
      },
      after: requestLost,
    },
    confirming: {
      description: 'Waits for the swap to be confirmed.',
      tags: 'busy',
      on: {
        ...sent,
        'swapExecution.settle': [
          {
            guard: { type: 'hasSucceeded', params: ({ event }) => event },
            target: 'measuring',
            actions: { type: 'setFinalHash', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOwn', params: ({ event }) => event },
            target: 'ended',
            actions: { type: 'setReverted', params: ({ event }) => event },
          },
        ],
      },
      after: unconfirmed,
    },
    bundling: {
      description:
        'Waits until the user confirms the approval and the swap in the wallet. Both are executed, or neither.',
      tags: ['busy', 'requesting'],
      entry: ['countQuestion', 'showConfirming', 'submitBundle'],
      on: {
        ...whileWalletDecides,
        'requests.settled': [
          {
            guard: { type: 'isBundleSent', params: ({ event }) => event },
            target: 'confirmingBundle',
            actions: [{ type: 'setBundleId', params: ({ event }) => event }, 'showStarted'],
          },
          refused,
        ],
      },
      after: requestLost,
    },
    confirmingBundle: {
      description: 'Waits until the wallet reports the result of the bundle.',
      tags: 'busy',
      on: sent,
      invoke: {
        id: 'awaitBundle',
        src: 'awaitBundle',
        input: ({ context }) => ({ id: assertDefined(context.hash), order: orderOf(context) }),
        onDone: [
          {
            guard: { type: 'hasBundleSucceeded', params: ({ event }) => event },
            target: 'measuring',
            actions: { type: 'setBundleHash', params: ({ event }) => event },
          },
          { target: 'ended', actions: 'setBundleReverted' },
        ],
        onError: watching.onError,
      },
      after: { bundle: watching.late },
    },
    measuring: {
      description: 'The swap is confirmed. The received amount is being read.',
      tags: 'busy',
      on: { 'swapExecution.cancel': { target: 'ended', actions: 'setUnmeasured' } },
      invoke: {
        id: 'readReceived',
        src: 'readReceived',
        input: ({ context }) => ({ hash: assertDefined(context.hash), order: orderOf(context) }),
        onDone: { target: 'ended', actions: { type: 'setReceived', params: ({ event }) => event } },
        onError: { target: 'ended', actions: 'setUnmeasured' },
      },
      after: { simulate: { target: 'ended', actions: 'setUnmeasured' } },
    },
    ended: {
      type: 'final',
      description: 'The swap ended, or is no longer waited for.',
      entry: ['broadcastDone', 'trackEnd', 'showEnd'],
    },
  },
})

export const swapExecutionLogic = withContract<SwapExecutionContract>()(swapExecutionMachine)
