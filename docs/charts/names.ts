/**
 * The name that the account is to have: typed, looked up and registered.
 *
 * The chart of `names`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  has: true as boolean,
  incomplete: true as boolean,
  'heldBy → free': true as boolean,
  'heldBy → taken': true as boolean,
  'heldBy → #names.owned': true as boolean,
  registered: true as boolean,
  ofAttempt: true as boolean,
}
const asks = (name: string) => (_: unknown, params: { to: string } | undefined) =>
  yes[(params ? `${name} → ${params.to}` : name) as keyof typeof yes]

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchOwned: 'pending' as Ends, // the slot names.fetchOwned
  nameLookup: 'pending' as Ends, // a machine of its own
  registration: 'pending' as Ends, // a machine of its own
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
    fetchOwned: work('fetchOwned'),
    nameLookup: work('nameLookup'),
    registration: work('registration'),
  },
  actions: {
    keepOwned: says('keepOwned'),
    keepName: says('keepName'),
    clearLookup: says('clearLookup'),
    keepLookedUp: says('keepLookedUp'),
    keepCrash: says('keepCrash'),
    keepAttempt: says('keepAttempt'),
    keepOutcome: says('keepOutcome'),
    keepRegistered: says('keepRegistered'),
    refuse: says('refuse'),
    settle: says('settle'),
    tellAccount: says('tellAccount'),
    showRegistered: says('showRegistered'),
    trackStarted: says('trackStarted'),
    trackRegistered: says('trackRegistered'),
    trackFailed: says('trackFailed'),
  },
  guards: {
    has: () => yes['has'],
    incomplete: () => yes['incomplete'],
    heldBy: asks('heldBy'),
    registered: () => yes['registered'],
    ofAttempt: () => yes['ofAttempt'],
  },
  delays: {
    debounce: 500,
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'names',
  description: 'The name that the account is to have: typed, looked up and registered.',
  meta: { kind: 'service', spec: ['1.8', '2.11', '3.21', '4.27', '4.28', '5.3', '5.4', '7.15'] },
  initial: 'reading',
  states: {
    reading: {
      description: 'Whether the account has a name. Where nobody tells, the API decides in the end.',
      tags: 'checking',
      on: { 'names.setName': { actions: { type: 'keepName' } }, 'names.submit': { actions: { type: 'refuse' } } },
      invoke: {
        id: 'fetchOwned',
        src: 'fetchOwned',
        onDone: [{ guard: { type: 'has' }, target: 'owned', actions: { type: 'keepOwned' } }, { target: 'editing' }],
        onError: 'editing',
      },
      after: { api: 'editing' },
    },
    editing: {
      description: 'The visitor thinks of a name.',
      initial: 'deciding',
      on: {
        'names.setName': { target: '.deciding', actions: [{ type: 'keepName' }, 'clearLookup'] },
        'names.submit': { actions: { type: 'refuse' } },
      },
      states: {
        deciding: {
          description: 'Passing through: can this be a name?',
          always: [{ guard: 'incomplete', target: 'incomplete' }, { target: 'pausing' }],
        },
        incomplete: { description: 'Nothing was typed, or nothing that can be a name.' },
        pausing: { description: 'Somebody may still be typing.', tags: 'checking', after: { debounce: 'looking' } },
        looking: {
          description: 'It is looked up whose the name is, and which are like it.',
          tags: 'checking',
          entry: 'clearLookup',
          invoke: {
            id: 'nameLookup',
            src: 'nameLookup',
            onDone: [
              {
                guard: { type: 'heldBy', params: { to: 'free' } },
                target: 'free',
                actions: { type: 'keepLookedUp' },
              },
              {
                guard: { type: 'heldBy', params: { to: 'taken' } },
                target: 'taken',
                actions: { type: 'keepLookedUp' },
              },
              {
                description: 'It was registered before, though nobody here heard of it.',
                guard: { type: 'heldBy', params: { to: '#names.owned' } },
                target: '#names.owned',
                actions: ['keepRegistered', 'tellAccount', 'showRegistered'],
              },
              { target: 'unknown', actions: { type: 'keepLookedUp' } },
            ],
            onError: { target: 'unknown', actions: { type: 'keepCrash' } },
          },
        },
        free: {
          description: 'Nobody has it.',
          tags: 'submittable',
          on: { 'names.submit': { target: '#names.registering', actions: { type: 'keepAttempt' } } },
        },
        taken: {
          description: 'Somebody else has it.',
          tags: 'taken',
          on: { 'names.submit': { actions: { type: 'refuse' } } },
        },
        unknown: { description: 'Nobody told: it is not taken for a free one.', on: { 'names.retry': 'looking' } },
      },
    },
    registering: {
      description: 'The account signs for the name, and the API registers it.',
      tags: 'busy',
      entry: 'trackStarted',
      invoke: {
        id: 'registration',
        src: 'registration',
        onDone: [
          {
            guard: { type: 'registered' },
            target: 'owned',
            actions: ['keepRegistered', 'tellAccount', { type: 'settle' }, 'trackRegistered', 'showRegistered'],
          },
          {
            description: 'Back to the field, with what is said of it [4.28].',
            target: 'editing',
            actions: [{ type: 'keepOutcome' }, { type: 'settle' }, { type: 'trackFailed' }],
          },
        ],
        onError: { target: 'editing', actions: [{ type: 'keepOutcome' }, { type: 'settle' }] },
      },
      on: {
        'names.submit': { actions: { type: 'refuse' } },
        'names.cancel': {
          guard: { type: 'ofAttempt' },
          target: 'editing',
          actions: [
            { type: 'keepOutcome', params: { outcome: { status: 'cancelled' } } },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
          ],
        },
        'names.viewLeft': {
          target: 'editing',
          actions: [
            { type: 'keepOutcome', params: { outcome: { status: 'cancelled' } } },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
          ],
        },
        'modal.closed': {
          target: 'editing',
          actions: [
            { type: 'keepOutcome', params: { outcome: { status: 'cancelled' } } },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
          ],
        },
      },
    },
    owned: {
      description: 'The account has a name; there is no second one.',
      on: { 'names.submit': { actions: { type: 'refuse' } } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
