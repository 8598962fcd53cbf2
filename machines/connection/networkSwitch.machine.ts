/** Flow: one switch of a wallet to another network. Every ending is an outcome. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { isChainUnknown } from '../rules/networks.ts'
import { addOutcome, cancelled, done, expired, isUserRejection, switchOutcome } from '../rules/outcomes.ts'
import type { NetworkSwitchContract } from './networkSwitch.contract.ts'

interface Ask {
  connection: Connection
  network: Network
}

const ask = ({ connection, network }: NetworkSwitchContract['context']): Ask => ({ connection, network })

export const networkSwitchMachine = setup({
  types: {} as TypesOf<NetworkSwitchContract>,
  actors: {
    /** Resolves to the network that the wallet says it is on afterwards. */
    switchNetwork: effect<NetworkId, Ask>('networkSwitch.switchNetwork'),
    addNetwork: effect<void, Ask>('networkSwitch.addNetwork'),
  },
  actions: {
    markAdded: assign({ added: true }),
    keepArrival: assign({ outcome: ({ context }) => done(context.network.caipNetworkId) }),
    keepRefusal: assign({ outcome: (_, { error }: { error: unknown }) => switchOutcome(error) }),
    keepAddRefusal: assign({ outcome: (_, { error }: { error: unknown }) => addOutcome(error) }),
    keepStay: assign({ outcome: () => switchOutcome(undefined) }),
    keepExpiry: assign({ outcome: () => expired(new LatchkeyError('network.switchExpired')) }),
  },
  guards: {
    reached: ({ context }, { output }: { output: NetworkId }) => output === context.network.caipNetworkId,
    addable: ({ context }, { error }: { error: unknown }) =>
      !context.added && !isUserRejection(error) && isChainUnknown(error),
    userRejected: (_, { error }: { error: unknown }) => isUserRejection(error),
  },
  delays: { switching: timeout('switchMs'), settle: TIMING.networkSettleMs },
}).createMachine({
  id: 'networkSwitch',
  description: 'One switch of a wallet to another network; the visitor answers in the wallet.',
  meta: { kind: 'flow', spec: ['4.15', '8.11', '8.12'] },
  context: ({ input }) => ({ ...input, added: false, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'switching',
  on: { 'networkSwitch.cancel': '.cancelled' },
  states: {
    switching: {
      description: 'The wallet is asked to switch.',
      tags: 'busy',
      invoke: {
        id: 'switchNetwork',
        src: 'switchNetwork',
        input: ({ context }) => ask(context),
        onDone: [
          { guard: { type: 'reached', params: ({ event }) => event }, target: 'switched', actions: 'keepArrival' },
          { target: 'settling' },
        ],
        onError: [
          { guard: { type: 'addable', params: ({ event }) => event }, target: 'adding' },
          {
            guard: { type: 'userRejected', params: ({ event }) => event },
            target: 'declined',
            actions: { type: 'keepRefusal', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
      },
      after: { switching: { target: 'expired', actions: 'keepExpiry' } },
    },
    adding: {
      description: 'The wallet does not know the network and is asked to add it; then to switch once more.',
      tags: 'busy',
      invoke: {
        id: 'addNetwork',
        src: 'addNetwork',
        input: ({ context }) => ask(context),
        onDone: { target: 'switching', actions: 'markAdded' },
        onError: [
          {
            guard: { type: 'userRejected', params: ({ event }) => event },
            target: 'declined',
            actions: { type: 'keepAddRefusal', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepAddRefusal', params: ({ event }) => event } },
        ],
      },
      after: { switching: { target: 'expired', actions: 'keepExpiry' } },
    },
    settling: {
      description: 'The wallet said yes and is not there yet. It may take a moment.',
      tags: 'busy',
      after: { settle: { target: 'failed', actions: 'keepStay' } },
    },
    switched: { type: 'final', description: 'The wallet is on the network that was wanted.' },
    declined: { type: 'final', description: 'The visitor said no in the wallet.' },
    expired: { type: 'final', description: 'Nobody answered in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
    failed: { type: 'final', description: 'The wallet cannot switch to it, or did not arrive there.' },
  },
})
