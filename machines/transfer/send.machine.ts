/** Service: sending native tokens or ERC-20s, from the first typed character to the wallet's answer. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { TokenBalance } from '../entities/token.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { isElsewhere } from '../rules/connections.ts'
import { withNetwork } from '../rules/networks.ts'
import { cancelled, estimateError, expired, failed, sendOutcome } from '../rules/outcomes.ts'
import {
  emptyDraft,
  estimateOf,
  heldTokens,
  isRenewed,
  networkIn,
  noReceiver,
  noTokens,
  receiverOf,
  sentDraft,
  submissionFault,
  transferOf,
  unreviewed,
  withTokens,
} from '../rules/sending.ts'
import type { Profile } from '../account/account.contract.ts'
import type { Fee, Progress, SendContract, Transfer } from './send.contract.ts'
import { facts, type Failed } from './sendFacts.ts'
import type { TransactionContract } from './transaction.contract.ts'
import { transactionMachine } from './transaction.machine.ts'

type Active = Pick<FactOf<'account.active'>, 'connection'>

const unanswered = () => expired(new LatchkeyError('send.expired'))

export const sendMachine = setup({
  types: {} as TypesOf<SendContract>,
  actors: {
    transaction: seal<TransactionContract>()(transactionMachine),
    /** Checks what was typed as the receiver; resolves to its address as the chain writes it. */
    resolveReceiver: effect<string, { receiver: string; networkId: NetworkId }>('send.resolveReceiver'),
    /** The most that can be sent: the balance, less the fee where the fee is paid in the same token. */
    estimateMaximum: effect<string, Pick<Transfer, 'connection' | 'network' | 'token'>>('send.estimateMaximum'),
    /** What the transfer costs beside its amount. */
    estimateFee: effect<Fee, Transfer>('send.estimateFee'),
    /** The name and picture that the receiver's address has made for itself. */
    fetchProfile: effect<Profile, Transfer>('send.fetchProfile'),
    /** Asks the wallet; resolves to the transaction's hash. */
    sendToken: effect<string, Transfer>('send.sendToken'),
  },
  actions: {
    keepConnection: assign(({ context }, { connection }: Active) => ({
      connection,
      networkId: connection?.networkId ?? context.networkId,
      ...(connection && !isElsewhere(context.connection, connection) ? {} : noTokens),
    })),
    keepNetwork: assign({ networkId: (_, { networkId }: { networkId: NetworkId }) => networkId, ...noTokens }),
    keepTokens: assign(({ context }, { tokens }: { tokens: readonly TokenBalance[] }) => withTokens(context, tokens)),
    keepRetry: assign({ lastRetry: (_, { at }: { at: number }) => at }),
    offer: assign({
      networks: ({ context }, { network }: { network: Network }) => withNetwork(context.networks, network),
    }),
    setToken: assign({ token: (_, { token }: { token: TokenBalance }) => token, error: undefined }),
    setAmount: assign({ amount: (_, { amount }: { amount: string }) => amount.trim(), error: undefined }),
    setReceiver: assign((_, { receiver }: { receiver: string }) => ({
      ...noReceiver,
      receiver: receiver.trim(),
      error: undefined,
    })),
    keepReceiver: assign({ receiverAddress: (_, { output }: { output: string }) => output }),
    keepReceiverError: assign({
      receiverError: (_, { error }: { error: unknown }) => toLatchkeyError(error),
    }),
    keepFault: assign({ error: ({ context }) => submissionFault(context) }),
    keepError: assign({
      error: (_, { outcome }: Failed) => ('error' in outcome ? outcome.error : new LatchkeyError('send.cancelled')),
    }),
    fix: assign({ transfer: ({ context }) => transferOf(context), error: undefined }),
    keepHash: assign(({ context }, { hash }: { hash: string }) => sentDraft(context, hash)),
    keepProgress: assign({ progress: (_, { progress }: { progress: Progress }) => progress }),
    keepSettled: assign((_, { status, finalHash }: { status: Progress; finalHash: string }) => ({
      progress: status,
      hash: finalHash,
    })),
    reset: assign(emptyDraft),
    clearReceiver: assign(noReceiver),
    forgetReview: assign(unreviewed),
    keepFee: assign({ fee: (_, { output }: { output: Fee }) => output }),
    keepUnpriced: assign({ feeError: () => new LatchkeyError('send.gasEstimate') }),
    keepFeeError: assign({ feeError: (_, { error }: { error: unknown }) => estimateError(error) }),
    keepProfile: assign((_, { output }: { output: Profile }) => receiverOf(output)),
    ...facts,
  },
  guards: {
    complete: ({ context }) => submissionFault(context) === undefined,
    left: ({ context }, { connection }: Active) =>
      context.connection !== undefined && context.connection.address !== connection?.address,
    arrived: ({ context }, { connection }: Active) => context.connection === undefined && connection !== undefined,
    asked: ({ context }, { namespace }: { namespace: string }) => context.transfer?.connection.namespace === namespace,
    unchecked: ({ context }) =>
      context.receiver !== '' && context.receiverAddress === undefined && context.receiverError === undefined,
    sent: ({ context }, { hash }: { hash: string }) => context.hash === hash,
    unpriced: ({ context }) => context.fee === undefined && context.feeError === undefined,
    empty: (_, { receiver }: { receiver: string }) => receiver.trim() === '',
    estimable: ({ context }) => context.connection !== undefined && context.token !== undefined,
    renewed: ({ context }, loaded: Omit<FactOf<'balance.loaded'>, 'type'>) => isRenewed(context, loaded),
    here: ({ context }, { networkId, address }: { networkId: string; address: string }) =>
      context.networkId === networkId && context.connection?.address === address,
  },
  delays: {
    resolve: timeout('resolveMs'),
    estimate: timeout('estimateMs'),
    pause: TIMING.reviewMs,
    walletRequest: timeout('walletRequestMs'),
  },
}).createMachine({
  id: 'send',
  description: 'Sending tokens: the draft, the question to the wallet, and what became of it.',
  meta: { kind: 'service', spec: ['1.5', '3.3', '4.12', '4.22', '4.23', '5.1', '5.2', '5.14'] },
  context: ({ input: { tokens, ...input } }) => ({ ...emptyDraft, ...input, ...heldTokens(tokens) }),
  initial: 'editing',
  on: {
    'account.active': { actions: { type: 'keepConnection', params: ({ event }) => event } },
    'network.offered': { actions: { type: 'offer', params: ({ event }) => event } },
    'send.sentLate': {
      description: 'Called off or expired here, but confirmed in the wallet all the same.',
      actions: [{ type: 'watch', params: ({ event }) => event }, 'sayLate'],
    },
    'balance.loaded': {
      guard: { type: 'here', params: ({ event }) => event },
      actions: { type: 'keepTokens', params: ({ event }) => event },
    },
    'balance.failed': {
      guard: { type: 'here', params: ({ event }) => event },
      actions: { type: 'keepRetry', params: ({ event }) => event },
    },
  },
  states: {
    editing: {
      description: 'The visitor says what is to be sent, and to whom.',
      initial: 'checking',
      on: {
        'account.active': [
          {
            guard: { type: 'left', params: ({ event }) => event },
            target: '.checking',
            actions: ['reset', 'leaveViews', { type: 'keepConnection', params: ({ event }) => event }],
          },
          {
            guard: { type: 'arrived', params: ({ event }) => event },
            target: '.checking',
            actions: { type: 'keepConnection', params: ({ event }) => event },
          },
          { actions: { type: 'keepConnection', params: ({ event }) => event } },
        ],
        'network.changed': {
          target: '.checking',
          actions: ['reset', 'leaveViews', { type: 'keepNetwork', params: ({ event }) => event }],
        },
        'balance.loaded': [
          {
            guard: { type: 'renewed', params: ({ event }) => event },
            target: '.checking',
            actions: { type: 'keepTokens', params: ({ event }) => event },
          },
          {
            description: 'The token of the draft is suddenly another one: what was read of it is no longer true.',
            guard: { type: 'here', params: ({ event }) => event },
            target: '.checking',
            actions: [{ type: 'keepTokens', params: ({ event }) => event }, 'leaveViews'],
          },
        ],
        'send.setToken': {
          target: '.checking',
          actions: [{ type: 'setToken', params: ({ event }) => event }, 'announceToken'],
        },
        'send.setAmount': { target: '.checking', actions: { type: 'setAmount', params: ({ event }) => event } },
        'send.setReceiver': [
          { guard: { type: 'empty', params: ({ event }) => event }, target: '.checking', actions: 'clearReceiver' },
          { target: '.resolving', reenter: true, actions: { type: 'setReceiver', params: ({ event }) => event } },
        ],
        'send.setMaximum': { guard: 'estimable', target: '.estimating' },
        'send.reset': { target: '.checking', actions: 'reset' },
        'send.submit': { actions: ['keepFault', 'emitFault'] },
      },
      states: {
        checking: {
          description: 'Passing through: is everything there, and right?',
          always: [
            { guard: 'unchecked', target: 'resolving' },
            { guard: 'complete', target: 'complete' },
            { target: 'incomplete' },
          ],
        },
        resolving: {
          description: 'The receiver is checked.',
          invoke: {
            id: 'resolveReceiver',
            src: 'resolveReceiver',
            input: ({ context: { receiver, networkId } }) => ({ receiver, networkId }),
            onDone: { target: 'checking', actions: { type: 'keepReceiver', params: ({ event }) => event } },
            onError: { target: 'checking', actions: { type: 'keepReceiverError', params: ({ event }) => event } },
          },
          after: {
            resolve: {
              target: 'checking',
              actions: {
                type: 'keepReceiverError',
                params: () => ({ error: new LatchkeyError('address.unresolved') }),
              },
            },
          },
        },
        estimating: {
          description: 'The largest amount is worked out.',
          on: {
            'balance.loaded': {
              guard: { type: 'renewed', params: ({ event }) => event },
              actions: { type: 'keepTokens', params: ({ event }) => event },
            },
          },
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            input: ({ context }) => estimateOf(context),
            onDone: {
              target: 'checking',
              actions: { type: 'setAmount', params: ({ event }) => ({ amount: event.output }) },
            },
            onError: {
              target: 'checking',
              actions: {
                type: 'keepError',
                params: ({ event }) => ({ outcome: failed(estimateError(event.error)) }),
              },
            },
          },
          after: {
            estimate: {
              target: 'checking',
              actions: {
                type: 'keepError',
                params: () => ({ outcome: failed(new LatchkeyError('send.gasEstimate')) }),
              },
            },
          },
        },
        incomplete: { description: 'Something is missing or not right.' },
        complete: {
          description: 'Everything is there and right; it can be sent.',
          tags: 'submittable',
          entry: 'forgetReview',
          on: { 'send.submit': { target: '#send.sending', actions: 'fix' } },
          initial: 'pausing',
          states: {
            pausing: {
              description: 'Somebody may still be typing.',
              after: { pause: 'reviewing' },
            },
            reviewing: {
              description: 'What it costs, and what the receiver is known as. It can be sent without knowing.',
              invoke: [
                {
                  id: 'estimateFee',
                  src: 'estimateFee',
                  input: ({ context }) => transferOf(context),
                  onDone: { guard: 'unpriced', actions: { type: 'keepFee', params: ({ event }) => event } },
                  onError: { guard: 'unpriced', actions: { type: 'keepFeeError', params: ({ event }) => event } },
                },
                {
                  id: 'fetchProfile',
                  src: 'fetchProfile',
                  input: ({ context }) => transferOf(context),
                  onDone: { actions: { type: 'keepProfile', params: ({ event }) => event } },
                  onError: { description: 'The address says enough.' },
                },
              ],
              after: {
                estimate: [{ guard: 'unpriced', target: 'reviewed', actions: 'keepUnpriced' }, { target: 'reviewed' }],
              },
            },
            reviewed: { description: 'What is not known by now is not waited for.' },
          },
        },
      },
    },
    sending: {
      description: 'The visitor answers in the wallet. The transfer is fixed; changes elsewhere do not touch it.',
      tags: 'busy',
      entry: ['announceSubmitted', 'sayWaiting'],
      invoke: {
        id: 'sendToken',
        src: 'sendToken',
        input: ({ context }) => context.transfer ?? transferOf(context),
        onDone: {
          target: 'sent',
          actions: [
            { type: 'keepHash', params: ({ event }) => ({ hash: event.output }) },
            {
              type: 'watch',
              params: ({ context, event }) => ({
                hash: event.output,
                network: context.transfer?.network ?? networkIn(context),
              }),
            },
            { type: 'emitSent', params: ({ event }) => ({ hash: event.output }) },
            { type: 'announceStarted', params: ({ event }) => ({ hash: event.output }) },
            'sayStarted',
          ],
        },
        onError: {
          target: 'editing',
          actions: [
            { type: 'keepError', params: ({ event }) => ({ outcome: sendOutcome(event.error) }) },
            { type: 'emitNotSent', params: ({ event }) => ({ outcome: sendOutcome(event.error) }) },
            { type: 'announceNotSent', params: ({ event }) => ({ outcome: sendOutcome(event.error) }) },
            { type: 'sayNotSent', params: ({ event }) => ({ outcome: sendOutcome(event.error) }) },
          ],
        },
      },
      on: {
        'network.changed': { actions: { type: 'keepNetwork', params: ({ event }) => event } },
        'send.cancel': {
          target: 'editing',
          actions: [
            { type: 'keepError', params: { outcome: cancelled } },
            { type: 'emitNotSent', params: { outcome: cancelled } },
            { type: 'sayNotSent', params: { outcome: cancelled } },
          ],
        },
        'account.disconnected': {
          guard: { type: 'asked', params: ({ event }) => event },
          target: 'editing',
          actions: [
            { type: 'emitNotSent', params: { outcome: cancelled } },
            { type: 'sayNotSent', params: { outcome: cancelled } },
            'reset',
          ],
        },
      },
      after: {
        walletRequest: {
          target: 'editing',
          actions: [
            { type: 'keepError', params: () => ({ outcome: unanswered() }) },
            { type: 'emitNotSent', params: () => ({ outcome: unanswered() }) },
            { type: 'announceNotSent', params: () => ({ outcome: unanswered() }) },
            { type: 'sayNotSent', params: () => ({ outcome: unanswered() }) },
          ],
        },
      },
    },
    sent: {
      description: 'The wallet has sent it; the item transaction:<hash> waits for the network.',
      on: {
        'transaction.settled': {
          guard: { type: 'sent', params: ({ event }) => event },
          actions: { type: 'keepSettled', params: ({ event }) => event },
        },
        'transaction.unconfirmed': {
          guard: { type: 'sent', params: ({ event }) => event },
          actions: { type: 'keepProgress', params: { progress: 'unconfirmed' } },
        },
        'send.reset': { target: 'editing', actions: 'reset' },
        'send.setToken': {
          target: 'editing',
          actions: ['reset', { type: 'setToken', params: ({ event }) => event }, 'announceToken'],
        },
        'send.setAmount': {
          target: 'editing',
          actions: ['reset', { type: 'setAmount', params: ({ event }) => event }],
        },
        'send.setReceiver': {
          target: 'editing',
          actions: ['reset', { type: 'setReceiver', params: ({ event }) => event }],
        },
        'account.active': [
          {
            guard: { type: 'left', params: ({ event }) => event },
            target: 'editing',
            actions: ['reset', 'leaveViews', { type: 'keepConnection', params: ({ event }) => event }],
          },
          { actions: { type: 'keepConnection', params: ({ event }) => event } },
        ],
        'network.changed': {
          target: 'editing',
          actions: ['reset', 'leaveViews', { type: 'keepNetwork', params: ({ event }) => event }],
        },
      },
    },
  },
})

export const sendLogic = seal<SendContract>()(sendMachine)
