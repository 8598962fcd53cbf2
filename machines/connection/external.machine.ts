/** Flow: one attempt to connect a wallet that lives in the browser. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Connector } from '../entities/connector.ts'
import type { NetworkId } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { there } from '../kit/there.ts'
import { walletRequestLogic } from '../requests/walletRequest.machine.ts'
import { cancelled, crashed, done, expired } from '../rules/outcomes.ts'
import type { ExternalContract } from './external.contract.ts'

interface Asked {
  connector: Connector
  networkId: NetworkId | undefined
}
interface Answered {
  output: Outcome<Connection>
}

export const externalMachine = setup({
  types: {} as TypesOf<ExternalContract>,
  actors: {
    walletRequest: walletRequestLogic<'connect'>(),
    /** What the wallet shares by now, without asking the visitor. */
    lookForAccounts: effect<Connection | undefined, Asked>('external.lookForAccounts'),
  },
  actions: {
    keep: assign({ outcome: (_, { output }: Answered) => output }),
    keepPending: assign({ error: (_, { output }: Answered) => ('error' in output ? output.error : undefined) }),
    keepFound: assign({ outcome: (_, { output }: { output: Connection | undefined }) => done(there(output)) }),
    keepExpiry: assign({
      outcome: ({ context: { error, connector } }) =>
        expired(error ?? new LatchkeyError('connect.expired', { params: { wallet: connector.name } })),
    }),
    keepCrash: assign({ outcome: (_, { error }: { error: unknown }) => crashed(error) }),
  },
  guards: {
    connected: (_, { output }: Answered) => output.status === 'done',
    pending: (_, { output }: Answered) => 'error' in output && output.error.code === 'connect.pending',
    found: (_, { output }: { output: Connection | undefined }) => output !== undefined,
  },
  delays: { connect: timeout('connectMs'), again: TIMING.answeredLookMs, restore: timeout('restoreMs') },
}).createMachine({
  id: 'external',
  description: 'One attempt to connect a wallet in this browser: the visitor answers in the wallet.',
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
      description: 'The wallet is asked for its accounts.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connector, networkId } }) => ({ question: { kind: 'connect', connector, networkId } }),
        onDone: [
          {
            guard: { type: 'connected', params: ({ event }) => event },
            target: 'connected',
            actions: { type: 'keep', params: ({ event }) => event },
          },
          {
            guard: { type: 'pending', params: ({ event }) => event },
            target: 'pending',
            actions: { type: 'keepPending', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'keep', params: ({ event }) => event } },
        ],
        onError: { target: 'ended', actions: { type: 'keepCrash', params: ({ event }) => event } },
      },
    },
    pending: {
      description: 'The wallet shows an earlier question. To ask anew would be another one.',
      tags: 'busy',
      initial: 'resting',
      after: { connect: { target: 'ended', actions: 'keepExpiry' } },
      states: {
        resting: { description: 'The visitor is given a moment.', after: { again: 'looking' } },
        looking: {
          description: 'Has the visitor answered it? What the wallet shares tells.',
          invoke: {
            id: 'lookForAccounts',
            src: 'lookForAccounts',
            input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
            onDone: [
              {
                guard: { type: 'found', params: ({ event }) => event },
                target: '#external.connected',
                actions: { type: 'keepFound', params: ({ event }) => event },
              },
              { target: 'resting' },
            ],
            onError: 'resting',
          },
          after: { restore: 'resting' },
        },
      },
    },
    connected: { type: 'final', description: 'The wallet shares its accounts.' },
    ended: { type: 'final', description: 'It does not, as the outcome says.' },
    cancelled: { type: 'final', description: 'The visitor, or the site, called it off.' },
  },
})
