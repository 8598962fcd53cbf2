/** Service, one per account: its balances on its network. They are read when something changes, never on a timer. */
import { and, assign, enqueueActions, setup } from 'xstate'
import { CACHE } from '../constants.ts'
import { LatchkeyError, reasonOf, toLatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEvent } from '../events.ts'
import { callbackActor } from '../core/actors.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { broadcast, sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { sortBalances, nativeId, canReadBalances, remainingPause, storedNativeBalance } from './balance.rules.ts'
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
  types: {} as SetupTypes<BalanceContract>,
  actors: {
    reading: withContract<ReadingContract>()(readingMachine),
    /** Reports when the user returns to the page, or the browser is online again. */
    watchReturn: callbackActor<{ type: 'page.returned' }>('balance.watchReturn'),
  },
  actions: {
    setFresh: assign({ fresh: true }),
    setFreshIfRequested: assign({
      fresh: ({ context }, { fresh }: { fresh?: true }) => fresh === true || context.fresh,
    }),
    setFailure: assign({ failedAt: ({ system }) => now(system) }),
    notifyFailed: sendToActorIfRunning(send)((_: undefined, { failedAt: at }: Context) =>
      at === undefined ? undefined : { type: 'send.setRetry', at },
    ),
    addSentToken: assign({
      moved: ({ context }, { address }: { address?: string }) =>
        address === undefined ? context.moved : [...context.moved, address],
    }),
    setTokens: assign(({ context, system }, { output }: { output: ReadBalances }) => ({
      tokens: output.tokens ? sortBalances(output.tokens, context.network) : context.tokens,
      error: output.error,
      fresh: false,
      moved: [],
      readAt: now(system),
    })),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    /** Reads outdated balances again when the user looks at them. */
    refreshOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'balance.refresh' })
    }),
    broadcastLoaded: broadcast((_: undefined, { target, tokens }: Context): BroadcastEvent => ({
      type: 'balance.loaded',
      ...target,
      tokens,
    })),
    openAlert: sendToActor(alerts)(({ networkId, error }: { networkId: string; error: unknown }) => ({
      type: 'alerts.open',
      alert: { code: 'alert.balanceUnavailable', params: { networkId, reason: reasonOf(error) } },
    })),
  },
  guards: {
    /** The app has the network, it is not a testnet, and balances of its chain can be read. */
    canReadBalances: ({ context }) => canReadBalances(context.network),
    /** The balances can be read, but a recent read failed, so the next one waits for the retry delay. */
    isFreshAndReadable: and(['isFreshReadPending', 'canReadBalances']),
    /** The app has the network. Otherwise, an alert informs the developers that no balances are read. */
    isSupported: ({ context }) => !isUnsupported(context.network),
    /** All sources responded, so the balances are complete. */
    isWithoutError: (_, { output }: { output: ReadBalances }) => output.error === undefined,
    /** The read failed in part. The balances that were read are shown. */
    hasTokens: (_, { output }: { output: ReadBalances }) => output.tokens !== undefined,
    /** A read is due: a balance changed, or the account became active during the retry delay. */
    isFreshReadPending: ({ context }) => context.fresh,
    /** The user opened the account view, which shows the balances. */
    isAccountView: (_, { view }: { view: string }) => view === 'Account',
    /** The transaction is on the account's network, so the balances are outdated. */
    isOwnNetwork: ({ context }, { networkId }: { networkId: string }) => context.target.networkId === networkId,
  },
  delays: {
    /** The rest of the 30 s after a failed read, in which no balances are read [9.2]. */
    retry: ({ context, system }) => remainingPause(context.failedAt, now(system)),
  },
}).createMachine({
  id: 'balance',
  description: 'The balances of the account on its network. They are read when something changes, never on a timer.',
  meta: { kind: 'service', spec: ['3.1', '3.20', '3.47', '5.7', '8.1', '9.2', '9.37'] },
  context: ({ input: { persisted, at, failedAt, error, ...input } }) => {
    const isResting = remainingPause(failedAt, at) > 0
    return {
      ...input,
      failedAt,
      tokens: storedNativeBalance(persisted, input.network, input.target, at),
      // Until the next read is allowed, the last error explains why there are no balances. The read then starts automatically.
      error: isResting ? error : undefined,
      fresh: isResting,
      moved: [],
      readAt: 0,
    }
  },
  initial: 'deciding',
  invoke: {
    id: 'watchReturn',
    src: 'watchReturn',
    onError: { description: 'The balances are then read only for other reasons.' },
  },
  on: {
    'balance.expectChange': {
      guard: { type: 'isOwnNetwork', params: ({ event }) => event },
      actions: { type: 'addSentToken', params: ({ event }) => event },
    },
  },
  states: {
    deciding: {
      description: 'Checks whether the balances of this network can be read.',
      always: [
        {
          description: 'Switching the account or the network does not shorten the retry delay.',
          guard: 'isFreshAndReadable',
          target: 'blocked',
        },
        { guard: 'canReadBalances', target: 'loading' },
        { guard: 'isSupported', target: 'unsupported' },
        {
          target: 'unsupported',
          actions: {
            type: 'openAlert',
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
          guard: { type: 'isOwnNetwork', params: ({ event }) => event },
          target: 'loading',
          reenter: true,
          actions: 'setFresh',
        },
      },
      invoke: {
        id: 'reading',
        src: 'reading',
        input: ({ context }) => read(context),
        onDone: [
          {
            guard: { type: 'isWithoutError', params: ({ event }) => event },
            target: 'ready',
            actions: [{ type: 'setTokens', params: ({ event }) => event }, 'broadcastLoaded'],
          },
          {
            guard: { type: 'hasTokens', params: ({ event }) => event },
            target: 'blocked',
            actions: [
              { type: 'setTokens', params: ({ event }) => event },
              'setFailure',
              'broadcastLoaded',
              'notifyFailed',
            ],
          },
          {
            target: 'blocked',
            actions: [{ type: 'setTokens', params: ({ event }) => event }, 'setFailure', 'notifyFailed'],
          },
        ],
        onError: {
          target: 'blocked',
          actions: [{ type: 'setError', params: ({ event }) => event }, 'setFailure', 'notifyFailed'],
        },
      },
    },
    ready: {
      description: 'All balances were read.',
      on: {
        'balance.refresh': {
          target: 'loading',
          actions: { type: 'setFreshIfRequested', params: ({ event }) => event },
        },
        'view.shown': { guard: { type: 'isAccountView', params: ({ event }) => event }, actions: 'refreshOutdated' },
        'modal.opened': { actions: 'refreshOutdated' },
        'page.returned': { actions: 'refreshOutdated' },
        'transaction.settled': {
          guard: { type: 'isOwnNetwork', params: ({ event }) => event },
          target: 'loading',
          actions: 'setFresh',
        },
      },
    },
    blocked: {
      description: 'The last read failed or was incomplete. Waits until the next one is allowed.',
      on: {
        'transaction.settled': {
          description: 'The balances are read again as soon as that is allowed.',
          guard: { type: 'isOwnNetwork', params: ({ event }) => event },
          actions: 'setFresh',
        },
      },
      after: { retry: [{ guard: 'isFreshReadPending', target: 'loading' }, { target: 'failed' }] },
    },
    failed: {
      description: 'The last read failed or was incomplete. A new one can be requested.',
      on: {
        'balance.refresh': {
          target: 'loading',
          actions: { type: 'setFreshIfRequested', params: ({ event }) => event },
        },
        'view.shown': { guard: { type: 'isAccountView', params: ({ event }) => event }, target: 'loading' },
        'modal.opened': 'loading',
        'page.returned': 'loading',
        'transaction.settled': {
          guard: { type: 'isOwnNetwork', params: ({ event }) => event },
          target: 'loading',
          actions: 'setFresh',
        },
      },
    },
  },
})

export const balanceLogic = withContract<BalanceContract>()(balanceMachine)
