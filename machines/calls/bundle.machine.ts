/** Item, one a bundle of calls that was sent: looked at while the page can be seen, less and less often, a bounded number of times. */
import { assign, setup } from 'xstate'
import { balance } from '../account/balance.contract.ts'
import { LIMITS, TIMING } from '../constants.ts'
import type { BundleStatus, CallsStatus } from '../entities/calls.ts'
import type { Namespace } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Fact } from '../facts.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { announce, tell, tellIfThere } from '../kit/system.ts'
import { nextLookMs } from '../rules/bundles.ts'
import { bundleRefusal, isOwnId } from '../rules/calls.ts'
import { embeddedOf } from '../rules/connections.ts'
import { cancelled, done, expired, failed, isUnsupportedMethod, requestOutcome } from '../rules/outcomes.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import type { BundleContract } from './bundle.contract.ts'
import type { SentBundle } from './calls.contract.ts'

type Context = BundleContract['context']
const METHOD = 'wallet_getCallsStatus'

/** A look that ended with what is the end of the bundle. */
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
/** What the bundle did is on the chain. */
const onChain = ['announceSettled', 'refreshBalance', 'saySettled'] as const

/** The last of its transactions as a fact; nothing where the wallet did not tell it, or on which chain it is. */
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
    /** One look: what became of the bundle, as it is known now. */
    fetchStatus: effect<CallsStatus, SentBundle>('bundle.fetchStatus'),
    /** Hears whether the page can be seen. */
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
    /** The embedded wallet has no window of its own to say it in. */
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
    /** Nobody hears of what has no receipt otherwise. */
    refreshBalance: tellIfThere(balance)((_: undefined, context: Context) =>
      settledFact(context) ? undefined : { type: 'balance.refresh' },
    ),
  },
  guards: {
    became: (_, { is, became }: { is: BundleStatus; became: BundleStatus }) => is === became,
    looksLeft: ({ context }) => context.looks < LIMITS.pendingLooks,
    /** The wallet does not know the bundle any more, or never tells what becomes of one. */
    forgotten: (_, { error }: { error: unknown }) =>
      bundleRefusal(METHOD, error)?.code === 'calls.idUnknown' ||
      LatchkeyError.is(error, 'calls.idUnknown') ||
      LatchkeyError.is(error, 'session.callStatusNotApproved') ||
      isUnsupportedMethod(error),
    /** Nobody else knows of the bundle. */
    left: ({ context }, { namespace }: { namespace: Namespace }) => namespace === 'eip155' && !isOwnId(context.id),
  },
  delays: {
    look: timeout('receiptMs'),
    next: ({ context }) => nextLookMs(context.looks),
    hidden: TIMING.callsHiddenMs,
  },
}).createMachine({
  id: 'bundle',
  description: 'One bundle of calls that was sent: done, undone by the network, or not known.',
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
      description: 'The wallet is asked, or the chain, where the calls were sent one by one.',
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
      description: 'It is still on its way; looked at again after a while.',
      on: { 'page.hidden': 'hidden' },
      after: { next: 'looking' },
    },
    hidden: {
      description: 'The page cannot be seen, and does not look.',
      on: {
        'page.shown': [
          { guard: 'looksLeft', target: 'looking' },
          { target: 'unknown', actions: 'keepSilence' },
        ],
      },
      after: { hidden: { target: 'unknown', actions: 'keepSilence' } },
    },
    success: { type: 'final', description: 'All calls were done.', entry: onChain },
    reverted: { type: 'final', description: 'The network undid all of them.', entry: onChain },
    partlyReverted: {
      type: 'final',
      description: 'The network undid some of them, or some were never sent.',
      entry: onChain,
    },
    failed: { type: 'final', description: 'Nothing of it is on the chain, and nothing will be.' },
    unknown: {
      type: 'final',
      description: 'Looked at as often as is allowed, or there is nobody any more who could tell.',
    },
  },
})
