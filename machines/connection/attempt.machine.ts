/** Flow: one attempt to connect, by the way that leads to the chosen wallet. */
import { assign, sendTo, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import { toLatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { cancelled, failed } from '../rules/outcomes.ts'
import type { AttemptContract } from './attempt.contract.ts'
import type { ExternalContract } from './external.contract.ts'
import { externalMachine } from './external.machine.ts'
import type { WalletConnectContract } from './walletConnect.contract.ts'
import { walletConnectMachine } from './walletConnect.machine.ts'

export const attemptMachine = setup({
  types: {} as TypesOf<AttemptContract>,
  actors: {
    external: seal<ExternalContract>()(externalMachine),
    walletConnect: seal<WalletConnectContract>()(walletConnectMachine),
  },
  actions: {
    keep: assign({ outcome: (_, { output }: { output: Outcome<Connection> }) => output }),
    keepCrash: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    cancelExternal: sendTo('external', { type: 'external.cancel' }),
    cancelWalletConnect: sendTo('walletConnect', { type: 'walletConnect.cancel' }),
  },
  guards: { elsewhere: ({ context }) => context.connector.type === 'WALLET_CONNECT' },
}).createMachine({
  id: 'attempt',
  description: 'One attempt to connect a wallet: in this browser, or on another device.',
  meta: { kind: 'flow', spec: ['2.6', '3.17'] },
  context: ({ input }) => ({ connector: input.connector, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'judging',
  states: {
    judging: {
      description: 'Passing through: where is the wallet?',
      always: [{ guard: 'elsewhere', target: 'walletConnect' }, { target: 'external' }],
    },
    external: {
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        input: ({ context }) => ({ connector: context.connector }),
        onDone: { target: 'ended', actions: { type: 'keep', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'keepCrash', params: ({ event }) => event } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
    },
    walletConnect: {
      tags: 'busy',
      invoke: {
        id: 'walletConnect',
        src: 'walletConnect',
        input: ({ context }) => ({ connector: context.connector }),
        onDone: { target: 'ended', actions: { type: 'keep', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'keepCrash', params: ({ event }) => event } },
      },
      on: { 'attempt.cancel': { actions: 'cancelWalletConnect' } },
    },
    ended: { type: 'final', description: 'As the outcome says.' },
  },
})
