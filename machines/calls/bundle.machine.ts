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
import type { Fact } from '../events.ts'
import type { TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { announce, tell, tellIfThere } from '../core/messaging.ts'
import { nextLookMs } from './bundle.rules.ts'
import { isOwnId } from './calls.rules.ts'
import { embeddedOf } from '../connection/connections.rules.ts'
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
      type: 'became',
      params: ({ event }: { event: { output: CallsStatus } }) => ({ is: event.output.status, became }),
    },
    target: became,
    actions: { type: 'keepStatus', params: ({ event }: { event: { output: CallsStatus } }) => event },
  }) as const
const again = [
  { guard: 'looksLeft', target: 'waiting' },
  { target: 'unknown', actions: 'keepSilence' },
] as const
/** Actions for a bundle whose result is on the chain. */
const onChain = ['announceSettled', 'refreshBalance', 'saySettled'] as const

/** The fact for the last transaction of the bundle; undefined if the wallet reported no receipt, or if the chain is unknown. */
function settledFact({ status, connection }: Context): Fact | undefined {
  const receipt = status?.receipts.at(-1)
  const networkId = status?.chainId === undefined ? connection?.networkId : (`eip155:${status.chainId}` as const)
  if (!receipt || !networkId) return undefined
  const { transactionHash: hash, status: became } = receipt
  return { type: 'transaction.settled', hash, finalHash: hash, networkId, status: became }
}

export const bundleMachine = setup({
  types: {} as TypesOf<BundleContract>,
  actors: {
    /** Fetches the current status of the bundle. */
    fetchStatus: effect<CallsStatus, SentBundle>('bundle.fetchStatus'),
    /** Reports whether the page is visible. */
    watchPage: listener<{ type: 'page.shown' | 'page.hidden' }>('bundle.watchPage'),
  },
  actions: {
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
    keepStatus: assign({
      status: (_, { output }: { output: CallsStatus }) => output,
      outcome: (_, { output }: { output: CallsStatus }) => done(output),
    }),
    keepFailure: assign({ outcome: (_, { error }: { error: unknown }) => requestOutcome(METHOD, error) }),
    keepLeaving: assign({ outcome: () => failed(new LatchkeyError('wallet.disconnected')) }),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('calls.timedOut')) }),
    announceSettled: announce((_: undefined, context: Context) => settledFact(context)),
    /** The embedded wallet does not show this itself. */
    saySettled: tell(snackbar)(
      (_: undefined, { connection, status }: Context) =>
        embeddedOf(connection) && {
          type: 'snackbar.show',
          message:
            status?.status === 'success'
              ? { variant: 'success', code: 'transaction.confirmed' }
              : { variant: 'error', code: 'transaction.reverted' },
        },
    ),
    /** Without a receipt, no fact is announced that would refresh the balance. */
    refreshBalance: tellIfThere(balance)((_: undefined, context: Context) =>
      settledFact(context) ? undefined : { type: 'balance.refresh' },
    ),
  },
  guards: {
    became: (_, { is, became }: { is: BundleStatus; became: BundleStatus }) => is === became,
    looksLeft: ({ context }) => context.looks < LIMITS.pendingLooks,
    /** The wallet no longer knows the bundle, or does not report the status of bundles. */
    forgotten: (_, { error }: { error: unknown }) =>
      bundleRefusal(METHOD, error)?.code === 'calls.idUnknown' ||
      LatchkeyError.is(error, 'calls.idUnknown') ||
      LatchkeyError.is(error, 'session.callStatusNotApproved') ||
      isUnsupportedMethod(error),
    /** Only the disconnected wallet knows the bundle. Calls that were sent one by one are looked up on the chain. */
    left: ({ context }, { namespace }: { namespace: Namespace }) => namespace === 'eip155' && !isOwnId(context.id),
  },
  delays: {
    look: timeout('receiptMs'),
    next: ({ context }) => nextLookMs(context.looks),
    hidden: TIMING.callsHiddenMs,
  },
}).createMachine({
  id: 'bundle',
  description: 'One sent bundle of calls: its status is checked until it is final or can no longer be fetched.',
  meta: { kind: 'item', spec: ['4.34'] },
  context: ({ input }) => ({ ...input, looks: 0, status: undefined, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'looking',
  invoke: { id: 'watchPage', src: 'watchPage', onError: { actions: [] } },
  on: {
    'account.disconnected': {
      guard: { type: 'left', params: ({ event }) => event },
      target: '.unknown',
      actions: 'keepLeaving',
    },
  },
  states: {
    looking: {
      description: 'Waits for the status from the wallet, or from the chain if the calls were sent one by one.',
      tags: 'busy',
      entry: 'countLook',
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
            guard: 'looksLeft',
            target: 'waiting',
            actions: { type: 'keepStatus', params: ({ event }) => event },
          },
          { target: 'unknown', actions: [{ type: 'keepStatus', params: ({ event }) => event }, 'keepSilence'] },
        ],
        onError: [
          {
            guard: { type: 'forgotten', params: ({ event }) => event },
            target: 'unknown',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
          ...again,
        ],
      },
      after: { look: again },
    },
    waiting: {
      description: 'The bundle is pending. Waits for the next check.',
      on: { 'page.hidden': 'hidden' },
      after: { next: 'looking' },
    },
    hidden: {
      description: 'The page is hidden, so the status is not checked.',
      on: {
        'page.shown': [
          { guard: 'looksLeft', target: 'looking' },
          { target: 'unknown', actions: 'keepSilence' },
        ],
      },
      after: { hidden: { target: 'unknown', actions: 'keepSilence' } },
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
