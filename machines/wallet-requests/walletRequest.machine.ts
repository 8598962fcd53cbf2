/**
 * Flow, one per request to a wallet. It always ends with an outcome. A transfer or a bundle of calls that the user confirms late
 * is still noticed.
 */
import { assign, setup, stateIn } from 'xstate'
import { TIMING } from '../constants.ts'
import type { RpcCall, WalletRequest } from './walletRequest.types.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { frame } from '../embedded/frame.contract.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { cancelled, contradictsConnection, done, expired, failed } from '../shared/outcome.rules.ts'
import {
  declinedOutcome,
  timeoutError,
  disconnectedError,
  maySend,
  outcomeOfError,
  outcomeOfWalletError,
} from './walletRequest.rules.ts'
import { requests } from './requests.contract.ts'
import type { WalletRequestContract } from './walletRequest.contract.ts'

type Context = WalletRequestContract['context']
interface Contradiction {
  namespace: Namespace
  error: unknown
}

/** How long the user may take to approve or reject the request. */
const answer = configurableDelay('walletRequestMs')

export const walletRequestMachine = setup({
  types: {} as SetupTypes<WalletRequestContract>,
  actors: {
    /** Builds the RPC call, and checks that the wallet is on the network and account that the request is for. */
    prepare: promiseActor<RpcCall, WalletRequest>('walletRequest.prepare'),
    /** The only place that sends the wallet a request that the user has to confirm. */
    sendToWallet: promiseActor<unknown, { request: WalletRequest; call: RpcCall }>('walletRequest.sendToWallet'),
  },
  actions: {
    setCall: assign((_, { output }: { output: RpcCall }) => ({ call: output })),
    setAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    setRefusal: assign({
      outcome: ({ context }, { error }: { error: unknown }) => outcomeOfError(context.request, error),
    }),
    setWalletError: assign({
      outcome: ({ context }, { error }: { error: unknown }) => outcomeOfWalletError(context.request, error),
    }),
    /** The wallet changed its network or account, or was locked, without an event. */
    rereadWallet: sendToActor(({ namespace }: Contradiction) => namespaceItem(namespace))(({ error }: Contradiction) =>
      contradictsConnection(error) ? { type: 'namespace.readAgain' } : undefined,
    ),
    setExpiry: assign({ outcome: ({ context }) => expired(timeoutError(context.request)) }),
    setLeaving: assign({ outcome: () => failed(new LatchkeyError('wallet.left')) }),
    setUnanswered: assign({ outcome: () => expired(disconnectedError()) }),
    setCancelled: assign({ outcome: cancelled }),
    /** The user declined in the review, before the request was sent to the wallet. */
    setDeclined: assign({ outcome: ({ context }) => declinedOutcome(context.request) }),
    /** Withdraws the request from the frame of the embedded wallet. Other wallets have no way to withdraw a request. */
    withdrawRequest: sendToActorIfRunning(frame)((_: undefined, { request, call }: Context) => {
      if (request.connection.connector.type !== 'AUTH') return undefined
      return { type: 'frame.withdraw', params: call?.params }
    }),
    detachRequest: sendToActor(requests)((_: undefined, { id, outcome }: Context) => ({
      type: 'requests.release',
      id,
      outcome,
    })),
  },
  guards: {
    /** The user reviews the request in the modal before it is sent to the wallet. */
    isReviewed: ({ context }) => context.reviewed,
    /** The user cancelled during the review, which counts as declined. Otherwise the caller cancelled. */
    isCancelledByUser: (_, { byUser }: { byUser?: true }) => byUser === true,
    /** The request is a transfer. The user may still confirm it in the disconnected wallet, so its result is awaited. */
    isTransfer: ({ context: { request } }) => request.kind === 'transfer',
    /** The wallet may still send a transaction after the caller stops waiting, so its late response is awaited. */
    canSend: ({ context: { request } }) => maySend(request),
    /** The caller already stopped waiting, so the outcome that it received stays unchanged. */
    isLate: stateIn({ requested: 'late' }),
  },
  delays: {
    /** How long the user may take to approve or reject the request. */
    answer,
    /** After this time without a response, the user is shown where to look for the wallet's window. */
    reminder: TIMING.reminderMs,
    /** Until a late response of the wallet is no longer awaited. */
    lateAnswer: (args) => answer(args) + TIMING.lateAnswerMs,
  },
}).createMachine({
  id: 'walletRequest',
  description: 'One request to a wallet, in which the user approves or rejects it.',
  meta: { kind: 'flow', spec: ['7.27', '7.28', '8.34', '8.43'] },
  context: ({ input: { request, id = '', reviewed = false } }) => ({
    request,
    id,
    reviewed,
    call: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether the user reviews the request before it is sent to the wallet.',
      always: [{ guard: 'isReviewed', target: 'reviewing' }, { target: 'preparing' }],
    },
    reviewing: {
      description: 'The user reviews the request in the modal. It is sent to the wallet once the user approves.',
      tags: 'busy',
      on: {
        'walletRequest.approve': 'preparing',
        'walletRequest.cancel': [
          {
            guard: { type: 'isCancelledByUser', params: ({ event }) => event },
            target: 'ended',
            actions: 'setDeclined',
          },
          { target: 'ended', actions: 'setCancelled' },
        ],
        'walletRequest.leave': { target: 'ended', actions: 'setLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
    },
    preparing: {
      description: 'The RPC call is being prepared. The network and account of the wallet are checked last.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context: { request } }) => request,
        onDone: { target: 'requested', actions: { type: 'setCall', params: ({ event }) => event } },
        onError: {
          target: 'ended',
          actions: [
            { type: 'setRefusal', params: ({ event }) => event },
            {
              type: 'rereadWallet',
              params: ({ context, event }) => ({
                namespace: context.request.connection.namespace,
                error: event.error,
              }),
            },
          ],
        },
      },
      on: {
        'walletRequest.cancel': { target: 'ended', actions: 'setCancelled' },
        'walletRequest.leave': { target: 'ended', actions: 'setLeaving' },
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
    },
    requested: {
      description: 'The wallet shows the request.',
      initial: 'open',
      invoke: {
        id: 'sendToWallet',
        src: 'sendToWallet',
        input: ({ context: { request, call } }) => ({ request, call: assertDefined(call) }),
        onDone: { target: 'answered', actions: { type: 'setAnswer', params: ({ event }) => event } },
        onError: [
          { guard: 'isLate', target: 'closed' },
          { target: 'ended', actions: { type: 'setWalletError', params: ({ event }) => event } },
        ],
      },
      on: {
        'walletRequest.leave': [
          { description: 'The user may still confirm what the wallet shows.', guard: 'isLate' },
          { guard: 'isTransfer', target: '.late', actions: 'setCancelled' },
          {
            description: 'The transaction may still be sent.',
            guard: 'canSend',
            target: '.late',
            actions: 'setUnanswered',
          },
          { target: 'ended', actions: ['setLeaving', 'withdrawRequest'] },
        ],
      },
      after: { lateAnswer: 'closed' },
      states: {
        open: {
          description: 'Waits until the user approves or rejects the request.',
          tags: 'busy',
          initial: 'waiting',
          on: {
            'walletRequest.cancel': [
              { guard: 'canSend', target: 'late', actions: 'setCancelled' },
              { target: '#walletRequest.ended', actions: ['setCancelled', 'withdrawRequest'] },
            ],
          },
          after: {
            answer: [
              { guard: 'canSend', target: 'late', actions: 'setExpiry' },
              { target: '#walletRequest.ended', actions: ['setExpiry', 'withdrawRequest'] },
            ],
          },
          states: {
            waiting: { description: 'The request was sent a moment ago.', after: { reminder: 'overdue' } },
            overdue: {
              description: "No response for a while: the wallet's window may be hidden behind another.",
              tags: 'overdue',
            },
          },
        },
        late: {
          description: 'The caller no longer waits, but the wallet may still show the request.',
          entry: ['withdrawRequest', 'detachRequest'],
        },
      },
    },
    answered: { type: 'final', description: 'The wallet returned a result, in time or late.' },
    ended: {
      type: 'final',
      description: 'The request ended without a result: rejected, cancelled, expired or failed.',
    },
    closed: { type: 'final', description: 'The caller stopped waiting, and the wallet returned no result.' },
  },
})
