/** Item, one per sent transaction: waits until it is confirmed, for a limited time. */
import { and, assign, setup } from 'xstate'
import { LIMITS, TIMING } from '../constants.ts'
import type { ViewName } from '../shell/view.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { Fact } from '../events.ts'
import type { AnySystem, TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { announce, peek, tell, tellIfThere } from '../core/messaging.ts'
import { cancelled, done, expired } from '../shared/outcome.rules.ts'
import type { Place, Receipt, Sent, TransactionContract } from './transaction.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { pay } from '../pay/pay.contract.ts'
import { send } from '../send/send.contract.ts'

type Context = TransactionContract['context']

/** The view that shows the status of the transaction, if it is the one that was sent last. */
const viewsOf = (hash: string, system: AnySystem): readonly ViewName[] =>
  peek(system, send)?.context.hash === hash ? ['WalletSendConfirmed'] : []
/** The same for a payment. The payment view shows a timeout only later. */
const viewsOfSettled = (hash: string, system: AnySystem): readonly ViewName[] =>
  peek(system, pay)?.context.progress?.hash === hash ? ['PayLoading'] : viewsOf(hash, system)

export const transactionMachine = setup({
  types: {} as TypesOf<TransactionContract>,
  actors: {
    /** Resolves once the network has included the transaction. */
    awaitReceipt: effect<Receipt, Sent>('transaction.awaitReceipt'),
    /** Reads the place of the transaction among those of its account, once a node knows it. */
    readPlace: effect<Place | undefined, Sent>('transaction.readPlace'),
    /** Polls once: the receipt, that of a transaction that replaced it, or undefined. */
    fetchReceipt: effect<Receipt | undefined, Sent & { place: Place | undefined }>('transaction.fetchReceipt'),
  },
  actions: {
    keepReceipt: assign({ receipt: (_, { receipt }: { receipt: Receipt }) => receipt }),
    keepPlace: assign({
      place: ({ context }, { output }: { output: Place | undefined }) => output ?? context.place,
    }),
    announcePlaced: announce(
      ({ output: place }: { output: Place | undefined }, { hash, network }: Context): Fact | undefined =>
        place && { type: 'transaction.placed', hash, networkId: network.caipNetworkId, place },
    ),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    forget: assign({ error: undefined, looks: 0 }),
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
    announceSettled: announce(
      (_: undefined, { hash, network, receipt }: Context): Fact | undefined =>
        receipt && {
          type: 'transaction.settled',
          hash,
          networkId: network.caipNetworkId,
          status: receipt.status,
          finalHash: receipt.hash,
        },
    ),
    tellDraft: tellIfThere(send)((_: undefined, { hash }: Context) => ({ type: 'send.giveUp', hash })),
    saySettled: tell(snackbar)(({ receipt }: { receipt: Receipt | undefined }, { hash }: Context, { system }) => ({
      type: 'snackbar.show',
      message:
        receipt?.status === 'success'
          ? { variant: 'success', code: 'transaction.confirmed', saidIn: viewsOfSettled(hash, system) }
          : {
              variant: 'error',
              saidIn: viewsOfSettled(hash, system),
              code: receipt?.status === 'replaced' ? 'transaction.replaced' : 'transaction.reverted',
            },
    })),
    sayTimedOut: tell(snackbar)((_: undefined, { hash }: Context, { system }) => ({
      type: 'snackbar.show',
      message: { variant: 'error', code: 'transaction.timedOut', saidIn: viewsOf(hash, system) },
    })),
  },
  guards: {
    found: (_, { output }: { output: Receipt | undefined }) => output !== undefined,
    watches: ({ context }) => context.watchPending,
    looksLeft: ({ context }) => context.looks < LIMITS.pendingLooks,
    goesOn: and(['watches', 'looksLeft']),
  },
  delays: { receipt: timeout('receiptMs'), poll: TIMING.pendingPollMs },
}).createMachine({
  id: 'transaction',
  description: 'One sent transaction: confirmed, reverted, replaced, or not confirmed in time.',
  meta: { kind: 'item', spec: ['4.34', '9.8', '9.9'] },
  context: ({ input }) => ({ ...input, place: input.place, looks: 0, receipt: undefined, error: undefined }),
  output: ({ context }) =>
    context.receipt
      ? done(context.receipt)
      : context.looks > 0 || context.error
        ? expired(context.error ?? new LatchkeyError('transaction.timedOut'))
        : cancelled,
  initial: 'confirming',
  on: { 'transaction.stop': { target: '.stopped', actions: 'forget' } },
  states: {
    confirming: {
      description: 'Waits for the receipt of the transaction.',
      tags: 'busy',
      invoke: [
        {
          id: 'awaitReceipt',
          src: 'awaitReceipt',
          input: ({ context: { hash, network, from } }) => ({ hash, network, from }),
          onDone: {
            target: 'settled',
            actions: { type: 'keepReceipt', params: ({ event }) => ({ receipt: event.output }) },
          },
          onError: [
            { guard: 'goesOn', target: 'watching', actions: { type: 'keepError', params: ({ event }) => event } },
            { target: 'timedOut', actions: { type: 'keepError', params: ({ event }) => event } },
          ],
        },
        {
          id: 'readPlace',
          src: 'readPlace',
          input: ({ context: { hash, network, from } }) => ({ hash, network, from }),
          onDone: {
            actions: [
              { type: 'keepPlace', params: ({ event }) => event },
              { type: 'announcePlaced', params: ({ event }) => event },
            ],
          },
          onError: { description: 'Without the place, a replacement cannot be detected later.' },
        },
      ],
      after: {
        receipt: [
          { guard: 'goesOn', target: 'watching' },
          {
            target: 'timedOut',
            actions: { type: 'keepError', params: () => ({ error: new LatchkeyError('transaction.timedOut') }) },
          },
        ],
      },
    },
    watching: {
      description: 'The transaction was not confirmed in time. Waits for the next poll.',
      after: { poll: 'looking' },
    },
    looking: {
      description: 'Polls for the receipt.',
      tags: 'busy',
      entry: 'countLook',
      invoke: {
        id: 'fetchReceipt',
        src: 'fetchReceipt',
        input: ({ context: { hash, network, from, place } }) => ({ hash, network, from, place }),
        onDone: [
          {
            guard: { type: 'found', params: ({ event }) => event },
            target: 'settled',
            actions: {
              type: 'keepReceipt',
              params: ({ context, event }) => ({ receipt: event.output ?? { status: 'reverted', hash: context.hash } }),
            },
          },
          { guard: 'looksLeft', target: 'watching' },
          { target: 'gaveUp' },
        ],
        onError: [
          { guard: 'looksLeft', target: 'watching', actions: { type: 'keepError', params: ({ event }) => event } },
          { target: 'gaveUp', actions: { type: 'keepError', params: ({ event }) => event } },
        ],
      },
      after: { receipt: [{ guard: 'looksLeft', target: 'watching' }, { target: 'gaveUp' }] },
    },
    settled: {
      description: 'The transaction was confirmed, reverted or replaced.',
      type: 'final',
      entry: ['announceSettled', { type: 'saySettled', params: ({ context }) => ({ receipt: context.receipt }) }],
    },
    timedOut: {
      description: 'There was no receipt in time, and the app does not poll further.',
      type: 'final',
      entry: ['tellDraft', 'sayTimedOut'],
    },
    gaveUp: { type: 'final', entry: 'tellDraft', description: 'The maximum number of polls was reached.' },
    stopped: { type: 'final', description: 'Waiting was stopped.' },
  },
})
