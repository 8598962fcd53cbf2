/** Flow: one swap, from the allowance to the received amount. */
import { assign, setup } from 'xstate'
import { SWAP } from '../constants.ts'
import { facts } from './swapExecutionFacts.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { CallsStatus } from '../calls/calls.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { BuiltSwap } from './swap.types.ts'
import type { ErrorCode } from '../shared/errors/catalogue.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, done, failed } from '../shared/outcome.rules.ts'
import {
  bundleCall,
  bundleHash,
  calledSwap,
  sentBundleId,
  sentHash,
  swapSentFor,
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
type Settled = { attempt: string; outcome: Outcome<unknown> }
type Status = { status: 'success' | 'reverted' | 'replaced'; hash: string; finalHash: string }
interface Judged {
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
const resultOf = ({ hash }: Context, received: bigint | undefined): SwapResult => ({ hash: there(hash), received })

/** Action: send a request to the wallet. */
const ask = (callOf: (context: Context) => RpcCall) =>
  tell(requests)((_: undefined, context: Context, asker) => ({
    type: 'requests.submit',
    attempt: String(context.asked),
    // A bundle is followed even without `followedOn`.
    question: {
      kind: 'call',
      connection: context.connection,
      call: callOf(context),
      followedOn: context.network,
      sentFor: swapSentFor(context),
    },
    asker,
  }))

/** Transitions of a state whose work fails or times out. */
const brokenBy = (code: ErrorCode) => ({
  onError: {
    target: 'ended',
    actions: {
      type: 'keepError',
      params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, code }),
    },
  } as const,
  late: {
    target: 'ended',
    actions: { type: 'keepError', params: { error: undefined, code } },
  } as const,
})
const allowance = brokenBy('swap.allowanceFailed')
const building = brokenBy('swap.buildFailed')
const simulating = brokenBy('swap.wouldFail')
const watching = brokenBy('calls.timedOut')

const refused = {
  guard: { type: 'current', params: ({ event }: { event: Settled }) => event },
  target: 'ended',
  actions: { type: 'keepRefusal', params: ({ event }: { event: Settled }) => event },
} as const
/** Before the wallet request, a cancel ends the swap. */
const unasked = {
  'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'keepUnasked', 'tellUnasked'] },
} as const
/** A transaction that was sent stays in progress, even if the caller stops waiting. */
const sent = { 'swapExecution.cancel': { target: 'ended', actions: 'keepUnsettled' } } as const
const asking = {
  'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'callOff'] },
} as const
const unheard = { lost: { target: 'ended', actions: 'keepUnanswered' } } as const
const unconfirmed = { settle: { target: 'ended', actions: 'keepUnsettled' } } as const

export const swapExecutionMachine = setup({
  types: {} as TypesOf<SwapExecutionContract>,
  actors: {
    /** Reads the allowance, and whether the wallet can send both calls as one bundle. */
    readPermit: effect<Permit, SwapOrder>('swapExecution.readPermit'),
    /** Builds the swap, and the approval if one is missing: for exactly the amount, to the contract that the swap calls. */
    build: effect<BuiltSwap, { order: SwapOrder; permit: Permit }>('swapExecution.build'),
    /**
     * Simulates the swap on the current state of the chain. Rejects if it fails, returns less than the minimum, or takes anything
     * else.
     */
    simulate: effect<bigint | undefined, Judged>('swapExecution.simulate'),
    /** Waits until a bundle of calls ends. */
    awaitBundle: effect<CallsStatus, { id: string; order: SwapOrder }>('swapExecution.awaitBundle'),
    /** Reads from the chain what a transaction returned; undefined if the chain does not report it. */
    readReceived: effect<bigint | undefined, { hash: string; order: SwapOrder }>('swapExecution.readReceived'),
  },
  actions: {
    readAge: assign({ isStale: ({ context, system }) => now(system) - context.quotedAt > SWAP.staleMs }),
    keepPermit: assign({ permit: (_, { output }: { output: Permit }) => output }),
    keepApproved: assign({
      permit: ({ context }) => ({ isApproved: true, isAtomic: context.permit?.isAtomic ?? false }),
    }),
    beginApproval: assign({ isApproval: true }),
    endApproval: assign({ isApproval: false }),
    keepBuilt: assign({ built: (_, { output }: { output: BuiltSwap }) => output }),
    keepForecast: assign({ forecast: (_, { output }: { output: bigint | undefined }) => output }),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    askApproval: ask((context) => transactionCall(context, there(context.built?.approval))),
    askSwap: ask((context) => transactionCall(context, there(context.built).swap)),
    askBundle: ask((context) => bundleCall(context, there(context.built && calledSwap(context.built)))),
    callOff: tell(requests)((_: undefined, { asked }: Context, asker) => ({
      type: 'requests.cancel',
      attempt: String(asked),
      asker,
    })),
    keepHash: assign({ hash: ({ context }, { outcome }: Settled) => sentHash(context, outcome) }),
    keepBundleId: assign({ hash: (_, { outcome }: Settled) => sentBundleId(outcome) }),
    keepFinalHash: assign({ hash: (_, { finalHash }: Status) => finalHash }),
    keepBundleHash: assign({ hash: (_, { output }: { output: CallsStatus }) => bundleHash(output) }),
    watch: tell(transactions)((_: undefined, context: Context) => ({
      type: 'transactions.watch',
      hash: there(context.hash),
      network: context.network,
      from: context.connection.address,
      sentFor: swapSentFor(context),
    })),
    keepReceived: assign({
      outcome: ({ context }, { output }: { output: bigint | undefined }) =>
        output !== undefined && output < context.minimum
          ? failed(new LatchkeyError('swap.broughtLess'))
          : done(resultOf(context, output)),
    }),
    keepUnmeasured: assign({ outcome: ({ context }) => done(resultOf(context, undefined)) }),
    keepRefusal: assign({ outcome: (_, { outcome }: Settled) => unsentOutcome(outcome) }),
    keepCancelled: assign({ outcome: cancelled }),
    keepUnasked: assign({ isUnasked: true }),
    keepUnanswered: assign({ outcome: unanswered }),
    keepUnsettled: assign({ outcome: unsettled }),
    keepUndone: assign({ outcome: (_, { status }: Status) => unsettledOutcome(status, 'swap.reverted') }),
    keepUnapproved: assign({ outcome: (_, { status }: Status) => unsettledOutcome(status, 'swap.approvalReverted') }),
    keepBundleUndone: assign({ outcome: () => unsettledOutcome('reverted', 'swap.reverted') }),
    keepError: assign({
      outcome: (_, { error, code }: { error: unknown; code: ErrorCode }) => failed(swapError(error, code)),
    }),
    ...facts,
  },
  guards: {
    stale: ({ context }) => context.isStale,
    approved: ({ context }) => context.built?.approval === undefined,
    atomic: ({ context }) =>
      context.permit?.isAtomic === true && context.built !== undefined && calledSwap(context.built) !== undefined,
    /** The last wallet request; earlier ones were cancelled. */
    current: ({ context }, { attempt }: Settled) => attempt === String(context.asked),
    sent: ({ context }, { attempt, outcome }: Settled) =>
      attempt === String(context.asked) && sentHash(context, outcome) !== undefined,
    bundleSent: ({ context }, { attempt, outcome }: Settled) =>
      attempt === String(context.asked) && sentBundleId(outcome) !== undefined,
    succeeded: ({ context }, { hash, status }: Status) => hash === context.hash && status === 'success',
    own: ({ context }, { hash }: Status) => hash === context.hash,
    bundleSucceeded: (_, { output }: { output: CallsStatus }) => bundleHash(output) !== undefined,
  },
  delays: {
    api: timeout('apiMs', 'loadMs'),
    simulate: timeout('estimateMs'),
    /** Longer than any wallet request lasts. */
    lost: timeout('walletRequestMs', 'walletRequestMs', 'loadMs'),
    /** Longer than the wait for a transaction. */
    settle: timeout('receiptMs', 'loadMs'),
    bundle: timeout('walletRequestMs'),
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
    asked: 0,
    isApproval: false,
    isUnasked: false,
    hash: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'checkingAge',
  states: {
    checkingAge: {
      description:
        'Checks by the clock whether the quote is still valid. The timers of the quote stop while a computer sleeps.',
      entry: 'readAge',
      always: [
        {
          guard: 'stale',
          target: 'ended',
          actions: [{ type: 'keepError', params: { error: undefined, code: 'swap.staleQuote' } }, 'keepUnasked'],
        },
        { target: 'allowance' },
      ],
    },
    allowance: {
      description: 'The allowance is being read.',
      tags: 'busy',
      entry: 'trackSubmitted',
      on: unasked,
      invoke: {
        id: 'readPermit',
        src: 'readPermit',
        input: ({ context }) => orderOf(context),
        onDone: { target: 'building', actions: { type: 'keepPermit', params: ({ event }) => event } },
        onError: allowance.onError,
      },
      after: { api: allowance.late },
    },
    building: {
      description: 'The API is building the swap. It is checked against the one that the user saw.',
      tags: 'busy',
      on: unasked,
      invoke: {
        id: 'build',
        src: 'build',
        input: ({ context }) => ({ order: orderOf(context), permit: there(context.permit) }),
        onDone: { target: 'simulating', actions: { type: 'keepBuilt', params: ({ event }) => event } },
        onError: building.onError,
      },
      after: { api: building.late },
    },
    simulating: {
      description: 'The swap is being simulated on the current state of the chain.',
      tags: 'busy',
      on: unasked,
      invoke: {
        id: 'simulate',
        src: 'simulate',
        input: ({ context }) => ({ order: orderOf(context), built: there(context.built) }),
        onDone: [
          {
            guard: 'approved',
            target: 'swapping',
            actions: { type: 'keepForecast', params: ({ event }) => event },
          },
          {
            description: 'An approval is missing, and the wallet can send both calls as one bundle.',
            guard: 'atomic',
            target: 'bundling',
            actions: { type: 'keepForecast', params: ({ event }) => event },
          },
          { target: 'approving', actions: { type: 'keepForecast', params: ({ event }) => event } },
        ],
        onError: simulating.onError,
      },
      after: { simulate: simulating.late },
    },
    approving: {
      description: 'Waits until the user approves the token in the wallet, for exactly the amount of the swap.',
      tags: ['busy', 'asking'],
      entry: ['countQuestion', 'beginApproval', 'sayApproving', 'askApproval'],
      on: {
        ...asking,
        'requests.settled': [
          {
            guard: { type: 'sent', params: ({ event }) => event },
            target: 'confirmingApproval',
            actions: [{ type: 'keepHash', params: ({ event }) => event }, 'watch'],
          },
          refused,
        ],
      },
      after: unheard,
    },
    confirmingApproval: {
      description: 'Waits for the approval to be confirmed. The swap is then built again, because it may be outdated.',
      tags: 'busy',
      on: {
        ...sent,
        'swapExecution.settle': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event },
            target: 'building',
            actions: ['keepApproved', 'endApproval'],
          },
          {
            guard: { type: 'own', params: ({ event }) => event },
            target: 'ended',
            actions: { type: 'keepUnapproved', params: ({ event }) => event },
          },
        ],
      },
      after: unconfirmed,
    },
    swapping: {
      description: 'Waits until the user confirms the swap in the wallet.',
      tags: ['busy', 'asking'],
      entry: ['countQuestion', 'sayConfirming', 'askSwap'],
      on: {
        ...asking,
        'requests.settled': [
          {
            guard: { type: 'sent', params: ({ event }) => event },
            target: 'confirming',
            actions: [{ type: 'keepHash', params: ({ event }) => event }, 'watch', 'sayStarted'],
          },
          refused,
        ],
      },
      after: unheard,
    },
    confirming: {
      description: 'Waits for the swap to be confirmed.',
      tags: 'busy',
      on: {
        ...sent,
        'swapExecution.settle': [
          {
            guard: { type: 'succeeded', params: ({ event }) => event },
            target: 'measuring',
            actions: { type: 'keepFinalHash', params: ({ event }) => event },
          },
          {
            guard: { type: 'own', params: ({ event }) => event },
            target: 'ended',
            actions: { type: 'keepUndone', params: ({ event }) => event },
          },
        ],
      },
      after: unconfirmed,
    },
    bundling: {
      description:
        'Waits until the user confirms the approval and the swap in the wallet. Both are executed, or neither.',
      tags: ['busy', 'asking'],
      entry: ['countQuestion', 'sayConfirming', 'askBundle'],
      on: {
        ...asking,
        'requests.settled': [
          {
            guard: { type: 'bundleSent', params: ({ event }) => event },
            target: 'confirmingBundle',
            actions: [{ type: 'keepBundleId', params: ({ event }) => event }, 'sayStarted'],
          },
          refused,
        ],
      },
      after: unheard,
    },
    confirmingBundle: {
      description: 'Waits until the wallet reports the result of the bundle.',
      tags: 'busy',
      on: sent,
      invoke: {
        id: 'awaitBundle',
        src: 'awaitBundle',
        input: ({ context }) => ({ id: there(context.hash), order: orderOf(context) }),
        onDone: [
          {
            guard: { type: 'bundleSucceeded', params: ({ event }) => event },
            target: 'measuring',
            actions: { type: 'keepBundleHash', params: ({ event }) => event },
          },
          { target: 'ended', actions: 'keepBundleUndone' },
        ],
        onError: watching.onError,
      },
      after: { bundle: watching.late },
    },
    measuring: {
      description: 'The swap is confirmed. The received amount is being read.',
      tags: 'busy',
      on: { 'swapExecution.cancel': { target: 'ended', actions: 'keepUnmeasured' } },
      invoke: {
        id: 'readReceived',
        src: 'readReceived',
        input: ({ context }) => ({ hash: there(context.hash), order: orderOf(context) }),
        onDone: { target: 'ended', actions: { type: 'keepReceived', params: ({ event }) => event } },
        onError: { target: 'ended', actions: 'keepUnmeasured' },
      },
      after: { simulate: { target: 'ended', actions: 'keepUnmeasured' } },
    },
    ended: {
      type: 'final',
      description: 'The swap ended, or is no longer waited for.',
      entry: ['announceDone', 'trackEnd', 'sayEnd'],
    },
  },
})

export const swapExecutionLogic = seal<SwapExecutionContract>()(swapExecutionMachine)
