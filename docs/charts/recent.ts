/**
 * What the account sent from this page, as it is remembered; what is pending is looked at while somebody looks.
 *
 * The chart of `recent`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  shown: true as boolean,
  visible: true as boolean,
  lookedAt: false as boolean,
  unseen: true as boolean,
  own: true as boolean,
  ofNetwork: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    watchPage: listener,
  },
  actions: {
    keepSent: says('keepSent'),
    keepSettled: says('keepSettled'),
    keepPlaced: says('keepPlaced'),
    takeOver: says('takeOver'),
    keepShown: says('keepShown'),
    keepVisible: says('keepVisible'),
    look: says('look'),
    rest: says('rest'),
  },
  guards: {
    shown: () => yes['shown'],
    visible: () => yes['visible'],
    lookedAt: () => yes['lookedAt'],
    unseen: () => yes['unseen'],
    own: () => yes['own'],
    ofNetwork: () => yes['ofNetwork'],
  },
}).createMachine({
  id: 'recent',
  description: 'What the account sent from this page, as it is remembered; what is pending is looked at while somebody looks.',
  meta: { kind: 'service', spec: ['2.3', '4.34', '9.9'] },
  initial: 'idle',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'Where nobody knows whether the page can be seen, it counts as seen.' },
  },
  on: {
    'recent.setShown': { actions: { type: 'keepShown' } },
    'modal.closed': { actions: { type: 'keepShown', params: { isShown: false } } },
    'page.shown': { actions: { type: 'keepVisible', params: { isVisible: true } } },
    'page.hidden': { actions: { type: 'keepVisible', params: { isVisible: false } } },
    'transaction.sent': { guard: { type: 'own' }, actions: { type: 'keepSent' } },
    'transaction.placed': { guard: { type: 'ofNetwork' }, actions: { type: 'keepPlaced' } },
    'transaction.settled': { guard: { type: 'ofNetwork' }, actions: { type: 'keepSettled' } },
    'memory.restored': { actions: { type: 'takeOver' } },
    'memory.changed': { actions: { type: 'takeOver' } },
  },
  states: {
    idle: { description: 'Nobody looks; nothing is asked.', always: { guard: 'lookedAt', target: 'watching' } },
    watching: {
      description: 'Somebody looks: what is pending is looked at.',
      entry: 'look',
      exit: 'rest',
      always: { guard: 'unseen', target: 'idle' },
      on: {
        'memory.restored': {
          description: 'The account was connected before the storage was read.',
          actions: [{ type: 'takeOver' }, 'look'],
        },
        'memory.changed': {
          description: 'Another tab has sent something, or knows what became of it.',
          actions: [{ type: 'takeOver' }, 'look'],
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
