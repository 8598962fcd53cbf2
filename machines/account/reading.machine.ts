/** Flow: one reading of balances. The wallet is asked first, then the API, then the chain. */
import { assign, setup } from 'xstate'
import type { TokenBalance } from '../entities/token.ts'
import { LatchkeyError, reasonOf, toLatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { believedBalances, isAllThereIs, withBalances } from '../rules/balances.ts'
import type { Read, ReadingContract } from './reading.contract.ts'
import { alerts } from '../shell/alerts.contract.ts'

interface Answer {
  output: readonly TokenBalance[] | undefined
}

const expired = () => ({ error: new LatchkeyError('balance.expired') })

export const readingMachine = setup({
  types: {} as TypesOf<ReadingContract>,
  actors: {
    /** What the wallet itself says it holds; nothing where it does not offer to tell. */
    fetchFromWallet: effect<readonly TokenBalance[] | undefined, Read>('reading.fetchFromWallet'),
    /** What the API knows; nothing where there is no API to ask, or where it does not serve the network. */
    fetchFromApi: effect<readonly TokenBalance[] | undefined, Read>('reading.fetchFromApi'),
    /** The native token first, then the listed ones, also those of which there is nothing. */
    fetchFromChain: effect<readonly TokenBalance[], Read>('reading.fetchFromChain'),
  },
  actions: {
    keep: assign({ tokens: ({ context }, { output = [] }: Answer) => believedBalances(output, context) }),
    /** What the chain knows beside what the API told. */
    keepMissing: assign({
      tokens: ({ context }, { output = [] }: Answer) =>
        withBalances(context.tokens ?? [], believedBalances(output, context)),
    }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    alertUnavailable: tell(alerts)(({ networkId, error }: { networkId: string; error: unknown }) => ({
      type: 'alerts.open',
      alert: { code: 'alert.balanceUnavailable', params: { networkId, reason: reasonOf(error) } },
    })),
  },
  guards: {
    answered: (_, { output }: Answer) => output !== undefined,
    complete: ({ context }, { output }: Answer) => output !== undefined && isAllThereIs(output, context),
    whole: ({ context }) => context.error === undefined,
  },
  delays: { assets: timeout('assetsMs'), api: timeout('apiMs'), balance: timeout('balanceMs') },
}).createMachine({
  id: 'reading',
  description: 'One reading of balances: the wallet is asked first, then the provider, then the chain.',
  meta: { kind: 'flow', spec: ['3.2', '7.6', '7.27', '8.1'] },
  context: ({ input }) => ({ ...input, tokens: undefined, error: undefined }),
  output: ({ context: { tokens, error } }) => ({ tokens, error }),
  initial: 'fromWallet',
  on: { 'reading.cancel': '.cancelled' },
  states: {
    fromWallet: {
      description: 'Most wallets do not offer to tell. One that is silent is not waited for long.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromWallet',
        src: 'fetchFromWallet',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'complete', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          { target: 'fromApi' },
        ],
        onError: 'fromApi',
      },
      after: { assets: 'fromApi' },
    },
    fromApi: {
      description: 'The API is asked.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromApi',
        src: 'fetchFromApi',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'complete', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          {
            description:
              'Of the native token it said nothing, which is not the same as none; or something that cannot be true.',
            guard: { type: 'answered', params: ({ event }) => event },
            target: 'fromChain',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          { target: 'fromChain' },
        ],
        onError: { target: 'fromChain', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      after: { api: { target: 'fromChain', actions: { type: 'keepError', params: expired } } },
    },
    fromChain: {
      description: 'The native token and those that the site lists: after a failure of the API it is not all.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromChain',
        src: 'fetchFromChain',
        input: ({ context }) => context,
        onDone: [
          { guard: 'whole', target: 'done', actions: { type: 'keepMissing', params: ({ event }) => event } },
          { target: 'failed', actions: { type: 'keepMissing', params: ({ event }) => event } },
        ],
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      after: { balance: { target: 'failed', actions: { type: 'keepError', params: expired } } },
    },
    done: { type: 'final', description: 'Everything was read.' },
    failed: {
      type: 'final',
      description: 'What was read is not all, or nothing.',
      entry: {
        type: 'alertUnavailable',
        params: ({ context: { network, error } }) => ({ networkId: network.caipNetworkId, error }),
      },
    },
    cancelled: { type: 'final', description: 'It was called off.' },
  },
})
