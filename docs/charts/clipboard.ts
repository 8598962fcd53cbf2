/**
 * Copies texts for the visitor, and says whether that went well.
 *
 * The chart of `clipboard`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  copy: 'pending' as Ends, // the slot clipboard.copy
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
    copy: work('copy'),
  },
  actions: {
    keep: says('keep'),
    sayCopied: says('sayCopied'),
    sayFailed: says('sayFailed'),
  },
  delays: {
    copy: 3_000, // timeouts.copyMs
  },
}).createMachine({
  id: 'clipboard',
  description: 'Copies texts for the visitor, and says whether that went well.',
  meta: { kind: 'service', spec: ['2.14'] },
  context: { text: '', notice: 'link.copied' },
  initial: 'idle',
  on: { 'clipboard.copy': { target: '.copying', reenter: true, actions: { type: 'keep' } } },
  states: {
    idle: { description: 'Nothing is being copied.' },
    copying: {
      description: 'The browser may ask the visitor first.',
      tags: 'busy',
      invoke: {
        id: 'copy',
        src: 'copy',
        onDone: { target: 'idle', actions: { type: 'sayCopied' } },
        onError: { target: 'idle', actions: 'sayFailed' },
      },
      on: { 'modal.closed': 'idle' },
      after: { copy: { target: 'idle', actions: 'sayFailed' } },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
