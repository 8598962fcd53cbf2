/** Service: what the account holds on the active network. Read when something changed, never on a timer. */
import { assign, setup } from 'xstate'
import { TIMEOUTS, TIMING } from '../constants.ts'
import { namespaceOf } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import type { Token, TokenBalance } from '../entities/token.ts'
import { LatchkeyError, reasonOf, toLatchkeyError } from '../errors/error.ts'
import type { Fact } from '../facts.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect } from '../kit/effects.ts'
import { announce, tell } from '../kit/system.ts'
import { readsBalances, withoutIndivisible } from '../rules/balances.ts'
import { networkOf, networkOrUnsupported, withNetwork } from '../rules/networks.ts'
import type { BalanceContract, BalanceTarget } from './balance.contract.ts'

type Context = BalanceContract['context']
interface Read {
  network: Network
  address: string
  listed: readonly Token[]
}

const nobody: BalanceTarget = { networkId: 'eip155:0', address: '' }

function read({ networks, listed, target = nobody }: Context): Read {
  return {
    network: networkOrUnsupported(networks, target.networkId),
    address: target.address,
    listed: listed[target.networkId] ?? [],
  }
}

export const balanceMachine = setup({
  types: {} as TypesOf<BalanceContract>,
  actors: {
    /** The native token first, then the listed ones, also those of which there is nothing. */
    fetchBalances: effect<readonly TokenBalance[], Read>('balance.fetchBalances'),
  },
  actions: {
    aim: assign({
      target: (_, { networkId, address }: BalanceTarget) => ({ networkId, address }),
      tokens: [],
      error: undefined,
    }),
    offer: assign({
      networks: ({ context }, { network }: { network: Network }) => withNetwork(context.networks, network),
    }),
    forget: assign({ target: undefined, tokens: [], error: undefined }),
    keep: assign({
      tokens: (_, { output }: { output: readonly TokenBalance[] }) => withoutIndivisible(output),
      error: undefined,
    }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    announceLoaded: announce(
      (_: undefined, { target, tokens }: Context): Fact | undefined =>
        target && { type: 'balance.loaded', ...target, tokens },
    ),
    alertUnavailable: tell('alerts', ({ networkId, error }: { networkId: string; error: unknown }) => ({
      type: 'alerts.open',
      alert: { code: 'alert.balanceUnavailable', params: { networkId, reason: reasonOf(error) } },
    })),
  },
  guards: {
    readable: ({ context }) =>
      context.target !== undefined && readsBalances(context.networks, context.target.networkId),
    offered: ({ context }) =>
      context.target !== undefined && networkOf(context.networks, context.target.networkId) !== undefined,
    ours: ({ context }, { namespace }: { namespace: string }) =>
      context.target !== undefined && namespaceOf(context.target.networkId) === namespace,
    mine: ({ context }, { networkId }: { networkId: string }) => context.target?.networkId === networkId,
    elsewhere: ({ context }, { networkId, address }: BalanceTarget) =>
      context.target?.networkId !== networkId || context.target.address !== address,
  },
  delays: { balance: TIMEOUTS.balanceMs, retry: TIMING.balanceRetryMs },
}).createMachine({
  id: 'balance',
  description: 'What the account holds on the active network. Read when something changed, never on a timer.',
  meta: { kind: 'service', spec: ['3.1', '3.20', '5.7', '8.1', '9.2', '9.37'] },
  context: ({ input }) => ({ ...input, target: undefined, tokens: [], error: undefined }),
  initial: 'idle',
  on: {
    'account.connected': {
      target: '.judging',
      actions: { type: 'aim', params: ({ event }) => event.connection },
    },
    'account.changed': { target: '.judging', actions: { type: 'aim', params: ({ event }) => event.connection } },
    'account.networkChanged': {
      guard: { type: 'elsewhere', params: ({ event }) => event.connection },
      target: '.judging',
      actions: { type: 'aim', params: ({ event }) => event.connection },
    },
    'account.disconnected': {
      guard: { type: 'ours', params: ({ event }) => event },
      target: '.idle',
      actions: 'forget',
    },
    'network.offered': { actions: { type: 'offer', params: ({ event }) => event } },
  },
  states: {
    idle: { description: 'Nobody is connected.' },
    judging: {
      description: 'Passing through: can the balances of this network be read?',
      always: [
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
        'network.offered': { target: 'judging', actions: { type: 'offer', params: ({ event }) => event } },
      },
    },
    loading: {
      tags: 'busy',
      on: {
        'transaction.settled': {
          description: 'What is being read may be older than the transfer.',
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
        },
      },
      invoke: {
        id: 'fetchBalances',
        src: 'fetchBalances',
        input: ({ context }) => read(context),
        onDone: {
          target: 'ready',
          actions: [{ type: 'keep', params: ({ event }) => event }, 'announceLoaded'],
        },
        onError: {
          target: 'blocked',
          actions: [
            { type: 'keepError', params: ({ event }) => event },
            {
              type: 'alertUnavailable',
              params: ({ context, event }) => ({ networkId: context.target?.networkId ?? '', error: event.error }),
            },
          ],
        },
      },
      after: {
        balance: {
          target: 'blocked',
          actions: [
            { type: 'keepError', params: () => ({ error: new LatchkeyError('balance.expired') }) },
            {
              type: 'alertUnavailable',
              params: ({ context }) => ({
                networkId: context.target?.networkId ?? '',
                error: new LatchkeyError('balance.expired'),
              }),
            },
          ],
        },
      },
    },
    ready: {
      on: {
        'balance.refresh': 'loading',
        'transaction.settled': { guard: { type: 'mine', params: ({ event }) => event }, target: 'loading' },
      },
    },
    blocked: {
      description: 'The last read failed; another is allowed only after a while. What was read before is kept.',
      after: { retry: 'failed' },
    },
    failed: {
      on: {
        'balance.refresh': 'loading',
        'transaction.settled': { guard: { type: 'mine', params: ({ event }) => event }, target: 'loading' },
      },
    },
  },
})
