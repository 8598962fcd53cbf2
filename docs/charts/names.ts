/**
 * The name to register for the account: typed, looked up and registered.
 *
 * The chart of `names` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasName: true as boolean,
  isIncomplete: true as boolean,
  'isHeldBy → free': true as boolean,
  'isHeldBy → taken': true as boolean,
  'isHeldBy → #names.owned': true as boolean,
  isRegistered: true as boolean,
  isOwnAttempt: true as boolean,
}
const asks = (name: string) => (_: unknown, params: { to: string } | undefined) =>
  yes[(params ? `${name} → ${params.to}` : name) as keyof typeof yes]

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchOwned: 'pending' as Ends, // the actor names.fetchOwned
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

/** Logs the actions that the product would run. */
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
    setOwned: says('setOwned'),
    setName: says('setName'),
    clearLookup: says('clearLookup'),
    setLookedUp: says('setLookedUp'),
    setCrash: says('setCrash'),
    setAttempt: says('setAttempt'),
    setOutcome: says('setOutcome'),
    setRegistered: says('setRegistered'),
    emitRefused: says('emitRefused'),
    settle: says('settle'),
    notifyAccount: says('notifyAccount'),
    showRegistered: says('showRegistered'),
    trackStarted: says('trackStarted'),
    trackRegistered: says('trackRegistered'),
    trackFailed: says('trackFailed'),
  },
  guards: {
    hasName: () => yes['hasName'],
    isIncomplete: () => yes['isIncomplete'],
    isHeldBy: asks('isHeldBy'),
    isRegistered: () => yes['isRegistered'],
    isOwnAttempt: () => yes['isOwnAttempt'],
  },
  delays: {
    debounce: 500,
    api: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'names',
  description: 'The name to register for the account: typed, looked up and registered.',
  meta: { kind: 'service', spec: ['1.8', '2.11', '3.21', '4.27', '4.28', '5.3', '5.4', '7.15'] },
  initial: 'reading',
  states: {
    reading: {
      description: 'Waits for the API to report whether the account has a name. If that fails, the API decides at registration.',
      tags: 'checking',
      on: {
        'names.setName': { actions: { type: 'setName' } },
        'names.submit': { actions: { type: 'emitRefused' } },
      },
      invoke: {
        id: 'fetchOwned',
        src: 'fetchOwned',
        onDone: [
          { guard: { type: 'hasName' }, target: 'owned', actions: { type: 'setOwned' } },
          { target: 'editing' },
        ],
        onError: 'editing',
      },
      after: { api: 'editing' },
    },
    editing: {
      description: 'The user chooses a name.',
      initial: 'deciding',
      on: {
        'names.setName': { target: '.deciding', actions: [{ type: 'setName' }, 'clearLookup'] },
        'names.submit': { actions: { type: 'emitRefused' } },
      },
      states: {
        deciding: {
          description: 'Checks whether the text can be a name.',
          always: [{ guard: 'isIncomplete', target: 'incomplete' }, { target: 'pausing' }],
        },
        incomplete: { description: 'The field is empty, or its text cannot be a name.' },
        pausing: {
          description: 'Waits until the user stops typing.',
          tags: 'checking',
          after: { debounce: 'checking' },
        },
        checking: {
          description: 'The holder of the name and similar names are being looked up.',
          tags: 'checking',
          entry: 'clearLookup',
          invoke: {
            id: 'nameLookup',
            src: 'nameLookup',
            onDone: [
              {
                guard: { type: 'isHeldBy', params: { to: 'free' } },
                target: 'free',
                actions: { type: 'setLookedUp' },
              },
              {
                guard: { type: 'isHeldBy', params: { to: 'taken' } },
                target: 'taken',
                actions: { type: 'setLookedUp' },
              },
              {
                description: 'The name already belongs to this account. The first lookup did not find it.',
                guard: { type: 'isHeldBy', params: { to: '#names.owned' } },
                target: '#names.owned',
                actions: ['setRegistered', 'notifyAccount', 'showRegistered'],
              },
              { target: 'unknown', actions: { type: 'setLookedUp' } },
            ],
            onError: { target: 'unknown', actions: { type: 'setCrash' } },
          },
        },
        free: {
          description: 'The name is free.',
          tags: 'submittable',
          on: { 'names.submit': { target: '#names.registering', actions: { type: 'setAttempt' } } },
        },
        taken: {
          description: 'Another account has the name.',
          tags: 'taken',
          on: { 'names.submit': { actions: { type: 'emitRefused' } } },
        },
        unknown: {
          description: 'The lookup failed. The name does not count as free.',
          on: { 'names.retry': 'checking' },
        },
      },
    },
    registering: {
      description: 'The wallet signs for the name, and the API registers it.',
      tags: 'busy',
      entry: 'trackStarted',
      invoke: {
        id: 'registration',
        src: 'registration',
        onDone: [
          {
            guard: { type: 'isRegistered' },
            target: 'owned',
            actions: ['setRegistered', 'notifyAccount', { type: 'settle' }, 'trackRegistered', 'showRegistered'],
          },
          {
            description: 'Returns to the name field and shows the error [4.28].',
            target: 'editing',
            actions: [{ type: 'setOutcome' }, { type: 'settle' }, { type: 'trackFailed' }],
          },
        ],
        onError: { target: 'editing', actions: [{ type: 'setOutcome' }, { type: 'settle' }] },
      },
      on: {
        'names.submit': { actions: { type: 'emitRefused' } },
        'names.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: 'editing',
          actions: [
            { type: 'setOutcome', params: { outcome: { status: 'cancelled' } } },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
          ],
        },
        'names.viewLeft': {
          target: 'editing',
          actions: [
            { type: 'setOutcome', params: { outcome: { status: 'cancelled' } } },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
          ],
        },
        'modal.closed': {
          target: 'editing',
          actions: [
            { type: 'setOutcome', params: { outcome: { status: 'cancelled' } } },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
          ],
        },
      },
    },
    owned: {
      description: 'The account has a name. It cannot register a second one.',
      on: { 'names.submit': { actions: { type: 'emitRefused' } } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
