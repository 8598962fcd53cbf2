/** Item, one a sent transaction: waits for it to be confirmed, for a bounded time. */
import { and, assign, setup } from 'xstate'
import { LIMITS, TIMING } from '../constants.ts'
import type { ViewName } from '../entities/view.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import type { Fact } from '../facts.ts'
import type { AnySystem, TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { announce, peek, tell, tellIfThere } from '../kit/system.ts'
import { cancelled, done, expired } from '../rules/outcomes.ts'
import type { Place, Receipt, Sent, TransactionContract } from './transaction.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { pay } from '../pay/pay.contract.ts'
import { send } from './send.contract.ts'

type Context = TransactionContract['context']

/** The view that shows what becomes of the transaction, where it is the one that was sent last. */
const viewsOf = (hash: string, system: AnySystem): readonly ViewName[] =>
  peek(system, send)?.context.hash === hash ? ['WalletSendConfirmed'] : []
/** The same of a payment's; that it is not heard of in time is shown only later. */
const viewsOfSettled = (hash: string, system: AnySystem): readonly ViewName[] =>
  peek(system, pay)?.context.progress?.hash === hash ? ['PayLoading'] : viewsOf(hash, system)

export const transactionMachine = setup({
  types: {} as TypesOf<TransactionContract>,
  actors: {
    /** Resolves when the network has taken the transaction up. */
    awaitReceipt: effect<Receipt, Sent>('transaction.awaitReceipt'),
    /** Where it stands among those of its account, once a node has heard of it. */
    readPlace: effect<Place | undefined, Sent>('transaction.readPlace'),
    /** One look: the receipt, or that of what was taken up in its place, or nothing yet. */
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
  description: 'One sent transaction: confirmed, undone, or not heard of in time.',
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
      description: 'The network is asked for the receipt, and answers once it has one.',
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
          onError: { description: 'What is taken up in its place is then not heard of later.' },
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
      description: 'Not confirmed in time; looked at now and then where the site wants it.',
      after: { poll: 'looking' },
    },
    looking: {
      description: 'Is there a receipt by now?',
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
      description: 'What became of it is known.',
      type: 'final',
      entry: ['announceSettled', { type: 'saySettled', params: ({ context }) => ({ receipt: context.receipt }) }],
    },
    timedOut: {
      description: 'There was no receipt in time, and nobody wants to go on looking.',
      type: 'final',
      entry: ['tellDraft', 'sayTimedOut'],
    },
    gaveUp: { type: 'final', entry: 'tellDraft', description: 'Looked at as often as is allowed.' },
    stopped: { type: 'final', description: 'Nobody wants to know any more.' },
  },
})
