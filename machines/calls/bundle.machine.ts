/**
 * Item, one per sent bundle of calls: checks its status while the page is visible, at growing intervals and a limited number of
 * times.
 */
import { assign, setup } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import { LIMITS, TIMING } from '../constants.ts'
import type { BundleStatus, CallsStatus } from './calls.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEvent } from '../events.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { broadcast, sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { nextPollMs } from './bundle.rules.ts'
import { isOwnId } from './calls.rules.ts'
import { embeddedConnection } from '../connection/connections.rules.ts'
import {
  bundleRefusal,
  cancelled,
  done,
  expired,
  failed,
  isUnsupportedMethod,
  requestOutcome,
} from '../shared/outcome.rules.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import type { BundleContract } from './bundle.contract.ts'
import type { SentBundle } from './calls.contract.ts'

type Context = BundleContract['context']
const METHOD = 'wallet_getCallsStatus'

/** The transition for a check that returned a final status. */
const ended = <const Status extends Exclude<BundleStatus, 'pending'>>(became: Status) =>
  ({
    guard: {
      type: 'hasStatus',
      params: ({ event }: { event: { output: CallsStatus } }) => ({ is: event.output.status, became }),
    },
    target: became,
    actions: { type: 'setStatus', params: ({ event }: { event: { output: CallsStatus } }) => event },
  }) as const
const again = [
  { guard: 'hasPollsLeft', target: 'waiting' },
  { target: 'unknown', actions: 'setTimedOut' },
] as const
/** Actions for a bundle whose result is on the chain. */
const onChain = ['broadcastSettled', 'refreshBalance', 'showSettled'] as const

/** The event for the last transaction of the bundle; undefined if the wallet reported no receipt, or if the chain is unknown. */
function settledEvent({ status, connection }: Context): BroadcastEvent | undefined {
  const receipt = status?.receipts.at(-1)
  const networkId = status?.chainId === undefined ? connection?.networkId : (`eip155:${status.chainId}` as const)
  if (!receipt || !networkId) return undefined
  const { transactionHash: hash, status: became } = receipt
  return { type: 'transaction.settled', hash, finalHash: hash, networkId, status: became }
}

export const bundleMachine = setup({
  types: {} as SetupTypes<BundleContract>,
  actors: {
    /** Fetches the current status of the bundle. */
    fetchStatus: promiseActor<CallsStatus, SentBundle>('bundle.fetchStatus'),
    /** Reports whether the page is visible. */
    watchPage: callbackActor<{ type: 'page.shown' | 'page.hidden' }>('bundle.watchPage'),
  },
  actions: {
    countPoll: assign({ pollCount: ({ context }) => context.pollCount + 1 }),
    setStatus: assign({
      status: (_, { output }: { output: CallsStatus }) => output,
      outcome: (_, { output }: { output: CallsStatus }) => done(output),
    }),
    setFailure: assign({ outcome: (_, { error }: { error: unknown }) => requestOutcome(METHOD, error) }),
    setLeaving: assign({ outcome: () => failed(new LatchkeyError('wallet.disconnected')) }),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('calls.timedOut')) }),
    broadcastSettled: broadcast((_: undefined, context: Context) => settledEvent(context)),
    /** The embedded wallet does not show this itself. */
    showSettled: sendToActor(snackbar)(
      (_: undefined, { connection, status }: Context) =>
        embeddedConnection(connection) && {
          type: 'snackbar.show',
          message:
            status?.status === 'success'
              ? { variant: 'success', code: 'transaction.confirmed' }
              : { variant: 'error', code: 'transaction.reverted' },
        },
    ),
    /** Without a receipt, no event is broadcast that would refresh the balance. */
    refreshBalance: sendToActorIfRunning(balance)((_: undefined, context: Context) =>
      settledEvent(context) ? undefined : { type: 'balance.refresh' },
    ),
  },
  guards: {
    /** The check returned the final status of this transition: success, reverted, partly reverted or failed. */
    hasStatus: (_, { is, became }: { is: BundleStatus; became: BundleStatus }) => is === became,
    /** The status may be checked again: the limit of checks is not reached. */
    hasPollsLeft: ({ context }) => context.pollCount < LIMITS.pendingPolls,
    /** The wallet no longer knows the bundle, or does not report the status of bundles, so more checks are useless. */
    isIdUnknown: (_, { error }: { error: unknown }) =>
      bundleRefusal(METHOD, error)?.code === 'calls.idUnknown' ||
      LatchkeyError.is(error, 'calls.idUnknown') ||
      LatchkeyError.is(error, 'session.callStatusNotApproved') ||
      isUnsupportedMethod(error),
    /** The wallet that knows the bundle disconnected. Calls that were sent one by one are looked up on the chain. */
    isOwnWalletDisconnected: ({ context }, { namespace }: { namespace: Namespace }) =>
      namespace === 'eip155' && !isOwnId(context.id),
  },
  delays: {
    /** How long to wait for one status check. */
    poll: configurableDelay('receiptMs'),
    /** The time until the next check. It doubles with each check, up to a maximum. */
    next: ({ context }) => nextPollMs(context.pollCount),
    /** How long the page may be hidden before the bundle is no longer followed. */
    hidden: TIMING.callsPauseMs,
  },
}).createMachine({
  id: 'bundle',
  description: 'One sent bundle of calls: its status is checked until it is final or can no longer be fetched.',
  meta: { kind: 'item', spec: ['4.34'] },
  context: ({ input }) => ({ ...input, pollCount: 0, status: undefined, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'polling',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: [] } },
  on: {
    'account.disconnected': {
      guard: { type: 'isOwnWalletDisconnected', params: ({ event }) => event },
      target: '.unknown',
      actions: 'setLeaving',
    },
  },
  states: {
    polling: {
      description: 'Waits for the status from the wallet, or from the chain if the calls were sent one by one.',
      tags: 'busy',
      entry: 'countPoll',
      on: { 'page.hidden': 'hidden' },
      invoke: {
        id: 'fetchStatus',
        src: 'fetchStatus',
        input: ({ context: { id, connection } }) => ({ id, connection }),
        onDone: [
          ended('success'),
          ended('reverted'),
          ended('partlyReverted'),
          ended('failed'),
          {
            guard: 'hasPollsLeft',
            target: 'waiting',
            actions: { type: 'setStatus', params: ({ event }) => event },
          },
          { target: 'unknown', actions: [{ type: 'setStatus', params: ({ event }) => event }, 'setTimedOut'] },
        ],
        onError: [
          {
            guard: { type: 'isIdUnknown', params: ({ event }) => event },
            target: 'unknown',
            actions: { type: 'setFailure', params: ({ event }) => event },
          },
          ...again,
        ],
      },
      after: { poll: again },
    },
    waiting: {
      description: 'The bundle is pending. Waits for the next check.',
      on: { 'page.hidden': 'hidden' },
      after: { next: 'polling' },
    },
    hidden: {
      description: 'The page is hidden, so the status is not checked.',
      on: {
        'page.shown': [
          { guard: 'hasPollsLeft', target: 'polling' },
          { target: 'unknown', actions: 'setTimedOut' },
        ],
      },
      after: { hidden: { target: 'unknown', actions: 'setTimedOut' } },
    },
    success: { type: 'final', description: 'All calls succeeded.', entry: onChain },
    reverted: { type: 'final', description: 'All calls were reverted.', entry: onChain },
    partlyReverted: {
      type: 'final',
      description: 'Some calls were reverted or never sent.',
      entry: onChain,
    },
    failed: { type: 'final', description: 'No call is on the chain, and none will be.' },
    unknown: {
      type: 'final',
      description: 'The status was checked as often as allowed, or can no longer be fetched.',
    },
  },
})
