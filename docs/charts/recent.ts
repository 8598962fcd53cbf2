/**
 * The stored transactions that the account sent from this app. Pending ones are checked while the tab is visible.
 *
 * The chart of `recent` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isTabVisible: true as boolean,
  isVisible: true as boolean,
  isTabAndPageVisible: false as boolean,
  isNotSeen: true as boolean,
  isOwn: true as boolean,
  isOwnNetwork: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    watchPage: listener,
  },
  actions: {
    setSent: says('setSent'),
    setSettled: says('setSettled'),
    setPlaced: says('setPlaced'),
    setEntries: says('setEntries'),
    setTabVisible: says('setTabVisible'),
    setVisible: says('setVisible'),
    checkPending: says('checkPending'),
    stopChecking: says('stopChecking'),
  },
  guards: {
    isTabVisible: () => yes['isTabVisible'],
    isVisible: () => yes['isVisible'],
    isTabAndPageVisible: () => yes['isTabAndPageVisible'],
    isNotSeen: () => yes['isNotSeen'],
    isOwn: () => yes['isOwn'],
    isOwnNetwork: () => yes['isOwnNetwork'],
  },
}).createMachine({
  id: 'recent',
  description: 'The stored transactions that the account sent from this app. Pending ones are checked while the tab is visible.',
  meta: { kind: 'service', spec: ['2.3', '4.34', '9.9'] },
  initial: 'idle',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
  },
  on: {
    'recent.setVisible': { actions: { type: 'setTabVisible' } },
    'modal.closed': { actions: { type: 'setTabVisible', params: { isTabVisible: false } } },
    'page.shown': { actions: { type: 'setVisible', params: { isVisible: true } } },
    'page.hidden': { actions: { type: 'setVisible', params: { isVisible: false } } },
    'transaction.sent': { guard: { type: 'isOwn' }, actions: { type: 'setSent' } },
    'transaction.placed': { guard: { type: 'isOwnNetwork' }, actions: { type: 'setPlaced' } },
    'transaction.settled': { guard: { type: 'isOwnNetwork' }, actions: { type: 'setSettled' } },
    'storage.restored': { actions: { type: 'setEntries' } },
    'storage.updated': { actions: { type: 'setEntries' } },
  },
  states: {
    idle: {
      description: 'Waits until the tab is visible.',
      always: { guard: 'isTabAndPageVisible', target: 'watching' },
    },
    watching: {
      description: 'The tab is visible: pending transactions are checked.',
      entry: 'checkPending',
      exit: 'stopChecking',
      always: { guard: 'isNotSeen', target: 'idle' },
      on: {
        'storage.restored': {
          description: 'The account connected before the storage was read.',
          actions: [{ type: 'setEntries' }, 'checkPending'],
        },
        'storage.updated': {
          description: 'Another browser tab sent a transaction, or found that one settled.',
          actions: [{ type: 'setEntries' }, 'checkPending'],
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
