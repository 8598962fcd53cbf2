/** Service: the active account of the embedded wallet, which is the standard account or the smart account. */
import { assign, emit, setup } from 'xstate'
import { namespaceItem } from '../../connection/namespace.contract.ts'
import type { Account, Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { Namespace, NetworkId } from '../../shared/namespace.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { seal, type TypesOf } from '../../core/contract.ts'
import { effect } from '../../core/actors.ts'
import { tell } from '../../core/messaging.ts'
import { there } from '../../core/assertDefined.ts'
import { memory } from '../../storage/memory.contract.ts'
import { track } from '../../analytics/track.ts'
import { isSameAddress } from '../../shared/addresses.rules.ts'
import { embeddedOf } from '../../connection/connections.rules.ts'
import { cancelled, done, failed } from '../../shared/outcome.rules.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import type { AccountType, AccountTypeContract } from './accountType.contract.ts'
import { bounds } from './loginMethods.ts'

type Context = AccountTypeContract['context']
type Preferred = FrameAnswer<'SET_PREFERRED_ACCOUNT'>

const settledFailed = ['settleFailed', 'forget'] as const
const calledOff = { target: 'idle', actions: [{ type: 'settle', params: { outcome: cancelled } }, 'forget'] } as const

/** Only Ethereum has accounts of several types. */
const kept = {
  guard: { type: 'ofEthereum', params: ({ event }: { event: { connection: Connection } }) => event.connection },
  actions: { type: 'keepConnection', params: ({ event }: { event: { connection: Connection } }) => event },
} as const

export const accountTypeMachine = setup({
  types: {} as TypesOf<AccountTypeContract>,
  actors: {
    /** Fetches the list of chains that support smart accounts from the frame. */
    askNetworks: effect<readonly number[]>('accountType.askNetworks'),
    /** Makes the frame prefer accounts of this type on the current network. */
    setPreferred: effect<Preferred, { accountType: AccountType; networkId: NetworkId }>('accountType.setPreferred'),
  },
  actions: {
    keepConnection: assign({
      connection: (_, { connection }: { connection: Connection }) => embeddedOf(connection),
    }),
    /** The error does not concern the next connection. */
    dropConnection: assign({ connection: undefined, error: undefined }),
    keepWanted: assign({
      wanted: ({ context }, { accountType }: { accountType: AccountType; attempt?: string }) =>
        context.connection?.accounts.find(({ type }) => type === accountType),
      attempt: (_, { attempt }) => attempt,
      error: undefined,
    }),
    keepNetworks: assign({ smartAccountNetworks: (_, { output }: { output: readonly number[] }) => output }),
    rememberNetworks: tell(memory)(({ output }: { output: readonly number[] }) => ({
      type: 'memory.keepEmbedded',
      embedded: { smartAccountNetworks: output },
    })),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    keepUnsigned: assign({ error: () => new LatchkeyError('embedded.accountMissing') }),
    keepUnavailable: assign({ error: () => new LatchkeyError('accountType.unavailable') }),
    keepMalformed: assign({ error: () => new LatchkeyError('embedded.malformed') }),
    keepSilence: assign({ error: () => new LatchkeyError('embedded.expired') }),
    forget: assign({ attempt: undefined, wanted: undefined }),
    select: tell(namespaceItem('eip155'))((_: undefined, { wanted }: Context) => ({
      type: 'namespace.selectAccount',
      address: there(wanted).address,
    })),
    trackPreferred: track((_: undefined, { wanted, connection }: Context) => ({
      type: 'accountType.preferred',
      accountType: there(wanted).type,
      networkId: there(connection).networkId,
    })),
    settle: emit(({ context: { attempt } }, { outcome }: { outcome: Outcome<string> }) => ({
      type: 'accountType.settled' as const,
      attempt,
      outcome,
    })),
    settleDone: emit(({ context: { attempt, wanted } }) => ({
      type: 'accountType.settled' as const,
      attempt,
      outcome: done(there(wanted).address),
    })),
    settleFailed: emit(({ context: { attempt, error } }) => ({
      type: 'accountType.settled' as const,
      attempt,
      outcome: failed(there(error)),
    })),
  },
  guards: {
    connected: ({ context }) => context.connection !== undefined,
    unsigned: ({ context }) => context.connection === undefined,
    unavailable: ({ context }) => context.wanted === undefined,
    active: ({ context: { connection, wanted } }) => wanted?.address === connection?.address,
    /** The frame returned the requested account. */
    agreed: ({ context }, { output }: { output: Preferred }) => isSame(output, context.wanted),
    ofAttempt: ({ context }, { attempt }: { attempt?: string }) => attempt === undefined || attempt === context.attempt,
    ofEthereum: (_, { namespace }: { namespace: Namespace }) => namespace === 'eip155',
  },
  delays: { answer: bounds.answer },
}).createMachine({
  id: 'accountType',
  description: 'The active account of the embedded wallet: the standard account, or the smart account.',
  meta: { kind: 'service', spec: ['1.10', '3.44', '5.24', '6.2', '7.44'] },
  context: ({ input }) => ({
    ...input,
    wanted: undefined,
    attempt: undefined,
    error: undefined,
  }),
  on: {
    'account.connected': kept,
    'account.changed': kept,
    'account.networkChanged': kept,
    'account.disconnected': {
      guard: { type: 'ofEthereum', params: ({ event }) => event },
      actions: 'dropConnection',
    },
  },
  type: 'parallel',
  states: {
    networks: {
      description: 'The chains that support smart accounts.',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'Waits until the embedded wallet is connected.',
          always: { guard: 'connected', target: 'asking' },
        },
        asking: {
          description: 'The list of chains is being fetched from the frame.',
          on: {
            'account.disconnected': {
              guard: { type: 'ofEthereum', params: ({ event }) => event },
              target: 'unasked',
              actions: 'dropConnection',
            },
          },
          invoke: {
            id: 'askNetworks',
            src: 'askNetworks',
            onDone: {
              target: 'known',
              actions: [
                { type: 'keepNetworks', params: ({ event }) => event },
                { type: 'rememberNetworks', params: ({ event }) => event },
              ],
            },
            onError: { description: 'The previous list remains in use.', target: 'known' },
          },
          after: { answer: 'known' },
        },
        known: { description: 'The list comes from the frame, or from an earlier visit.' },
      },
    },
    change: {
      description: 'The change of the active account.',
      initial: 'idle',
      on: {
        'accountType.set': { target: '.deciding', actions: { type: 'keepWanted', params: ({ event }) => event } },
      },
      states: {
        idle: { description: 'No change is in progress.' },
        deciding: {
          description: 'Checks whether the account exists and is not active already.',
          always: [
            { guard: 'unsigned', target: 'idle', actions: ['keepUnsigned', ...settledFailed] },
            { guard: 'unavailable', target: 'idle', actions: ['keepUnavailable', ...settledFailed] },
            { guard: 'active', target: 'idle', actions: ['settleDone', 'forget'] },
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
              accountType: there(context.wanted).type as AccountType,
              networkId: there(context.connection).networkId,
            }),
            onDone: [
              {
                guard: { type: 'agreed', params: ({ event }) => event },
                target: 'idle',
                actions: ['trackPreferred', 'settleDone', 'select', 'forget'],
              },
              { target: 'idle', actions: ['keepMalformed', ...settledFailed] },
            ],
            onError: {
              target: 'idle',
              actions: [{ type: 'keepError', params: ({ event }) => event }, ...settledFailed],
            },
          },
          on: {
            'accountType.set': {
              description: 'Replaces the change in progress.',
              target: 'deciding',
              actions: [
                { type: 'settle', params: { outcome: cancelled } },
                { type: 'keepWanted', params: ({ event }) => event },
              ],
            },
            'accountType.cancel': { guard: { type: 'ofAttempt', params: ({ event }) => event }, ...calledOff },
            'account.networkChanged': {
              description: 'The wallet may have other accounts on the new network.',
              guard: { type: 'ofEthereum', params: ({ event }) => event.connection },
              target: 'idle',
              actions: [...calledOff.actions, { type: 'keepConnection', params: ({ event }) => event }],
            },
            'account.disconnected': {
              guard: { type: 'ofEthereum', params: ({ event }) => event },
              target: 'idle',
              actions: [...calledOff.actions, 'dropConnection'],
            },
          },
          after: { answer: { target: 'idle', actions: ['keepSilence', ...settledFailed] } },
        },
      },
    },
  },
})

const isSame = (output: Preferred, wanted: Account | undefined): boolean =>
  output.type === wanted?.type && isSameAddress('eip155', output.address, wanted.address)

export const accountTypeLogic = seal<AccountTypeContract>()(accountTypeMachine)
