/**
 * Explains what a wallet request means to the user who decides on it.
 *
 * The chart of `approval` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  explain: 'pending' as Ends, // the actor approval.explain
  forecast: 'pending' as Ends, // the actor approval.forecast
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
    explain: work('explain'),
    forecast: work('forecast'),
  },
  actions: {
    setCall: says('setCall'),
    setExplanation: says('setExplanation'),
    setForecast: says('setForecast'),
    setRaw: says('setRaw'),
    clear: says('clear'),
  },
  delays: {
    explain: 5_000, // timeouts.explainMs
  },
}).createMachine({
  id: 'approval',
  description: 'Explains what a wallet request means to the user who decides on it.',
  meta: { kind: 'service', spec: ['4.32'] },
  context: {},
  initial: 'idle',
  on: {
    'approval.show': { target: '.explaining', actions: { type: 'setCall' } },
    'approval.hide': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: { description: 'No request waits for the user\'s decision.' },
    explaining: {
      description: 'Tokens and contracts are being looked up on the chain.',
      tags: 'busy',
      invoke: {
        id: 'explain',
        src: 'explain',
        onDone: { target: 'forecasting', actions: { type: 'setExplanation' } },
        onError: { target: 'unread', actions: 'setRaw' },
      },
      after: { explain: { target: 'unread', actions: 'setRaw' } },
    },
    forecasting: {
      description: 'The request is explained. Its result is being simulated on the chain.',
      invoke: {
        id: 'forecast',
        src: 'forecast',
        onDone: { target: 'explained', actions: { type: 'setForecast' } },
        onError: 'explained',
      },
      after: { explain: 'explained' },
    },
    explained: { description: 'The request is explained.' },
    unread: { description: 'The request could not be explained: its raw data is shown.' },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
