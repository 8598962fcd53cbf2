/** Service: what the account holds on the active network. Read when something changed, never on a timer. */
import { and, assign, enqueueActions, setup } from 'xstate'
import { CACHE, TIMING } from '../constants.ts'
import type { Network } from '../entities/network.ts'
import type { Remembered } from '../entities/remembered.ts'
import { LatchkeyError, reasonOf, toLatchkeyError } from '../errors/error.ts'
import type { Fact, FactOf } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { announce, tell } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import { arranged, nativeId, readsBalances, rememberedToken } from '../rules/balances.ts'
import { isElsewhere, placeOf } from '../rules/connections.ts'
import { networkOf, networkOrUnsupported, withNetwork } from '../rules/networks.ts'
import { balance, type BalanceContract, type BalanceTarget } from './balance.contract.ts'
import type { Read, ReadBalances, ReadingContract } from './reading.contract.ts'
import { readingMachine } from './reading.machine.ts'
import { feature } from '../kit/feature.ts'
import { alerts } from '../shell/alerts.contract.ts'

type Context = BalanceContract['context']
type Active = Pick<FactOf<'account.active'>, 'connection'>

const nobody: BalanceTarget = { networkId: 'eip155:0', address: '' }

function read({ networks, listed, target = nobody, connector, fresh, moved }: Context): Read {
  return {
    network: networkOrUnsupported(networks, target.networkId),
    address: target.address,
    listed: listed[target.networkId] ?? [],
    connector,
    moved: fresh ? [nativeId(target.networkId), ...moved] : undefined,
  }
}

/** How long nothing is to be asked still, from the last failure on [8.1] [9.2]. */
const remainingMs = ({ failedAt }: Context, at: number): number =>
  failedAt === undefined ? 0 : Math.max(0, failedAt + TIMING.balanceRetryMs - at)

export const balanceMachine = setup({
  types: {} as TypesOf<BalanceContract>,
  actors: { reading: seal<ReadingContract>()(readingMachine) },
  actions: {
    aim: assign(({ context, system }, { connection }: Active) => ({
      target: placeOf(connection),
      connector: connection?.connector,
      tokens: connection ? rememberedToken(context, connection, now(system)) : [],
      // Why nothing is read yet is to be said for as long as nothing is.
      error: remainingMs(context, now(system)) > 0 ? context.error : undefined,
      // What is not read at once is read as soon as it may be.
      fresh: remainingMs(context, now(system)) > 0,
      moved: [],
      readAt: 0,
    })),
    offer: assign({
      networks: ({ context }, { network }: { network: Network }) => withNetwork(context.networks, network),
    }),
    keepRemembered: assign({
      remembered: (_, { remembered }: { remembered: Remembered }) => remembered.nativeBalances ?? {},
    }),
    forget: assign({ target: undefined, connector: undefined, tokens: [], fresh: false }),
    freshen: assign({ fresh: true }),
    keepFailure: assign({ failedAt: ({ system }) => now(system) }),
    announceFailed: announce((_: undefined, { target, failedAt: at }: Context): Fact | undefined =>
      target && at !== undefined ? { type: 'balance.failed', ...target, at } : undefined,
    ),
    keepMoved: assign({
      moved: ({ context }, { address }: { address?: string }) =>
        address === undefined ? context.moved : [...context.moved, address],
    }),
    keep: assign(({ context, system }, { output }: { output: ReadBalances }) => ({
      tokens: output.tokens
        ? arranged(output.tokens, networkOrUnsupported(context.networks, (context.target ?? nobody).networkId))
        : context.tokens,
      error: output.error,
      fresh: false,
      moved: [],
      readAt: now(system),
    })),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    /** The visitor looks at it: what was read a while ago is read again. */
    refreshOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'balance.refresh' })
    }),
    announceLoaded: announce(
      (_: undefined, { target, tokens }: Context): Fact | undefined =>
        target && { type: 'balance.loaded', ...target, tokens },
    ),
    alertUnavailable: tell(alerts)(({ networkId, error }: { networkId: string; error: unknown }) => ({
      type: 'alerts.open',
      alert: { code: 'alert.balanceUnavailable', params: { networkId, reason: reasonOf(error) } },
    })),
  },
  guards: {
    readable: ({ context }) =>
      context.target !== undefined && readsBalances(context.networks, context.target.networkId),
    /** The last reading failed a moment ago, whoever's it was. */
    resting: and(['fresh', 'readable']),
    offered: ({ context }) =>
      context.target !== undefined && networkOf(context.networks, context.target.networkId) !== undefined,
    whole: (_, { output }: { output: ReadBalances }) => output.error === undefined,
    some: (_, { output }: { output: ReadBalances }) => output.tokens !== undefined,
    nobody: (_, { connection }: Active) => connection === undefined,
    fresh: ({ context }) => context.fresh,
    atAccount: (_, { view }: { view: string }) => view === 'Account',
    mine: ({ context }, { networkId }: { networkId: string }) => context.target?.networkId === networkId,
    otherAccount: ({ context }, { connection }: Active) =>
      isElsewhere(context.target, connection) || context.connector?.id !== connection?.connector.id,
  },
  delays: { retry: ({ context, system }) => remainingMs(context, now(system)) },
}).createMachine({
  id: 'balance',
  description: 'What the account holds on the active network. Read when something changed, never on a timer.',
  meta: { kind: 'service', spec: ['3.1', '3.20', '3.47', '5.7', '8.1', '9.2', '9.37'] },
  context: ({ input }) => ({
    ...input,
    target: undefined,
    connector: undefined,
    tokens: [],
    remembered: {},
    fresh: false,
    moved: [],
    readAt: 0,
    failedAt: undefined,
    error: undefined,
  }),
  initial: 'idle',
  on: {
    'memory.restored': { actions: { type: 'keepRemembered', params: ({ event }) => event } },
    'account.active': [
      { guard: { type: 'nobody', params: ({ event }) => event }, target: '.idle', actions: 'forget' },
      {
        guard: { type: 'otherAccount', params: ({ event }) => event },
        target: '.deciding',
        actions: { type: 'aim', params: ({ event }) => event },
      },
    ],
    'network.offered': { actions: { type: 'offer', params: ({ event }) => event } },
    'send.started': {
      guard: { type: 'mine', params: ({ event }) => event },
      actions: { type: 'keepMoved', params: ({ event }) => event },
    },
  },
  states: {
    idle: { description: 'Nobody is connected.' },
    deciding: {
      description: 'Passing through: can the balances of this network be read?',
      always: [
        {
          description: 'Neither another account nor another network is a reason to ask sooner.',
          guard: 'resting',
          target: 'blocked',
        },
        { guard: 'readable', target: 'loading' },
        { guard: 'offered', target: 'unsupported' },
        {
          target: 'unsupported',
          actions: {
            type: 'alertUnavailable',
            params: ({ context }) => ({
              networkId: context.target?.networkId ?? '',
              error: new LatchkeyError('send.unsupportedChain'),
            }),
          },
        },
      ],
    },
    unsupported: {
      description: 'Balances of this network are not read; 0.00 is shown.',
      on: {
        'network.offered': { target: 'deciding', actions: { type: 'offer', params: ({ event }) => event } },
      },
    },
    loading: {
      description: 'The balances are being read.',
      tags: 'busy',
      on: {
        'transaction.settled': {
          description: 'What is being read may be older than the transfer.',
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
          actions: 'freshen',
        },
      },
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context }) => read(context),
        onDone: [
          {
            guard: { type: 'whole', params: ({ event }) => event },
            target: 'ready',
            actions: [{ type: 'keep', params: ({ event }) => event }, 'announceLoaded'],
          },
          {
            guard: { type: 'some', params: ({ event }) => event },
            target: 'blocked',
            actions: [
              { type: 'keep', params: ({ event }) => event },
              'keepFailure',
              'announceLoaded',
              'announceFailed',
            ],
          },
          {
            target: 'blocked',
            actions: [{ type: 'keep', params: ({ event }) => event }, 'keepFailure', 'announceFailed'],
          },
        ],
        onError: {
          target: 'blocked',
          actions: [{ type: 'keepError', params: ({ event }) => event }, 'keepFailure', 'announceFailed'],
        },
      },
    },
    ready: {
      description: 'The balances were read, and none is missing.',
      on: {
        'balance.refresh': 'loading',
        'view.shown': { guard: { type: 'atAccount', params: ({ event }) => event }, actions: 'refreshOutdated' },
        'modal.opened': { actions: 'refreshOutdated' },
        'transaction.settled': {
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'loading',
          actions: 'freshen',
        },
      },
    },
    blocked: {
      description: 'The last reading failed, or is not all; another is allowed only after a while.',
      on: {
        'transaction.settled': {
          description: 'It is read as soon as it may be.',
          guard: { type: 'mine', params: ({ event }) => event },
          actions: 'freshen',
        },
      },
      after: { retry: [{ guard: 'fresh', target: 'loading' }, { target: 'failed' }] },
    },
    failed: {
      description: 'The last reading failed, or is not all; another one may be asked for.',
      on: {
        'balance.refresh': 'loading',
        'transaction.settled': {
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'loading',
          actions: 'freshen',
        },
      },
    },
  },
})

export const balanceFeature = feature(balance, {
  input: ({ networks, tokens }) => ({ networks, listed: tokens }),
  logic: seal<BalanceContract>()(balanceMachine),
})
