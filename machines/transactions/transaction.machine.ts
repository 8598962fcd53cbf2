/** Item, one per sent transaction: waits until it is confirmed, for a limited time. */
import { and, assign, setup } from 'xstate'
import { LIMITS, TIMING } from '../constants.ts'
import type { ViewName } from '../shell/view.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEvent } from '../events.ts'
import type { AnySystem, SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { broadcast, getActorSnapshot, sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { cancelled, done, expired } from '../shared/outcome.rules.ts'
import type { TransactionPosition, Receipt, Sent, TransactionContract } from './transaction.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { pay } from '../pay/pay.contract.ts'
import { send } from '../send/send.contract.ts'

type Context = TransactionContract['context']

/** The view that shows the status of the transaction, if it is the one that was sent last. */
const viewsOf = (hash: string, system: AnySystem): readonly ViewName[] =>
  getActorSnapshot(system, send)?.context.hash === hash ? ['WalletSendConfirmed'] : []
/** The same for a payment. The payment view shows a timeout only later. */
const viewsOfSettled = (hash: string, system: AnySystem): readonly ViewName[] =>
  getActorSnapshot(system, pay)?.context.progress?.hash === hash ? ['PayLoading'] : viewsOf(hash, system)

export const transactionMachine = setup({
  types: {} as SetupTypes<TransactionContract>,
  actors: {
    /** Resolves once the network has included the transaction. */
    awaitReceipt: promiseActor<Receipt, Sent>('transaction.awaitReceipt'),
    /** Reads the position of the transaction among those of its account, once a node knows it. */
    readPosition: promiseActor<TransactionPosition | undefined, Sent>('transaction.readPosition'),
    /** Polls once: the receipt, that of a transaction that replaced it, or undefined. */
    fetchReceipt: promiseActor<Receipt | undefined, Sent & { position: TransactionPosition | undefined }>(
      'transaction.fetchReceipt',
    ),
  },
  actions: {
    setReceipt: assign({ receipt: (_, { receipt }: { receipt: Receipt }) => receipt }),
    setPosition: assign({
      position: ({ context }, { output }: { output: TransactionPosition | undefined }) => output ?? context.position,
    }),
    broadcastPosition: broadcast(
      (
        { output: position }: { output: TransactionPosition | undefined },
        { hash, network }: Context,
      ): BroadcastEvent | undefined =>
        position && { type: 'transaction.positionRead', hash, networkId: network.caipNetworkId, position },
    ),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    forget: assign({ error: undefined, pollCount: 0 }),
    countPoll: assign({ pollCount: ({ context }) => context.pollCount + 1 }),
    broadcastSettled: broadcast(
      (_: undefined, { hash, network, receipt }: Context): BroadcastEvent | undefined =>
        receipt && {
          type: 'transaction.settled',
          hash,
          networkId: network.caipNetworkId,
          status: receipt.status,
          finalHash: receipt.hash,
        },
    ),
    notifyDraft: sendToActorIfRunning(send)((_: undefined, { hash }: Context) => ({ type: 'send.timedOut', hash })),
    showSettled: sendToActor(snackbar)(
      ({ receipt }: { receipt: Receipt | undefined }, { hash, isSilent }: Context, { system }) =>
        isSilent
          ? undefined
          : {
              type: 'snackbar.show',
              message:
                receipt?.status === 'success'
                  ? { variant: 'success', code: 'transaction.confirmed', hiddenInViews: viewsOfSettled(hash, system) }
                  : {
                      variant: 'error',
                      hiddenInViews: viewsOfSettled(hash, system),
                      code: receipt?.status === 'replaced' ? 'transaction.replaced' : 'transaction.reverted',
                    },
            },
    ),
    showTimedOut: sendToActor(snackbar)((_: undefined, { hash, isSilent }: Context, { system }) =>
      isSilent
        ? undefined
        : {
            type: 'snackbar.show',
            message: { variant: 'error', code: 'transaction.timedOut', hiddenInViews: viewsOf(hash, system) },
          },
    ),
  },
  guards: {
    /** The poll found a receipt: the transaction was confirmed, reverted or replaced. */
    hasReceipt: (_, { output }: { output: Receipt | undefined }) => output !== undefined,
    /** The app enabled polling for transactions that are not confirmed in time. */
    isWatching: ({ context }) => context.watchPending,
    /** The maximum number of polls is not reached yet. */
    hasPollsLeft: ({ context }) => context.pollCount < LIMITS.pendingPolls,
    /** The app enabled polling, and the maximum number of polls is not reached yet. */
    isWatchedFurther: and(['isWatching', 'hasPollsLeft']),
  },
  delays: {
    /** How long to wait for the receipt, and for the response to one poll. */
    receipt: configurableDelay('receiptMs'),
    /** The pause before each poll. */
    poll: TIMING.pendingPollMs,
  },
}).createMachine({
  id: 'transaction',
  description: 'One sent transaction: confirmed, reverted, replaced, or not confirmed in time.',
  meta: { kind: 'item', spec: ['4.34', '9.8', '9.9'] },
  context: ({ input }) => ({
    ...input,
    isSilent: input.isSilent ?? false,
    position: input.position,
    pollCount: 0,
    receipt: undefined,
    error: undefined,
  }),
  output: ({ context }) =>
    context.receipt
      ? done(context.receipt)
      : context.pollCount > 0 || context.error
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
            actions: { type: 'setReceipt', params: ({ event }) => ({ receipt: event.output }) },
          },
          onError: [
            {
              guard: 'isWatchedFurther',
              target: 'watching',
              actions: { type: 'setError', params: ({ event }) => event },
            },
            { target: 'timedOut', actions: { type: 'setError', params: ({ event }) => event } },
          ],
        },
        {
          id: 'readPosition',
          src: 'readPosition',
          input: ({ context: { hash, network, from } }) => ({ hash, network, from }),
          onDone: {
            actions: [
              { type: 'setPosition', params: ({ event }) => event },
              { type: 'broadcastPosition', params: ({ event }) => event },
            ],
          },
          onError: { description: 'Without the position, a replacement cannot be detected later.' },
        },
      ],
      after: {
        receipt: [
          { guard: 'isWatchedFurther', target: 'watching' },
          {
            target: 'timedOut',
            actions: { type: 'setError', params: () => ({ error: new LatchkeyError('transaction.timedOut') }) },
          },
        ],
      },
    },
    watching: {
      description: 'The transaction was not confirmed in time. Waits for the next poll.',
      after: { poll: 'polling' },
    },
    polling: {
      description: 'Polls for the receipt.',
      tags: 'busy',
      entry: 'countPoll',
      invoke: {
        id: 'fetchReceipt',
        src: 'fetchReceipt',
        input: ({ context: { hash, network, from, position } }) => ({ hash, network, from, position }),
        onDone: [
          {
            guard: { type: 'hasReceipt', params: ({ event }) => event },
            target: 'settled',
            actions: {
              type: 'setReceipt',
              params: ({ context, event }) => ({ receipt: event.output ?? { status: 'reverted', hash: context.hash } }),
            },
          },
          { guard: 'hasPollsLeft', target: 'watching' },
          { target: 'unconfirmed' },
        ],
        onError: [
          { guard: 'hasPollsLeft', target: 'watching', actions: { type: 'setError', params: ({ event }) => event } },
          { target: 'unconfirmed', actions: { type: 'setError', params: ({ event }) => event } },
        ],
      },
      after: { receipt: [{ guard: 'hasPollsLeft', target: 'watching' }, { target: 'unconfirmed' }] },
    },
    settled: {
      description: 'The transaction was confirmed, reverted or replaced.',
      type: 'final',
      entry: ['broadcastSettled', { type: 'showSettled', params: ({ context }) => ({ receipt: context.receipt }) }],
    },
    timedOut: {
      description: 'Not confirmed in time. The app does not poll.',
      type: 'final',
      entry: ['notifyDraft', 'showTimedOut'],
    },
    unconfirmed: {
      type: 'final',
      entry: 'notifyDraft',
      description: 'Not confirmed after the maximum number of polls.',
    },
    stopped: { type: 'final', description: 'Waiting was stopped.' },
  },
})
