/**
 * Copies a text for the user and shows whether that worked.
 *
 * The chart of `clipboard` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  copy: 'pending' as Ends, // the actor clipboard.copy
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
    copy: work('copy'),
  },
  actions: {
    setText: says('setText'),
    showCopied: says('showCopied'),
    showFailed: says('showFailed'),
  },
  delays: {
    copy: 3_000, // timeouts.copyMs
  },
}).createMachine({
  id: 'clipboard',
  description: 'Copies a text for the user and shows whether that worked.',
  meta: { kind: 'service', spec: ['2.14'] },
  context: { text: '', notice: 'link.copied' },
  initial: 'idle',
  on: { 'clipboard.copy': { target: '.copying', reenter: true, actions: { type: 'setText' } } },
  states: {
    idle: { description: 'Nothing is being copied.' },
    copying: {
      description: 'Waits for the clipboard. The browser may ask the user for permission first.',
      tags: 'busy',
      invoke: {
        id: 'copy',
        src: 'copy',
        onDone: { target: 'idle', actions: { type: 'showCopied' } },
        onError: { target: 'idle', actions: 'showFailed' },
      },
      on: { 'modal.closed': 'idle' },
      after: { copy: { target: 'idle', actions: 'showFailed' } },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
