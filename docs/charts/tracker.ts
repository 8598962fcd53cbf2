/**
 * Tells what happened to a sink that the site gives, one event after the other. Off unless asked for.
 *
 * The chart of `tracker`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  toSite: false as boolean,
  waiting: true as boolean,
  wanted: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchEnabled: 'pending' as Ends, // the slot tracker.fetchEnabled
  deliver: 'pending' as Ends, // the slot tracker.deliver
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
    fetchEnabled: work('fetchEnabled'),
    deliver: work('deliver'),
  },
  actions: {
    track: says('track'),
    drop: says('drop'),
    lose: says('lose'),
    clear: says('clear'),
  },
  guards: {
    toSite: () => yes['toSite'],
    waiting: () => yes['waiting'],
    wanted: () => yes['wanted'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'tracker',
  description: 'Tells what happened to a sink that the site gives, one event after the other. Off unless asked for.',
  meta: { kind: 'service', spec: ['1.13', '4.7', '4.8', '4.20'] },
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Passing through: is the site told, or the API?',
      always: [{ guard: 'toSite', target: 'on.idle' }, { target: 'on' }],
    },
    off: {
      description: 'The project does not want its events: nothing is kept and nothing is sent.',
      entry: 'clear',
    },
    on: {
      description: 'What happens is kept until it is told.',
      initial: 'waiting',
      on: {
        'tracker.track': { actions: { type: 'track' } },
        'modal.opened': { actions: { type: 'track' } },
        'modal.closed': { actions: { type: 'track' } },
        'view.shown': { actions: { type: 'track' } },
        'account.connected': { actions: { type: 'track' } },
        'account.disconnected': { actions: { type: 'track' } },
        'scope.changed': { actions: { type: 'track' } },
        'network.changed': { actions: { type: 'track' } },
      },
      states: {
        waiting: {
          description: 'The API is asked nothing before the visitor did something.',
          on: {
            'modal.opened': { target: 'asking', actions: { type: 'track' } },
            'account.connected': { target: 'asking', actions: { type: 'track' } },
          },
        },
        asking: {
          description: 'Does the project want its events? Without an answer it does not.',
          invoke: {
            id: 'fetchEnabled',
            src: 'fetchEnabled',
            onDone: [{ guard: { type: 'wanted' }, target: 'idle' }, { target: '#tracker.off' }],
            onError: '#tracker.off',
          },
          after: { api: '#tracker.off' },
        },
        idle: { description: 'Everything was told.', always: { guard: 'waiting', target: 'delivering' } },
        delivering: {
          description: 'The oldest event is being told; one that cannot be told is lost.',
          invoke: {
            id: 'deliver',
            src: 'deliver',
            onDone: { target: 'idle', actions: 'drop' },
            onError: { target: 'idle', actions: 'lose' },
          },
          after: { api: { target: 'idle', actions: 'lose' } },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
