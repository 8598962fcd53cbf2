/** Service, one per account: its balances on its network. They are read when something changes, never on a timer. */
import { and, assign, enqueueActions, setup } from 'xstate'
import { CACHE } from '../constants.ts'
import { LatchkeyError, reasonOf, toLatchkeyError } from '../shared/errors/error.ts'
import type { Fact } from '../events.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { announce, tell, tellIfThere } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { arranged, nativeId, readsBalances, remainingRest, rememberedToken } from './balance.rules.ts'
import { isUnsupported } from '../network/network.rules.ts'
import type { BalanceContract } from './balance.contract.ts'
import type { Read, ReadBalances, ReadingContract } from './reading.contract.ts'
import { readingMachine } from './reading.machine.ts'
import { alerts } from '../shell/alerts.contract.ts'
import { send } from '../send/send.contract.ts'

type Context = BalanceContract['context']

const read = ({ network, target, connector, listed, fresh, moved }: Context): Read => ({
  network,
  address: target.address,
  listed,
  connector,
  moved: fresh ? [nativeId(target.networkId), ...moved] : undefined,
})

export const balanceMachine = setup({
  types: {} as TypesOf<BalanceContract>,
  actors: { reading: seal<ReadingContract>()(readingMachine) },
  actions: {
    freshen: assign({ fresh: true }),
    freshenAsked: assign({ fresh: ({ context }, { fresh }: { fresh?: true }) => fresh === true || context.fresh }),
    keepFailure: assign({ failedAt: ({ system }) => now(system) }),
    tellFailed: tellIfThere(send)((_: undefined, { failedAt: at }: Context) =>
      at === undefined ? undefined : { type: 'send.setRetry', at },
    ),
    keepMoved: assign({
      moved: ({ context }, { address }: { address?: string }) =>
        address === undefined ? context.moved : [...context.moved, address],
    }),
    keep: assign(({ context, system }, { output }: { output: ReadBalances }) => ({
      tokens: output.tokens ? arranged(output.tokens, context.network) : context.tokens,
      error: output.error,
      fresh: false,
      moved: [],
      readAt: now(system),
    })),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    /** Reads outdated balances again when the user looks at them. */
    refreshOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'balance.refresh' })
    }),
    announceLoaded: announce((_: undefined, { target, tokens }: Context): Fact => ({
      type: 'balance.loaded',
      ...target,
      tokens,
    })),
    alertUnavailable: tell(alerts)(({ networkId, error }: { networkId: string; error: unknown }) => ({
      type: 'alerts.open',
      alert: { code: 'alert.balanceUnavailable', params: { networkId, reason: reasonOf(error) } },
    })),
  },
  guards: {
    readable: ({ context }) => readsBalances(context.network),
    /** The last read failed a moment ago, for this or another account. */
    resting: and(['fresh', 'readable']),
    offered: ({ context }) => !isUnsupported(context.network),
    whole: (_, { output }: { output: ReadBalances }) => output.error === undefined,
    some: (_, { output }: { output: ReadBalances }) => output.tokens !== undefined,
    fresh: ({ context }) => context.fresh,
    atAccount: (_, { view }: { view: string }) => view === 'Account',
    mine: ({ context }, { networkId }: { networkId: string }) => context.target.networkId === networkId,
  },
  delays: { retry: ({ context, system }) => remainingRest(context.failedAt, now(system)) },
}).createMachine({
  id: 'balance',
  description: 'The balances of the account on its network. They are read when something changes, never on a timer.',
  meta: { kind: 'service', spec: ['3.1', '3.20', '3.47', '5.7', '8.1', '9.2', '9.37'] },
  context: ({ input: { remembered, at, failedAt, error, ...input } }) => {
    const isResting = remainingRest(failedAt, at) > 0
    return {
      ...input,
      failedAt,
      tokens: rememberedToken(remembered, input.network, input.target, at),
      // Until the next read is allowed, the last error explains why there are no balances. The read then starts automatically.
      error: isResting ? error : undefined,
      fresh: isResting,
      moved: [],
      readAt: 0,
    }
  },
  initial: 'deciding',
  on: {
    'balance.expectChange': {
      guard: { type: 'mine', params: ({ event }) => event },
      actions: { type: 'keepMoved', params: ({ event }) => event },
    },
  },
  states: {
    deciding: {
      description: 'Checks whether the balances of this network can be read.',
      always: [
        {
          description: 'Switching the account or the network does not shorten the retry delay.',
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
              networkId: context.target.networkId,
              error: new LatchkeyError('send.unsupportedChain'),
            }),
          },
        },
      ],
    },
    unsupported: { description: 'Balances of this network are not read; 0.00 is shown.' },
    loading: {
      description: 'The balances are being read.',
      tags: 'busy',
      on: {
        'transaction.settled': {
          description: 'The balances being read may be older than the transaction.',
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
            actions: [{ type: 'keep', params: ({ event }) => event }, 'keepFailure', 'announceLoaded', 'tellFailed'],
          },
          {
            target: 'blocked',
            actions: [{ type: 'keep', params: ({ event }) => event }, 'keepFailure', 'tellFailed'],
          },
        ],
        onError: {
          target: 'blocked',
          actions: [{ type: 'keepError', params: ({ event }) => event }, 'keepFailure', 'tellFailed'],
        },
      },
    },
    ready: {
      description: 'All balances were read.',
      on: {
        'balance.refresh': {
          target: 'loading',
          actions: { type: 'freshenAsked', params: ({ event }) => event },
        },
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
      description: 'The last read failed or was incomplete. Waits until the next one is allowed.',
      on: {
        'transaction.settled': {
          description: 'The balances are read again as soon as that is allowed.',
          guard: { type: 'mine', params: ({ event }) => event },
          actions: 'freshen',
        },
      },
      after: { retry: [{ guard: 'fresh', target: 'loading' }, { target: 'failed' }] },
    },
    failed: {
      description: 'The last read failed or was incomplete. A new one can be requested.',
      on: {
        'balance.refresh': {
          target: 'loading',
          actions: { type: 'freshenAsked', params: ({ event }) => event },
        },
        'view.shown': { guard: { type: 'atAccount', params: ({ event }) => event }, target: 'loading' },
        'modal.opened': 'loading',
        'transaction.settled': {
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'loading',
          actions: 'freshen',
        },
      },
    },
  },
})

export const balanceLogic = seal<BalanceContract>()(balanceMachine)
