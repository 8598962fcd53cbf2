/**
 * Whose a name is, and names like it.
 *
 * The chart of `nameLookup`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  suggested: true as boolean,
  told: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchHolder: 'pending' as Ends, // the slot nameLookup.fetchHolder
  fetchSuggestions: 'pending' as Ends, // the slot nameLookup.fetchSuggestions
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
    fetchHolder: work('fetchHolder'),
    fetchSuggestions: work('fetchSuggestions'),
  },
  actions: {
    keepHolder: says('keepHolder'),
    keepError: says('keepError'),
    keepSuggestions: says('keepSuggestions'),
    keepSuggestionsError: says('keepSuggestionsError'),
  },
  guards: {
    suggested: () => yes['suggested'],
    told: () => yes['told'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    patience: 1_000,
  },
}).createMachine({
  id: 'nameLookup',
  description: 'Whose a name is, and names like it.',
  meta: { kind: 'flow', spec: ['3.21', '7.14', '7.16', '8.13', '8.14'] },
  initial: 'open',
  on: { 'nameLookup.cancel': '.ended' },
  states: {
    open: {
      description: 'The API is asked for both.',
      tags: 'busy',
      initial: 'asking',
      invoke: {
        id: 'fetchSuggestions',
        src: 'fetchSuggestions',
        onDone: [
          { guard: 'told', target: 'ended', actions: { type: 'keepSuggestions' } },
          { actions: { type: 'keepSuggestions' } },
        ],
        onError: [
          { guard: 'told', target: 'ended', actions: { type: 'keepSuggestionsError' } },
          { actions: { type: 'keepSuggestionsError' } },
        ],
      },
      after: { api: { target: 'ended', actions: { type: 'keepError' } } },
      states: {
        asking: {
          description: 'Whose the name is is not known yet.',
          invoke: {
            id: 'fetchHolder',
            src: 'fetchHolder',
            onDone: { target: 'waiting', actions: { type: 'keepHolder' } },
            onError: { target: 'waiting', actions: { type: 'keepError' } },
          },
          after: { api: { target: '#nameLookup.ended', actions: { type: 'keepError' } } },
        },
        waiting: {
          description: 'It is known; names like it are waited for a moment longer.',
          always: { guard: 'suggested', target: '#nameLookup.ended' },
          after: { patience: { target: '#nameLookup.ended', actions: { type: 'keepSuggestionsError' } } },
        },
      },
    },
    ended: { type: 'final', description: 'What nobody told by now is not waited for.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
