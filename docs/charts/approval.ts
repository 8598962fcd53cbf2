/**
 * What a question to a wallet means, for the visitor who is to decide.
 *
 * The chart of `approval`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  explain: 'pending' as Ends, // the slot approval.explain
  forecast: 'pending' as Ends, // the slot approval.forecast
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    explain: work('explain'),
    forecast: work('forecast'),
  },
  actions: {
    keep: says('keep'),
    keepExplanation: says('keepExplanation'),
    keepForecast: says('keepForecast'),
    keepRaw: says('keepRaw'),
    clear: says('clear'),
  },
  delays: {
    explain: 5_000, // timeouts.explainMs
  },
}).createMachine({
  id: 'approval',
  description: 'What a question to a wallet means, for the visitor who is to decide.',
  meta: { kind: 'service', spec: ['4.32'] },
  context: {},
  initial: 'idle',
  on: {
    'approval.show': { target: '.explaining', actions: { type: 'keep' } },
    'approval.hide': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: { description: 'Nothing is asked that the visitor decides.' },
    explaining: {
      description: 'Tokens and contracts are looked up on the chain.',
      tags: 'busy',
      invoke: {
        id: 'explain',
        src: 'explain',
        onDone: { target: 'forecasting', actions: { type: 'keepExplanation' } },
        onError: { target: 'unread', actions: 'keepRaw' },
      },
      after: { explain: { target: 'unread', actions: 'keepRaw' } },
    },
    forecasting: {
      description: 'It is known what is asked, and tried on the chain what would come of it.',
      invoke: {
        id: 'forecast',
        src: 'forecast',
        onDone: { target: 'explained', actions: { type: 'keepForecast' } },
        onError: 'explained',
      },
      after: { explain: 'explained' },
    },
    explained: { description: 'It is known what is asked.' },
    unread: { description: 'It could not be read: it is shown as it was asked.' },
  },
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
