/** Flow: one read of the balances, from the wallet first, then the API, then the chain. */
import { assign, setup } from 'xstate'
import type { TokenBalance } from '../shared/token.types.ts'
import { LatchkeyError, reasonOf, toLatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { validateBalances, areComplete, withBalances } from './balance.rules.ts'
import type { Read, ReadingContract } from './reading.contract.ts'
import { alerts } from '../shell/alerts.contract.ts'

interface Answer {
  output: readonly TokenBalance[] | undefined
}

const expired = () => ({ error: new LatchkeyError('balance.expired') })

export const readingMachine = setup({
  types: {} as SetupTypes<ReadingContract>,
  actors: {
    /** Requests the balances from the wallet. Resolves to undefined if the wallet does not report balances. */
    fetchFromWallet: promiseActor<readonly TokenBalance[] | undefined, Read>('reading.fetchFromWallet'),
    /** Fetches the balances from the API. Resolves to undefined without an API, or if it does not serve the network. */
    fetchFromApi: promiseActor<readonly TokenBalance[] | undefined, Read>('reading.fetchFromApi'),
    /** Reads the balances from the chain: the native token first, then the listed tokens, including zero balances. */
    fetchFromChain: promiseActor<readonly TokenBalance[], Read>('reading.fetchFromChain'),
  },
  actions: {
    setTokens: assign({ tokens: ({ context }, { output = [] }: Answer) => validateBalances(output, context) }),
    /** Adds the balances from the chain that the API did not report. */
    setMissing: assign({
      tokens: ({ context }, { output = [] }: Answer) =>
        withBalances(context.tokens ?? [], validateBalances(output, context)),
    }),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    openAlert: sendToActor(alerts)(({ networkId, error }: { networkId: string; error: unknown }) => ({
      type: 'alerts.open',
      alert: { code: 'alert.balanceUnavailable', params: { networkId, reason: reasonOf(error) } },
    })),
  },
  guards: {
    /** The API returned balances, but some are missing or invalid, so the rest is read from the chain. */
    hasAnswer: (_, { output }: Answer) => output !== undefined,
    /** All returned balances are valid and include the native token, so no other source is needed. */
    isComplete: ({ context }, { output }: Answer) => output !== undefined && areComplete(output, context),
    /** The API did not fail, so the balances from the chain complete the read. */
    isWithoutError: ({ context }) => context.error === undefined,
  },
  delays: {
    /** How long to wait for the wallet. */
    assets: configurableDelay('assetsMs'),
    /** How long to wait for the API. */
    api: configurableDelay('apiMs'),
    /** How long to wait for the chain. */
    balance: configurableDelay('balanceMs'),
  },
}).createMachine({
  id: 'reading',
  description: 'One read of the balances: from the wallet first, then the API, then the chain.',
  meta: { kind: 'flow', spec: ['3.2', '7.6', '7.27', '8.1'] },
  context: ({ input }) => ({ ...input, tokens: undefined, error: undefined }),
  output: ({ context: { tokens, error } }) => ({ tokens, error }),
  initial: 'fromWallet',
  on: { 'reading.cancel': '.cancelled' },
  states: {
    fromWallet: {
      description: 'Waits for the wallet, but only briefly. Most wallets do not report their balances.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromWallet',
        src: 'fetchFromWallet',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'setTokens', params: ({ event }) => event },
          },
          { target: 'fromApi' },
        ],
        onError: 'fromApi',
      },
      after: { assets: 'fromApi' },
    },
    fromApi: {
      description: 'The balances are being fetched from the API.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromApi',
        src: 'fetchFromApi',
        input: ({ context }) => context,
        onDone: [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'done',
            actions: { type: 'setTokens', params: ({ event }) => event },
          },
          {
            description:
              'The API reported no native balance, which does not mean zero, or a balance that contradicts the configuration.',
            guard: { type: 'hasAnswer', params: ({ event }) => event },
            target: 'fromChain',
            actions: { type: 'setTokens', params: ({ event }) => event },
          },
          { target: 'fromChain' },
        ],
        onError: { target: 'fromChain', actions: { type: 'setError', params: ({ event }) => event } },
      },
      after: { api: { target: 'fromChain', actions: { type: 'setError', params: expired } } },
    },
    fromChain: {
      description:
        'The native token and the listed tokens are being read from the chain. After an API failure, other tokens are missing.',
      tags: 'busy',
      invoke: {
        id: 'fetchFromChain',
        src: 'fetchFromChain',
        input: ({ context }) => context,
        onDone: [
          { guard: 'isWithoutError', target: 'done', actions: { type: 'setMissing', params: ({ event }) => event } },
          { target: 'failed', actions: { type: 'setMissing', params: ({ event }) => event } },
        ],
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      after: { balance: { target: 'failed', actions: { type: 'setError', params: expired } } },
    },
    done: { type: 'final', description: 'All balances were read.' },
    failed: {
      type: 'final',
      description: 'The balances are incomplete or missing.',
      entry: {
        type: 'openAlert',
        params: ({ context: { network, error } }) => ({ networkId: network.caipNetworkId, error }),
      },
    },
    cancelled: { type: 'final', description: 'The read was cancelled.' },
  },
})
