/** Service: sends native tokens, ERC-20s or NFTs, from the first typed character to the wallet's response. */
import { assign, setup, spawnChild, stopChild } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import type { NftSource, TokenBalance } from '../shared/token.types.ts'
import type { Fee } from './transfer.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { sendToActor } from '../core/messaging.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, estimateError, expired, failed, isUnconfirmed } from '../shared/outcome.rules.ts'
import {
  amountOf,
  validateDraft,
  emptyDraft,
  toEstimateOrder,
  validateFee,
  toBalances,
  isRefusal,
  hasSameToken,
  nftError,
  toNftOrder,
  noReceiver,
  receiverOf,
  clearedDraft,
  toTransfer,
  noReview,
  withNft,
  withNftSource,
  withToken,
  withTokens,
} from './send.rules.ts'
import type { Profile } from '../account/account.contract.ts'
import type { Receiver, ReceiverFound } from './receiver.contract.ts'
import { receiverLogic, resolveName } from './receiver.machine.ts'
import type { SendProgress, SendContract } from './send.contract.ts'
import { sendActions, type Failed } from './send.actions.ts'
import type { TransferOrder } from './transferReview.contract.ts'
import { transferReviewLogic } from './transferReview.machine.ts'

type Context = SendContract['context']
type Settled = { requestId: string; outcome: Outcome<unknown> }

const orderOf = (context: Context): TransferOrder => ({ connection: context.connection, ...toTransfer(context) })
/** The hash; a guard ensures that there is one. */
const hashOf = ({ outcome }: Settled): string => (outcome.status === 'done' ? String(outcome.value) : '')
const notSent = ({ outcome }: Settled): Failed => ({ outcome: outcome.status === 'done' ? cancelled : outcome })
/** The wallet request was not sent, because the receiver's name could not be confirmed. */
const unconfirmed = <Args>(errorOf: (args: Args) => LatchkeyError) => {
  const params = (args: Args) => ({ outcome: failed(errorOf(args)) })
  return [
    { type: 'setError', params },
    { type: 'emitNotSent', params },
  ] as const
}
/** The NFT could not be identified. */
const unreadable = <Args>(thrownIn: (args: Args) => unknown) =>
  [{ type: 'setError', params: (args: Args) => ({ outcome: failed(nftError(thrownIn(args))) }) }, 'clearNft'] as const
const noAnswer = () => expired(new LatchkeyError('send.expired'))

export const sendMachine = setup({
  types: {} as SetupTypes<SendContract>,
  actors: {
    /** Validates the typed receiver, or resolves it if it is a name. */
    receiver: receiverLogic,
    /** Resolves the receiver's name again before the wallet request. */
    resolveName,
    /** The maximum amount that can be sent: the balance, less the fee if it is paid in the same token. */
    estimateMaximum: promiseActor<
      string,
      Pick<TransferOrder, 'connection' | 'network' | 'token'> & { receiver: string | undefined }
    >('send.estimateMaximum'),
    /** Reads what an NFT is, and how many of it the account holds. */
    readNft: promiseActor<TokenBalance, Pick<TransferOrder, 'connection' | 'network'> & { source: NftSource }>(
      'send.readNft',
    ),
    /** Fetches the fee of the draft and the receiver's profile. */
    transferReview: transferReviewLogic,
  },
  actions: {
    setTokens: assign(({ context }, { tokens }: { tokens: readonly TokenBalance[] }) => withTokens(context, tokens)),
    setRetry: assign({ lastRetry: (_, { at }: { at: number }) => at }),
    setToken: assign(({ context }, { token }: { token: TokenBalance }) => withToken(context, token)),
    setNftSource: assign((_, { nft }: { nft: NftSource }) => withNftSource(nft)),
    setNft: assign(({ context }, { output }: { output: TokenBalance }) => withNft(context, output)),
    clearNft: assign({ nftSource: undefined, amount: '' }),
    setAmount: assign({
      amount: ({ context }, { amount }: { amount: string }) => amountOf(context, amount),
      error: undefined,
    }),
    setReceiverText: assign((_, { receiver }: { receiver: string }) => ({
      ...noReceiver,
      receiver: receiver.trim(),
      error: undefined,
    })),
    setReceiver: assign((_, { output }: { output: ReceiverFound }) =>
      'error' in output
        ? { receiverError: output.error }
        : { receiverAddress: output.receiver.address, receiverName: output.receiver.name },
    ),
    setReceiverError: assign({
      receiverError: (_, { error }: { error: unknown }) => toLatchkeyError(error),
    }),
    /** The user next reads the address that the name resolves to now. */
    setRenamed: assign((_, { output }: { output: Receiver }) => ({
      receiverAddress: output.address,
      receiverProfileName: undefined,
      receiverProfileImageUrl: undefined,
    })),
    setDraftError: assign({ error: ({ context }) => validateDraft(context) }),
    setError: assign({
      error: (_, { outcome }: Failed) => ('error' in outcome ? outcome.error : new LatchkeyError('send.cancelled')),
    }),
    freezeTransfer: assign(({ context }) => ({
      transfer: toTransfer(context),
      requestCount: context.requestCount + 1,
      error: undefined,
    })),
    submitRequest: sendToActor(requests)(
      (_: undefined, { connection, transfer, requestCount }: Context, requester) => ({
        type: 'requests.submit',
        requestId: String(requestCount),
        request: { kind: 'transfer', connection, transfer: assertDefined(transfer) },
        requester,
      }),
    ),
    cancelRequest: sendToActor(requests)((_: undefined, { requestCount }: Context, requester) => ({
      type: 'requests.cancel',
      requestId: String(requestCount),
      requester,
    })),
    setHash: assign(({ context }, settled: Settled) => clearedDraft(context, hashOf(settled))),
    setProgress: assign({ progress: (_, { progress }: { progress: SendProgress }) => progress }),
    setReceipt: assign((_, { status, finalHash }: { status: SendProgress; finalHash: string }) => ({
      progress: status,
      hash: finalHash,
    })),
    reset: assign(emptyDraft),
    clearReceiver: assign(noReceiver),
    clearError: assign({ error: undefined }),
    startReview: spawnChild('transferReview', {
      id: 'transferReview',
      input: ({ context }: { context: Context }) => ({ order: orderOf(context) }),
    }),
    stopReview: stopChild('transferReview'),
    clearReview: assign(noReview),
    setFee: assign({ fee: (_, { fee }: { fee: Fee }) => fee }),
    setFeeError: assign({ feeError: (_, { error }: { error: unknown }) => estimateError(error) }),
    setProfile: assign((_, { profile }: { profile: Profile }) => receiverOf(profile)),
    ...sendActions,
  },
  guards: {
    /** The user typed a name, so it is resolved again before the wallet request: its address may have changed. */
    hasReceiverName: ({ context }) => context.receiverName !== undefined,
    /** The name still resolves to the address that the user saw, so the transfer can be sent. */
    isSameReceiver: ({ context }, { output }: { output: Receiver }) => output.address === context.receiverAddress,
    /** The selected NFT was not read from the chain yet. The draft cannot be validated before. */
    hasUnreadNft: ({ context }) => context.nftSource !== undefined,
    /** The draft is complete and valid, so it can be submitted. */
    isComplete: ({ context }) => validateDraft(context) === undefined,
    /** A receiver is typed that has neither an address nor an error yet, so it is validated. */
    hasUnresolvedReceiver: ({ context }) =>
      context.receiver !== '' && context.receiverAddress === undefined && context.receiverError === undefined,
    /** The event is about the transaction of this transfer, not of another one. */
    isSent: ({ context }, { hash }: { hash: string }) => context.hash === hash,
    /** The estimate shows that the transfer cannot be made, for example a frozen token. Otherwise only the fee is unknown. */
    isRefused: (_, { error }: { error: LatchkeyError }) => isRefusal(error),
    /** The account has too little of the native token for the network fee, so the draft cannot be submitted. */
    isUnaffordable: ({ context }, { fee }: { fee: Fee }) => validateFee(context, fee) !== undefined,
    /** The user cleared the receiver, so there is nothing to validate. */
    isEmpty: (_, { receiver }: { receiver: string }) => receiver.trim() === '',
    /** A token is selected, so its maximum amount can be computed. */
    canBeEstimated: ({ context }) => context.token !== undefined,
    /** The `transferReview` actor crashed before it reported a fee or an error, so the fee counts as unknown. */
    isUnpriced: ({ context }) => context.fee === undefined && context.feeError === undefined,
    /** The new balances leave the symbol and decimals of the selected token unchanged, so the draft stays valid. */
    hasSameToken: ({ context }, { tokens }: { tokens: readonly TokenBalance[] }) => hasSameToken(context, tokens),
    /** The outcome is that of the last wallet request. Earlier ones were reported when they were cancelled. */
    isCurrent: ({ context }, { requestId }: Settled) => requestId === String(context.requestCount),
    /** The wallet sent the transfer of the last request, and returned its hash. */
    isAnswered: ({ context }, { requestId, outcome }: Settled) =>
      requestId === String(context.requestCount) && outcome.status === 'done',
    /** The wallet may have sent the transfer of the last request: another request could send it twice. */
    isUnconfirmed: ({ context }, { requestId, outcome }: Settled) =>
      requestId === String(context.requestCount) && isUnconfirmed(outcome),
  },
  delays: {
    /** How long the receiver's name may take to resolve before the wallet request. */
    resolve: configurableDelay('resolveMs'),
    /** How long the maximum amount may take to compute, or an NFT to be read. */
    estimate: configurableDelay('estimateMs'),
    /** If the wallet request does not settle within this time, the send is treated as failed (`expired`). */
    lost: configurableDelay('walletRequestMs', 'walletRequestMs', 'loadMs'),
  },
}).createMachine({
  id: 'send',
  description: 'Sends tokens: the draft, the wallet request, and the result.',
  meta: { kind: 'service', spec: ['1.5', '3.3', '4.12', '4.22', '4.23', '5.1', '5.2', '5.14'] },
  context: ({ input: { tokens, ...input } }) => ({ ...emptyDraft, ...input, ...toBalances(tokens), requestCount: 0 }),
  initial: 'editing',
  on: {
    'balance.loaded': { actions: { type: 'setTokens', params: ({ event }) => event } },
    'send.setRetry': { actions: { type: 'setRetry', params: ({ event }) => event } },
  },
  states: {
    editing: {
      description: 'The user edits the draft: the token, the amount and the receiver.',
      initial: 'checking',
      on: {
        'balance.loaded': [
          {
            guard: { type: 'hasSameToken', params: ({ event }) => event },
            target: '.checking',
            actions: { type: 'setTokens', params: ({ event }) => event },
          },
          {
            description: "The token's symbol or decimals changed: the draft is outdated, and its views close.",
            target: '.checking',
            actions: [{ type: 'setTokens', params: ({ event }) => event }, 'leaveViews'],
          },
        ],
        'send.setToken': {
          target: '.checking',
          actions: [{ type: 'setToken', params: ({ event }) => event }, 'leaveTokens'],
        },
        'send.setNft': { target: '.checking', actions: { type: 'setNftSource', params: ({ event }) => event } },
        'send.setAmount': { target: '.checking', actions: { type: 'setAmount', params: ({ event }) => event } },
        'send.setReceiver': [
          { guard: { type: 'isEmpty', params: ({ event }) => event }, target: '.checking', actions: 'clearReceiver' },
          { target: '.resolving', reenter: true, actions: { type: 'setReceiverText', params: ({ event }) => event } },
        ],
        'send.setMaximum': { guard: 'canBeEstimated', target: '.estimating' },
        'send.reset': { target: '.checking', actions: 'reset' },
        'send.submit': { actions: ['setDraftError', 'emitDraftError'] },
      },
      states: {
        checking: {
          description: 'Decides whether the draft is complete and valid.',
          entry: 'clearReview',
          always: [
            { guard: 'hasUnreadNft', target: 'reading' },
            { guard: 'hasUnresolvedReceiver', target: 'resolving' },
            { guard: 'isComplete', target: 'complete' },
            { target: 'incomplete' },
          ],
        },
        reading: {
          description: 'Waits for the chain to return what the NFT is, and whether the account holds it.',
          on: { 'balance.loaded': { actions: { type: 'setTokens', params: ({ event }) => event } } },
          invoke: {
            id: 'readNft',
            src: 'readNft',
            input: ({ context }) => toNftOrder(context),
            onDone: { target: 'checking', actions: { type: 'setNft', params: ({ event }) => event } },
            onError: {
              target: 'checking',
              actions: unreadable(({ event }: { event: { error: unknown } }) => event.error),
            },
          },
          after: {
            estimate: { target: 'checking', actions: unreadable(() => new LatchkeyError('send.nftNotFound')) },
          },
        },
        resolving: {
          description: 'The receiver is being validated.',
          invoke: {
            id: 'receiver',
            src: 'receiver',
            input: ({ context: { receiver, network } }) => ({ text: receiver, networkId: network.caipNetworkId }),
            onDone: { target: 'checking', actions: { type: 'setReceiver', params: ({ event }) => event } },
            onError: { target: 'checking', actions: { type: 'setReceiverError', params: ({ event }) => event } },
          },
        },
        estimating: {
          description: 'The maximum amount is being computed.',
          on: {
            'balance.loaded': {
              guard: { type: 'hasSameToken', params: ({ event }) => event },
              actions: { type: 'setTokens', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            input: ({ context }) => toEstimateOrder(context),
            onDone: {
              target: 'checking',
              actions: { type: 'setAmount', params: ({ event }) => ({ amount: event.output }) },
            },
            onError: {
              target: 'checking',
              actions: {
                type: 'setError',
                params: ({ event }) => ({ outcome: failed(estimateError(event.error)) }),
              },
            },
          },
          after: {
            estimate: {
              target: 'checking',
              actions: {
                type: 'setError',
                params: () => ({ outcome: failed(new LatchkeyError('send.gasEstimate')) }),
              },
            },
          },
        },
        incomplete: {
          description: 'Something is missing or invalid, or the transfer cannot be made. `feeError`: the reason.',
        },
        complete: {
          description:
            'The draft is complete and can be submitted. The `transferReview` actor fetches the fee and the profile.',
          tags: 'submittable',
          entry: 'startReview',
          exit: 'stopReview',
          on: {
            'xstate.error.actor.transferReview': [
              { guard: 'isUnpriced', actions: { type: 'setFeeError', params: () => ({ error: undefined }) } },
              { description: 'The fee, or the reason why it is unknown, was reported before.' },
            ],
            'send.priced': [
              {
                description: 'The account cannot pay the network fee.',
                guard: { type: 'isUnaffordable', params: ({ event }) => event },
                target: 'incomplete',
                actions: [
                  { type: 'setFee', params: ({ event }) => event },
                  {
                    type: 'setFeeError',
                    params: ({ context, event }) => ({ error: validateFee(context, event.fee) }),
                  },
                ],
              },
              { actions: { type: 'setFee', params: ({ event }) => event } },
            ],
            'send.unpriced': [
              {
                guard: { type: 'isRefused', params: ({ event }) => event },
                target: 'incomplete',
                actions: { type: 'setFeeError', params: ({ event }) => event },
              },
              { actions: { type: 'setFeeError', params: ({ event }) => event } },
            ],
            'send.profileFound': { actions: { type: 'setProfile', params: ({ event }) => event } },
            'send.submit': [
              { guard: 'hasReceiverName', target: '#send.confirming', actions: 'clearError' },
              { target: '#send.sending', actions: 'freezeTransfer' },
            ],
          },
        },
      },
    },
    confirming: {
      description: 'Checks whether the typed name still resolves to the address that the user saw.',
      tags: 'busy',
      invoke: {
        id: 'resolveName',
        src: 'resolveName',
        input: ({ context }) => ({
          name: assertDefined(context.receiverName),
          networkId: context.network.caipNetworkId,
        }),
        onDone: [
          {
            guard: { type: 'isSameReceiver', params: ({ event }) => event },
            target: 'sending',
            actions: 'freezeTransfer',
          },
          {
            target: 'editing',
            actions: [
              { type: 'setRenamed', params: ({ event }) => event },
              ...unconfirmed(
                ({ event }: { event: { output: Receiver } }) =>
                  new LatchkeyError('names.changed', { params: { name: event.output.name ?? '' } }),
              ),
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: unconfirmed(({ event }: { event: { error: unknown } }) => toLatchkeyError(event.error)),
        },
      },
      on: {
        'send.cancel': {
          description: 'No request was sent to the wallet yet.',
          target: 'editing',
          actions: { type: 'emitNotSent', params: { outcome: cancelled } },
        },
      },
      after: {
        resolve: { target: 'editing', actions: unconfirmed(() => new LatchkeyError('address.unresolved')) },
      },
    },
    sending: {
      description:
        'Waits until the user approves or rejects in the wallet. Changes elsewhere do not affect the transfer.',
      tags: 'busy',
      entry: ['trackSubmitted', 'showWaiting', 'submitRequest'],
      on: {
        'requests.settled': [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event },
            target: 'sent',
            actions: [
              { type: 'setHash', params: ({ event }) => event },
              { type: 'watchTransaction', params: ({ event }) => ({ hash: hashOf(event) }) },
              { type: 'emitSent', params: ({ event }) => ({ hash: hashOf(event) }) },
              'notifyBalance',
              { type: 'trackStarted', params: ({ event }) => ({ hash: hashOf(event) }) },
              'showConfirmed',
              'showStarted',
            ],
          },
          {
            description:
              'The wallet may have sent the transfer, which cannot be determined: the draft is not offered again.',
            guard: { type: 'isUnconfirmed', params: ({ event }) => event },
            target: 'editing',
            actions: [
              { type: 'emitNotSent', params: ({ event }) => notSent(event) },
              { type: 'trackNotSent', params: ({ event }) => notSent(event) },
              { type: 'showNotSent', params: ({ event }) => notSent(event) },
              'notifyBalance',
              'reset',
              { type: 'setError', params: ({ event }) => notSent(event) },
              'leavePreview',
            ],
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            target: 'editing',
            actions: [
              { type: 'setError', params: ({ event }) => notSent(event) },
              { type: 'emitNotSent', params: ({ event }) => notSent(event) },
              { type: 'trackNotSent', params: ({ event }) => notSent(event) },
              { type: 'showNotSent', params: ({ event }) => notSent(event) },
            ],
          },
        ],
        'send.cancel': {
          target: 'editing',
          actions: [
            { type: 'setError', params: { outcome: cancelled } },
            { type: 'emitNotSent', params: { outcome: cancelled } },
            { type: 'showNotSent', params: { outcome: cancelled } },
            'cancelRequest',
          ],
        },
      },
      after: {
        lost: {
          target: 'editing',
          actions: [
            { type: 'emitNotSent', params: () => ({ outcome: noAnswer() }) },
            { type: 'trackNotSent', params: () => ({ outcome: noAnswer() }) },
            { type: 'showNotSent', params: () => ({ outcome: noAnswer() }) },
            'reset',
            { type: 'setError', params: () => ({ outcome: noAnswer() }) },
            'leavePreview',
          ],
        },
      },
    },
    sent: {
      description: 'The wallet sent the transfer. The `transaction:<hash>` actor waits for its confirmation.',
      on: {
        'transaction.settled': {
          guard: { type: 'isSent', params: ({ event }) => event },
          actions: { type: 'setReceipt', params: ({ event }) => event },
        },
        'send.timedOut': {
          guard: { type: 'isSent', params: ({ event }) => event },
          actions: { type: 'setProgress', params: { progress: 'unconfirmed' } },
        },
        'send.reset': { target: 'editing', actions: 'reset' },
        'send.setToken': {
          target: 'editing',
          actions: ['reset', { type: 'setToken', params: ({ event }) => event }, 'leaveTokens'],
        },
        'send.setNft': {
          target: 'editing',
          actions: ['reset', { type: 'setNftSource', params: ({ event }) => event }],
        },
        'send.setAmount': {
          target: 'editing',
          actions: ['reset', { type: 'setAmount', params: ({ event }) => event }],
        },
        'send.setReceiver': {
          target: 'editing',
          actions: ['reset', { type: 'setReceiverText', params: ({ event }) => event }],
        },
      },
    },
  },
})

export const sendLogic = withContract<SendContract>()(sendMachine)
