/**
 * Looks up who holds a name, and similar names.
 *
 * The chart of `nameLookup` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasSuggestions: true as boolean,
  hasLookup: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchHolder: 'pending' as Ends, // the actor nameLookup.fetchHolder
  fetchSuggestions: 'pending' as Ends, // the actor nameLookup.fetchSuggestions
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
    fetchHolder: work('fetchHolder'),
    fetchSuggestions: work('fetchSuggestions'),
  },
  actions: {
    setHolder: says('setHolder'),
    setError: says('setError'),
    setSuggestions: says('setSuggestions'),
    setSuggestionsError: says('setSuggestionsError'),
  },
  guards: {
    hasSuggestions: () => yes['hasSuggestions'],
    hasLookup: () => yes['hasLookup'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    patience: 1_000,
  },
}).createMachine({
  id: 'nameLookup',
  description: 'Looks up who holds a name, and similar names.',
  meta: { kind: 'flow', spec: ['3.21', '7.14', '7.16', '8.13', '8.14'] },
  initial: 'open',
  on: { 'nameLookup.cancel': '.ended' },
  states: {
    open: {
      description: 'Waits for the API\'s answers to both requests.',
      tags: 'busy',
      initial: 'loading',
      invoke: {
        id: 'fetchSuggestions',
        src: 'fetchSuggestions',
        onDone: [
          { guard: 'hasLookup', target: 'ended', actions: { type: 'setSuggestions' } },
          { actions: { type: 'setSuggestions' } },
        ],
        onError: [
          { guard: 'hasLookup', target: 'ended', actions: { type: 'setSuggestionsError' } },
          { actions: { type: 'setSuggestionsError' } },
        ],
      },
      after: { api: { target: 'ended', actions: { type: 'setError' } } },
      states: {
        loading: {
          description: 'Waits for the holder of the name.',
          invoke: {
            id: 'fetchHolder',
            src: 'fetchHolder',
            onDone: { target: 'waiting', actions: { type: 'setHolder' } },
            onError: { target: 'waiting', actions: { type: 'setError' } },
          },
          after: { api: { target: '#nameLookup.ended', actions: { type: 'setError' } } },
        },
        waiting: {
          description: 'The holder is known. Waits a moment longer for similar names.',
          always: { guard: 'hasSuggestions', target: '#nameLookup.ended' },
          after: { patience: { target: '#nameLookup.ended', actions: { type: 'setSuggestionsError' } } },
        },
      },
    },
    ended: { type: 'final', description: 'The lookup ended. Answers that did not arrive in time are left out.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
