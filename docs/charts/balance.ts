/**
 * The balances of the account on its network. They are read when something changes, never on a timer.
 *
 * The chart of `balance` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  readable: true as boolean,
  resting: true as boolean,
  offered: true as boolean,
  whole: true as boolean,
  some: true as boolean,
  fresh: true as boolean,
  atAccount: true as boolean,
  mine: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  reading: 'pending' as Ends, // a machine of its own
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
    reading: work('reading'),
  },
  actions: {
    freshen: says('freshen'),
    freshenAsked: says('freshenAsked'),
    keepFailure: says('keepFailure'),
    tellFailed: says('tellFailed'),
    keepMoved: says('keepMoved'),
    keep: says('keep'),
    keepError: says('keepError'),
    refreshOutdated: says('refreshOutdated'),
    announceLoaded: says('announceLoaded'),
    alertUnavailable: says('alertUnavailable'),
  },
  guards: {
    readable: () => yes['readable'],
    resting: () => yes['resting'],
    offered: () => yes['offered'],
    whole: () => yes['whole'],
    some: () => yes['some'],
    fresh: () => yes['fresh'],
    atAccount: () => yes['atAccount'],
    mine: () => yes['mine'],
  },
  delays: {
    retry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'balance',
  description: 'The balances of the account on its network. They are read when something changes, never on a timer.',
  meta: { kind: 'service', spec: ['3.1', '3.20', '3.47', '5.7', '8.1', '9.2', '9.37'] },
  initial: 'deciding',
  on: { 'balance.expectChange': { guard: { type: 'mine' }, actions: { type: 'keepMoved' } } },
  states: {
    deciding: {
      description: 'Checks whether the balances of this network can be read.',
      always: [
        {
          description: 'Switching the account or the network does not shorten the retry delay.',
          guard: 'resting',
          target: 'blocked',
        },
        { guard: 'readable', target: 'loading' },
        { guard: 'offered', target: 'unsupported' },
        { target: 'unsupported', actions: { type: 'alertUnavailable' } },
      ],
    },
    unsupported: { description: 'Balances of this network are not read; 0.00 is shown.' },
    loading: {
      description: 'The balances are being read.',
      tags: 'busy',
      on: {
        'transaction.settled': {
          description: 'The balances being read may be older than the transaction.',
          guard: { type: 'mine' },
          target: 'loading',
          reenter: true,
          actions: 'freshen',
        },
      },
      invoke: {
        id: 'reading',
        src: 'reading',
        onDone: [
          { guard: { type: 'whole' }, target: 'ready', actions: [{ type: 'keep' }, 'announceLoaded'] },
          {
            guard: { type: 'some' },
            target: 'blocked',
            actions: [{ type: 'keep' }, 'keepFailure', 'announceLoaded', 'tellFailed'],
          },
          { target: 'blocked', actions: [{ type: 'keep' }, 'keepFailure', 'tellFailed'] },
        ],
        onError: { target: 'blocked', actions: [{ type: 'keepError' }, 'keepFailure', 'tellFailed'] },
      },
    },
    ready: {
      description: 'All balances were read.',
      on: {
        'balance.refresh': { target: 'loading', actions: { type: 'freshenAsked' } },
        'view.shown': { guard: { type: 'atAccount' }, actions: 'refreshOutdated' },
        'modal.opened': { actions: 'refreshOutdated' },
        'transaction.settled': { guard: { type: 'mine' }, target: 'loading', actions: 'freshen' },
      },
    },
    blocked: {
      description: 'The last read failed or was incomplete. Waits until the next one is allowed.',
      on: {
        'transaction.settled': {
          description: 'The balances are read again as soon as that is allowed.',
          guard: { type: 'mine' },
          actions: 'freshen',
        },
      },
      after: { retry: [{ guard: 'fresh', target: 'loading' }, { target: 'failed' }] },
    },
    failed: {
      description: 'The last read failed or was incomplete. A new one can be requested.',
      on: {
        'balance.refresh': { target: 'loading', actions: { type: 'freshenAsked' } },
        'view.shown': { guard: { type: 'atAccount' }, target: 'loading' },
        'modal.opened': 'loading',
        'transaction.settled': { guard: { type: 'mine' }, target: 'loading', actions: 'freshen' },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
