/** Flow: one attempt to connect a wallet that lives in the browser. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { Connector } from '../entities/connector.ts'
import type { NetworkId } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { there } from '../kit/there.ts'
import {
  cancelled,
  connectError,
  declined,
  done,
  expired,
  failed,
  isPending,
  isUserRejection,
} from '../rules/outcomes.ts'
import type { ExternalContract } from './external.contract.ts'

interface Asked {
  connector: Connector
  networkId: NetworkId | undefined
}

export const externalMachine = setup({
  types: {} as TypesOf<ExternalContract>,
  actors: {
    requestAccounts: effect<Connection, Asked>('external.requestAccounts'),
    /** What the wallet shares by now, without asking the visitor. */
    lookForAccounts: effect<Connection | undefined, Asked>('external.lookForAccounts'),
  },
  actions: {
    keepConnection: assign({ outcome: (_, { output }: { output: Connection }) => done(output) }),
    keepDecline: assign({
      outcome: (_, { error }: { error: unknown }) => declined(new LatchkeyError('connect.declined', { cause: error })),
    }),
    keepExpiry: assign({
      outcome: ({ context }) =>
        expired(context.error ?? new LatchkeyError('connect.expired', { params: { wallet: context.connector.name } })),
    }),
    keepPending: assign({
      error: ({ context }, { error }: { error: unknown }) => connectError(error, context.connector.name),
    }),
    keepFailure: assign({
      outcome: ({ context }, { error }: { error: unknown }) => failed(connectError(error, context.connector.name)),
    }),
  },
  guards: {
    userRejected: (_, { error }: { error: unknown }) => isUserRejection(error),
    asksAlready: (_, { error }: { error: unknown }) => isPending(error),
    found: (_, { output }: { output: Connection | undefined }) => output !== undefined,
  },
  delays: {
    connect: timeout('connectMs'),
    reminder: TIMING.reminderMs,
    again: TIMING.answeredLookMs,
    restore: timeout('restoreMs'),
  },
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
  states: {
    requesting: {
      description: 'The wallet is asked for its accounts.',
      tags: 'busy',
      initial: 'prompted',
      invoke: {
        id: 'requestAccounts',
        src: 'requestAccounts',
        input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
        onDone: { target: 'connected', actions: { type: 'keepConnection', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'userRejected', params: ({ event }) => event },
            target: 'declined',
            actions: { type: 'keepDecline', params: ({ event }) => event },
          },
          {
            guard: { type: 'asksAlready', params: ({ event }) => event },
            target: '.pending',
            actions: { type: 'keepPending', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      on: { 'external.cancel': 'cancelled' },
      after: { connect: { target: 'expired', actions: 'keepExpiry' } },
      states: {
        prompted: { description: 'The wallet was asked a moment ago.', after: { reminder: 'overdue' } },
        overdue: {
          description: 'No answer for a while: the wallet may wait behind another window.',
          tags: 'overdue',
        },
        pending: {
          description: 'The wallet shows an earlier question. To ask anew would be another one.',
          after: { again: 'looking' },
        },
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
                actions: { type: 'keepConnection', params: ({ event }) => ({ output: there(event.output) }) },
              },
              { target: 'pending' },
            ],
            onError: 'pending',
          },
          after: { restore: 'pending' },
        },
      },
    },
    connected: { type: 'final', description: 'The wallet shares its accounts.' },
    declined: { type: 'final', description: 'The visitor said no in the wallet.' },
    expired: { type: 'final', description: 'Nobody answered in time.' },
    cancelled: { type: 'final', description: 'The visitor, or the site, called it off.' },
    failed: { type: 'final', description: 'The wallet could not be asked, or answered something else.' },
  },
})
