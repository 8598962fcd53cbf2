/** Service: the active account of the embedded wallet, which is the standard account or the smart account. */
import { assign, emit, setup } from 'xstate'
import { namespaceItem } from '../../connection/namespace.contract.ts'
import type { Account, Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { Namespace, NetworkId } from '../../shared/namespace.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../../core/contract.ts'
import { promiseActor } from '../../core/actors.ts'
import { sendToActor } from '../../core/messaging.ts'
import { assertDefined } from '../../core/assertDefined.ts'
import { storage } from '../../storage/storage.contract.ts'
import { trackEvent } from '../../analytics/trackEvent.ts'
import { isSameAddress } from '../../shared/addresses.rules.ts'
import { embeddedConnection } from '../../connection/connections.rules.ts'
import { cancelled, done, failed } from '../../shared/outcome.rules.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import type { AccountType, AccountTypeContract } from './accountType.contract.ts'
import { loginDelays } from './loginMethods.ts'

type Context = AccountTypeContract['context']
type Preferred = FrameAnswer<'SET_PREFERRED_ACCOUNT'>

const settledFailed = ['settleFailed', 'forget'] as const
const cancelledTransition = {
  target: 'idle',
  actions: [{ type: 'settle', params: { outcome: cancelled } }, 'forget'],
} as const

/** Only Ethereum has accounts of several types. */
const updateConnection = {
  guard: { type: 'isEthereum', params: ({ event }: { event: { connection: Connection } }) => event.connection },
  actions: { type: 'setConnection', params: ({ event }: { event: { connection: Connection } }) => event },
} as const

export const accountTypeMachine = setup({
  types: {} as SetupTypes<AccountTypeContract>,
  actors: {
    /** Fetches the list of chains that support smart accounts from the frame. */
    fetchNetworks: promiseActor<readonly number[]>('accountType.fetchNetworks'),
    /** Makes the frame prefer accounts of this type on the current network. */
    setPreferred: promiseActor<Preferred, { accountType: AccountType; networkId: NetworkId }>(
      'accountType.setPreferred',
    ),
  },
  actions: {
    setConnection: assign({
      connection: (_, { connection }: { connection: Connection }) => embeddedConnection(connection),
    }),
    /** The error does not concern the next connection. */
    clearConnection: assign({ connection: undefined, error: undefined }),
    setWanted: assign({
      targetAccount: ({ context }, { accountType }: { accountType: AccountType; requestId?: string }) =>
        context.connection?.accounts.find(({ type }) => type === accountType),
      requestId: (_, { requestId }) => requestId,
      error: undefined,
    }),
    setNetworks: assign({ smartAccountNetworks: (_, { output }: { output: readonly number[] }) => output }),
    storeNetworks: sendToActor(storage)(({ output }: { output: readonly number[] }) => ({
      type: 'storage.setEmbedded',
      embedded: { smartAccountNetworks: output },
    })),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setUnsigned: assign({ error: () => new LatchkeyError('embedded.accountMissing') }),
    setUnavailable: assign({ error: () => new LatchkeyError('accountType.unavailable') }),
    setMalformed: assign({ error: () => new LatchkeyError('embedded.malformed') }),
    setTimedOut: assign({ error: () => new LatchkeyError('embedded.expired') }),
    forget: assign({ requestId: undefined, targetAccount: undefined }),
    selectAccount: sendToActor(namespaceItem('eip155'))((_: undefined, { targetAccount }: Context) => ({
      type: 'namespace.selectAccount',
      address: assertDefined(targetAccount).address,
    })),
    trackPreferred: trackEvent((_: undefined, { targetAccount, connection }: Context) => ({
      type: 'accountType.preferred',
      accountType: assertDefined(targetAccount).type,
      networkId: assertDefined(connection).networkId,
    })),
    settle: emit(({ context: { requestId } }, { outcome }: { outcome: Outcome<string> }) => ({
      type: 'accountType.settled' as const,
      requestId,
      outcome,
    })),
    settleDone: emit(({ context: { requestId, targetAccount } }) => ({
      type: 'accountType.settled' as const,
      requestId,
      outcome: done(assertDefined(targetAccount).address),
    })),
    settleFailed: emit(({ context: { requestId, error } }) => ({
      type: 'accountType.settled' as const,
      requestId,
      outcome: failed(assertDefined(error)),
    })),
  },
  guards: {
    /** The embedded wallet is connected, so its frame can list the chains. */
    isConnected: ({ context }) => context.connection !== undefined,
    /** The embedded wallet is not connected, so it has no account to switch to. */
    isSignedOut: ({ context }) => context.connection === undefined,
    /** The wallet has no account of the requested type. */
    isUnavailable: ({ context }) => context.targetAccount === undefined,
    /** The requested account is active already, so nothing has to change. */
    isActive: ({ context: { connection, targetAccount } }) => targetAccount?.address === connection?.address,
    /** The frame returned the requested account, so the switch succeeded. Any other account is an error. */
    isAgreed: ({ context }, { output }: { output: Preferred }) => isSame(output, context.targetAccount),
    /** The command is for the change in progress, or names no change. */
    isOwnRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId === undefined || requestId === context.requestId,
    /** The event concerns Ethereum. Accounts of other namespaces have only one type. */
    isEthereum: (_, { namespace }: { namespace: Namespace }) => namespace === 'eip155',
  },
  delays: {
    /** Longer than the frame may take to load and to respond. */
    answer: loginDelays.answer,
  },
}).createMachine({
  id: 'accountType',
  description: 'The active account of the embedded wallet: the standard account, or the smart account.',
  meta: { kind: 'service', spec: ['1.10', '3.44', '5.24', '6.2', '7.44'] },
  context: ({ input }) => ({
    ...input,
    targetAccount: undefined,
    requestId: undefined,
    error: undefined,
  }),
  on: {
    'account.connected': updateConnection,
    'account.changed': updateConnection,
    'account.networkChanged': updateConnection,
    'account.disconnected': {
      guard: { type: 'isEthereum', params: ({ event }) => event },
      actions: 'clearConnection',
    },
  },
  type: 'parallel',
  states: {
    networks: {
      description: 'The chains that support smart accounts.',
      initial: 'unloaded',
      states: {
        unloaded: {
          description: 'Waits until the embedded wallet is connected.',
          always: { guard: 'isConnected', target: 'loading' },
        },
        loading: {
          description: 'The list of chains is being fetched from the frame.',
          on: {
            'account.disconnected': {
              guard: { type: 'isEthereum', params: ({ event }) => event },
              target: 'unloaded',
              actions: 'clearConnection',
            },
          },
          invoke: {
            id: 'fetchNetworks',
            src: 'fetchNetworks',
            onDone: {
              target: 'loaded',
              actions: [
                { type: 'setNetworks', params: ({ event }) => event },
                { type: 'storeNetworks', params: ({ event }) => event },
              ],
            },
            onError: { description: 'The previous list remains in use.', target: 'loaded' },
          },
          after: { answer: 'loaded' },
        },
        loaded: { description: 'The list comes from the frame, or from an earlier visit.' },
      },
    },
    change: {
      description: 'The change of the active account.',
      initial: 'idle',
      on: {
        'accountType.set': { target: '.deciding', actions: { type: 'setWanted', params: ({ event }) => event } },
      },
      states: {
        idle: { description: 'No change is in progress.' },
        deciding: {
          description: 'Checks whether the account exists and is not active already.',
          always: [
            { guard: 'isSignedOut', target: 'idle', actions: ['setUnsigned', ...settledFailed] },
            { guard: 'isUnavailable', target: 'idle', actions: ['setUnavailable', ...settledFailed] },
            { guard: 'isActive', target: 'idle', actions: ['settleDone', 'forget'] },
            { target: 'setting' },
          ],
        },
        setting: {
          description: 'The frame is switching to the account.',
          tags: 'busy',
          invoke: {
            id: 'setPreferred',
            src: 'setPreferred',
            input: ({ context }) => ({
              accountType: assertDefined(context.targetAccount).type as AccountType,
              networkId: assertDefined(context.connection).networkId,
            }),
            onDone: [
              {
                guard: { type: 'isAgreed', params: ({ event }) => event },
                target: 'idle',
                actions: ['trackPreferred', 'settleDone', 'selectAccount', 'forget'],
              },
              { target: 'idle', actions: ['setMalformed', ...settledFailed] },
            ],
            onError: {
              target: 'idle',
              actions: [{ type: 'setError', params: ({ event }) => event }, ...settledFailed],
            },
          },
          on: {
            'accountType.set': {
              description: 'Replaces the change in progress.',
              target: 'deciding',
              actions: [
                { type: 'settle', params: { outcome: cancelled } },
                { type: 'setWanted', params: ({ event }) => event },
              ],
            },
            'accountType.cancel': {
              guard: { type: 'isOwnRequest', params: ({ event }) => event },
              ...cancelledTransition,
            },
            'account.networkChanged': {
              description: 'The wallet may have other accounts on the new network.',
              guard: { type: 'isEthereum', params: ({ event }) => event.connection },
              target: 'idle',
              actions: [...cancelledTransition.actions, { type: 'setConnection', params: ({ event }) => event }],
            },
            'account.disconnected': {
              guard: { type: 'isEthereum', params: ({ event }) => event },
              target: 'idle',
              actions: [...cancelledTransition.actions, 'clearConnection'],
            },
          },
          after: { answer: { target: 'idle', actions: ['setTimedOut', ...settledFailed] } },
        },
      },
    },
  },
})

const isSame = (output: Preferred, account: Account | undefined): boolean =>
  output.type === account?.type && isSameAddress('eip155', output.address, account.address)

export const accountTypeLogic = withContract<AccountTypeContract>()(accountTypeMachine)
