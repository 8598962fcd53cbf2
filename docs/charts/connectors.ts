/**
 * The connectors that are available, as wallets announce themselves.
 *
 * The chart of `connectors` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isUsable: true as boolean,
  isPairing: true as boolean,
  hasChoice: true as boolean,
  isKnown: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    discover: listener,
  },
  actions: {
    addConnector: says('addConnector'),
    removeConnector: says('removeConnector'),
    notifyWallets: says('notifyWallets'),
    setError: says('setError'),
    setChoosing: says('setChoosing'),
    showChains: says('showChains'),
    setAttempted: says('setAttempted'),
    connect: says('connect'),
    cancel: says('cancel'),
    setNetworkId: says('setNetworkId'),
    cancelAttempts: says('cancelAttempts'),
    connectWithQrCode: says('connectWithQrCode'),
    syncOtherNamespaces: says('syncOtherNamespaces'),
    emitRefused: says('emitRefused'),
    requireProject: says('requireProject'),
    showNotFound: says('showNotFound'),
  },
  guards: {
    isUsable: () => yes['isUsable'],
    isPairing: () => yes['isPairing'],
    hasChoice: () => yes['hasChoice'],
    isKnown: () => yes['isKnown'],
  },
}).createMachine({
  id: 'connectors',
  description: 'The connectors that are available, as wallets announce themselves.',
  meta: { kind: 'service', spec: ['3.17'] },
  initial: 'listening',
  on: {
    'connector.announced': { guard: { type: 'isUsable' }, actions: [{ type: 'addConnector' }, 'notifyWallets'] },
    'connector.removed': { actions: [{ type: 'removeConnector' }, 'notifyWallets'] },
    'connector.shared': { actions: { type: 'syncOtherNamespaces' } },
    'network.changed': { actions: { type: 'setNetworkId' } },
    'connectors.connect': [
      { guard: { type: 'hasChoice' }, actions: [{ type: 'setChoosing' }, 'showChains'] },
      { guard: { type: 'isKnown' }, actions: [{ type: 'setAttempted' }, { type: 'connect' }] },
      { guard: { type: 'isPairing' }, actions: [{ type: 'emitRefused' }, 'showNotFound', 'requireProject'] },
      { actions: [{ type: 'emitRefused' }, 'showNotFound'] },
    ],
    'connectors.viewEntered': { actions: 'connectWithQrCode' },
    'connectors.viewLeft': { actions: 'cancelAttempts' },
    'connectors.cancel': { actions: { type: 'cancel' } },
    'modal.opened': { guard: { type: 'isKnown' }, actions: [{ type: 'setAttempted' }, { type: 'connect' }] },
  },
  states: {
    listening: {
      description: 'Waits for wallets to announce themselves.',
      invoke: { id: 'discover', src: 'discover', onError: { target: 'unavailable', actions: { type: 'setError' } } },
    },
    unavailable: { description: 'New wallets cannot be discovered. Known connectors remain.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
