/**
 * The wallets this page can reach, as they announce themselves.
 *
 * The chart of `connectors`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  usable: true as boolean,
  pairing: true as boolean,
  choosable: true as boolean,
  known: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    discover: listener,
  },
  actions: {
    keep: says('keep'),
    drop: says('drop'),
    tellWallets: says('tellWallets'),
    keepError: says('keepError'),
    keepChoosing: says('keepChoosing'),
    showChains: says('showChains'),
    keepAttempted: says('keepAttempted'),
    connect: says('connect'),
    cancel: says('cancel'),
    follow: says('follow'),
    abandon: says('abandon'),
    offerCode: says('offerCode'),
    share: says('share'),
    emitRefused: says('emitRefused'),
    needProject: says('needProject'),
    sayNotFound: says('sayNotFound'),
  },
  guards: {
    usable: () => yes['usable'],
    pairing: () => yes['pairing'],
    choosable: () => yes['choosable'],
    known: () => yes['known'],
  },
}).createMachine({
  id: 'connectors',
  description: 'The wallets this page can reach, as they announce themselves.',
  meta: { kind: 'service', spec: ['3.17'] },
  initial: 'listening',
  on: {
    'connector.announced': { guard: { type: 'usable' }, actions: [{ type: 'keep' }, 'tellWallets'] },
    'connector.removed': { actions: [{ type: 'drop' }, 'tellWallets'] },
    'connector.shared': { actions: { type: 'share' } },
    'network.changed': { actions: { type: 'follow' } },
    'connectors.choose': [
      { guard: { type: 'choosable' }, actions: [{ type: 'keepChoosing' }, 'showChains'] },
      { guard: { type: 'known' }, actions: [{ type: 'keepAttempted' }, { type: 'connect' }] },
      { guard: { type: 'pairing' }, actions: [{ type: 'emitRefused' }, 'sayNotFound', 'needProject'] },
      { actions: [{ type: 'emitRefused' }, 'sayNotFound'] },
    ],
    'connectors.viewEntered': { actions: 'offerCode' },
    'connectors.viewLeft': { actions: 'abandon' },
    'connectors.cancel': { actions: { type: 'cancel' } },
    'modal.opened': { guard: { type: 'known' }, actions: [{ type: 'keepAttempted' }, { type: 'connect' }] },
  },
  states: {
    listening: {
      description: 'Wallets may announce themselves at any moment.',
      invoke: { id: 'discover', src: 'discover', onError: { target: 'unavailable', actions: { type: 'keepError' } } },
    },
    unavailable: { description: 'The page cannot be listened to. Wallets that are known already stay.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
