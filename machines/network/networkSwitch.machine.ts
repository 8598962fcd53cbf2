/** Flow: one switch of a wallet to another network. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import type { NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { addOutcome, cancelled, done, expired, isChainUnknown, switchOutcome } from '../shared/outcome.rules.ts'
import type { NetworkSwitchContract } from './networkSwitch.contract.ts'

interface Switched {
  output: NetworkId
}
interface Thrown {
  error: unknown
}
type Switch = Pick<NetworkSwitchContract['context'], 'connection' | 'network'>

/** Whether the wallet refused to switch because it does not know the network. */
function isAddable(thrown: unknown): boolean {
  const outcome = switchOutcome(thrown)
  return outcome.status === 'failed' && isChainUnknown(outcome.error)
}

export const networkSwitchMachine = setup({
  types: {} as SetupTypes<NetworkSwitchContract>,
  actors: {
    /** Sends the switch request to the wallet. Resolves to the network that the wallet is on afterwards. */
    switchNetwork: promiseActor<NetworkId, Switch>('networkSwitch.switchNetwork'),
    /** Sends the request to add the network to the wallet. */
    addNetwork: promiseActor<void, Switch>('networkSwitch.addNetwork'),
  },
  actions: {
    markAdded: assign({ added: true }),
    setArrival: assign({ outcome: ({ context }) => done(context.network.caipNetworkId) }),
    setRefusal: assign({ outcome: (_, { error }: Thrown) => switchOutcome(error) }),
    setAddRefusal: assign({ outcome: (_, { error }: Thrown) => addOutcome(error) }),
    setExpiry: assign({ outcome: () => expired(new LatchkeyError('network.switchExpired')) }),
    setStay: assign({ outcome: () => switchOutcome(undefined) }),
  },
  guards: {
    /** The wallet returned the requested network. Otherwise the switch waits a moment for its network change. */
    isReached: ({ context }, { output }: Switched) => output === context.network.caipNetworkId,
    /** The wallet does not know the network and was not requested to add it yet, so it receives that request. */
    canAdd: ({ context }, { error }: Thrown) => !context.added && isAddable(error),
  },
  delays: {
    /** The time that the user has to approve or reject the request in the wallet. */
    answer: configurableDelay('switchMs'),
    /** The maximum wait for the wallet's network change, after the user approved the switch. */
    settle: configurableDelay('networkSettleMs'),
  },
}).createMachine({
  id: 'networkSwitch',
  description: 'One switch of a wallet to another network: the user approves or rejects it in the wallet.',
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
        id: 'switchNetwork',
        src: 'switchNetwork',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: [
          { guard: { type: 'isReached', params: ({ event }) => event }, target: 'switched', actions: 'setArrival' },
          { target: 'settling' },
        ],
        onError: [
          { guard: { type: 'canAdd', params: ({ event }) => event }, target: 'adding' },
          { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
    },
    adding: {
      description: 'The wallet does not know the network. It shows a request to add it, and then one to switch.',
      tags: 'busy',
      invoke: {
        id: 'addNetwork',
        src: 'addNetwork',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: { target: 'switching', actions: 'markAdded' },
        onError: { target: 'ended', actions: { type: 'setAddRefusal', params: ({ event }) => event } },
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
    },
    settling: {
      description: 'The wallet agreed but is not on the network yet. Waits for its network change.',
      tags: 'busy',
      after: { settle: { target: 'ended', actions: 'setStay' } },
    },
    switched: { type: 'final', description: 'The wallet is on the requested network.' },
    ended: {
      type: 'final',
      description: 'The wallet did not switch: the user rejected it, or it failed or timed out.',
    },
    cancelled: { type: 'final', description: 'The switch was cancelled.' },
  },
})
