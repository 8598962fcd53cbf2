/** Flow: one switch of a wallet to another network. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { SetupTypes } from '../core/contract.ts'
import { configurableDelay } from '../core/actors.ts'
import { walletRequestLogic } from '../wallet-requests/walletRequest.machine.ts'
import { cancelled, crashed, done, isChainUnknown, switchOutcome } from '../shared/outcome.rules.ts'
import type { NetworkSwitchContract } from './networkSwitch.contract.ts'

interface Answered {
  output: Outcome<NetworkId | undefined>
}

export const networkSwitchMachine = setup({
  types: {} as SetupTypes<NetworkSwitchContract>,
  actors: { walletRequest: walletRequestLogic<'switchNetwork' | 'addNetwork'>() },
  actions: {
    markAdded: assign({ added: true }),
    setArrival: assign({ outcome: ({ context }) => done(context.network.caipNetworkId) }),
    setRefusal: assign({ outcome: (_, { output }: Answered) => (output.status === 'done' ? cancelled : output) }),
    setStay: assign({ outcome: () => switchOutcome(undefined) }),
    setCrash: assign({ outcome: (_, { error }: { error: unknown }) => crashed(error) }),
  },
  guards: {
    isReached: ({ context }, { output }: Answered) =>
      output.status === 'done' && output.value === context.network.caipNetworkId,
    isAgreed: (_, { output }: Answered) => output.status === 'done',
    canAdd: ({ context }, { output }: Answered) =>
      !context.added && output.status === 'failed' && isChainUnknown(output.error),
  },
  delays: { settle: configurableDelay('networkSettleMs') },
}).createMachine({
  id: 'networkSwitch',
  description: 'One switch of a wallet to another network: the user answers in the wallet.',
  meta: { kind: 'flow', spec: ['4.15', '8.11', '8.12'] },
  context: ({ input }) => ({ ...input, added: false, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'switching',
  on: { 'networkSwitch.cancel': '.cancelled' },
  states: {
    switching: {
      description: 'The wallet shows a request to switch.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connection, network } }) => ({ question: { kind: 'switchNetwork', connection, network } }),
        onDone: [
          { guard: { type: 'isReached', params: ({ event }) => event }, target: 'switched', actions: 'setArrival' },
          { guard: { type: 'isAgreed', params: ({ event }) => event }, target: 'settling' },
          { guard: { type: 'canAdd', params: ({ event }) => event }, target: 'adding' },
          { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        onError: { target: 'ended', actions: { type: 'setCrash', params: ({ event }) => event } },
      },
    },
    adding: {
      description: 'The wallet does not know the network. It shows a request to add it, and then one to switch.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connection, network } }) => ({ question: { kind: 'addNetwork', connection, network } }),
        onDone: [
          { guard: { type: 'isAgreed', params: ({ event }) => event }, target: 'switching', actions: 'markAdded' },
          { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        onError: { target: 'ended', actions: { type: 'setCrash', params: ({ event }) => event } },
      },
    },
    settling: {
      description: 'The wallet agreed but is not on the network yet. Waits for its network change.',
      tags: 'busy',
      after: { settle: { target: 'ended', actions: 'setStay' } },
    },
    switched: { type: 'final', description: 'The wallet is on the requested network.' },
    ended: { type: 'final', description: 'The wallet did not switch, as the outcome says.' },
    cancelled: { type: 'final', description: 'The switch was cancelled.' },
  },
})
