/**
 * One switch of a wallet to another network: the user answers in the wallet.
 *
 * The chart of `networkSwitch` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isReached: true as boolean,
  canAdd: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  switchNetwork: 'pending' as Ends, // the actor networkSwitch.switchNetwork
  addNetwork: 'pending' as Ends, // the actor networkSwitch.addNetwork
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    switchNetwork: work('switchNetwork'),
    addNetwork: work('addNetwork'),
  },
  actions: {
    markAdded: says('markAdded'),
    setArrival: says('setArrival'),
    setRefusal: says('setRefusal'),
    setAddRefusal: says('setAddRefusal'),
    setExpiry: says('setExpiry'),
    setStay: says('setStay'),
  },
  guards: {
    isReached: () => yes['isReached'],
    canAdd: () => yes['canAdd'],
  },
  delays: {
    answer: 120_000, // timeouts.switchMs
    settle: 2_000, // timeouts.networkSettleMs
  },
}).createMachine({
  id: 'networkSwitch',
  description: 'One switch of a wallet to another network: the user answers in the wallet.',
  meta: { kind: 'flow', spec: ['4.15', '8.11', '8.12'] },
  initial: 'switching',
  on: { 'networkSwitch.cancel': '.cancelled' },
  states: {
    switching: {
      description: 'The wallet shows a request to switch.',
      tags: 'busy',
      invoke: {
        id: 'switchNetwork',
        src: 'switchNetwork',
        onDone: [{ guard: { type: 'isReached' }, target: 'switched', actions: 'setArrival' }, { target: 'settling' }],
        onError: [
          { guard: { type: 'canAdd' }, target: 'adding' },
          { target: 'ended', actions: { type: 'setRefusal' } },
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
        onDone: { target: 'switching', actions: 'markAdded' },
        onError: { target: 'ended', actions: { type: 'setAddRefusal' } },
      },
      after: { answer: { target: 'ended', actions: 'setExpiry' } },
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
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
