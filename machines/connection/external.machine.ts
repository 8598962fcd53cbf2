/** Flow: one attempt to connect a wallet in the browser. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { walletRequestLogic } from '../wallet-requests/walletRequest.machine.ts'
import { cancelled, crashed, done, expired } from '../shared/outcome.rules.ts'
import type { ExternalContract } from './external.contract.ts'

interface WalletInput {
  connector: Connector
  networkId: NetworkId | undefined
}
interface Answered {
  output: Outcome<Connection>
}

export const externalMachine = setup({
  types: {} as SetupTypes<ExternalContract>,
  actors: {
    walletRequest: walletRequestLogic<'connect'>(),
    /** Reads the accounts that the wallet shares by now, without a prompt. */
    lookForAccounts: promiseActor<Connection | undefined, WalletInput>('external.lookForAccounts'),
  },
  actions: {
    setOutcome: assign({ outcome: (_, { output }: Answered) => output }),
    setPending: assign({ error: (_, { output }: Answered) => ('error' in output ? output.error : undefined) }),
    setFound: assign({ outcome: (_, { output }: { output: Connection | undefined }) => done(assertDefined(output)) }),
    setExpiry: assign({
      outcome: ({ context: { error, connector } }) =>
        expired(error ?? new LatchkeyError('connect.expired', { params: { wallet: connector.name } })),
    }),
    setCrash: assign({ outcome: (_, { error }: { error: unknown }) => crashed(error) }),
  },
  guards: {
    isConnected: (_, { output }: Answered) => output.status === 'done',
    isPending: (_, { output }: Answered) => 'error' in output && output.error.code === 'connect.pending',
    hasConnection: (_, { output }: { output: Connection | undefined }) => output !== undefined,
  },
  delays: {
    connect: configurableDelay('connectMs'),
    again: TIMING.answeredLookMs,
    restore: configurableDelay('restoreMs'),
  },
}).createMachine({
  id: 'external',
  description: 'One attempt to connect a wallet in this browser: the user answers in the wallet.',
  meta: { kind: 'flow', spec: ['2.6', '8.46'] },
  context: ({ input }) => ({
    connector: input.connector,
    networkId: input.networkId,
    error: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'requesting',
  on: { 'external.cancel': '.cancelled' },
  states: {
    requesting: {
      description: 'The wallet shows a request for its accounts.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connector, networkId } }) => ({ question: { kind: 'connect', connector, networkId } }),
        onDone: [
          {
            guard: { type: 'isConnected', params: ({ event }) => event },
            target: 'connected',
            actions: { type: 'setOutcome', params: ({ event }) => event },
          },
          {
            guard: { type: 'isPending', params: ({ event }) => event },
            target: 'pending',
            actions: { type: 'setPending', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'setOutcome', params: ({ event }) => event } },
        ],
        onError: { target: 'ended', actions: { type: 'setCrash', params: ({ event }) => event } },
      },
    },
    pending: {
      description: 'The wallet still shows an earlier prompt. A new request would open another one.',
      tags: 'busy',
      initial: 'resting',
      after: { connect: { target: 'ended', actions: 'setExpiry' } },
      states: {
        resting: { description: 'Waits before the next check.', after: { again: 'looking' } },
        looking: {
          description: 'Checks the accounts that the wallet shares, to see whether the user has answered.',
          invoke: {
            id: 'lookForAccounts',
            src: 'lookForAccounts',
            input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
            onDone: [
              {
                guard: { type: 'hasConnection', params: ({ event }) => event },
                target: '#external.connected',
                actions: { type: 'setFound', params: ({ event }) => event },
              },
              { target: 'resting' },
            ],
            onError: 'resting',
          },
          after: { restore: 'resting' },
        },
      },
    },
    connected: { type: 'final', description: 'The wallet shared its accounts.' },
    ended: { type: 'final', description: 'The wallet shared no accounts, as the outcome says.' },
    cancelled: { type: 'final', description: 'The user or the app cancelled the attempt.' },
  },
})
