/**
 * One grant of permissions: checked, added, asked, activated.
 *
 * The chart of `sessionGrant`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  answered: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  check: 'pending' as Ends, // the slot sessionGrant.check
  add: 'pending' as Ends, // the slot sessionGrant.add
  activate: 'pending' as Ends, // the slot sessionGrant.activate
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
    check: work('check'),
    add: work('add'),
    activate: work('activate'),
  },
  actions: {
    keepRequest: says('keepRequest'),
    keepAdded: says('keepAdded'),
    keepAnswer: says('keepAnswer'),
    keepGranted: says('keepGranted'),
    keepEnd: says('keepEnd'),
    lookWhetherOpen: says('lookWhetherOpen'),
    ask: says('ask'),
    unask: says('unask'),
    leaveView: says('leaveView'),
    say: says('say'),
  },
  guards: {
    answered: () => yes['answered'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
  },
}).createMachine({
  id: 'sessionGrant',
  description: 'One grant of permissions: checked, added, asked, activated.',
  meta: { kind: 'flow', spec: ['1.9'] },
  initial: 'checking',
  on: {
    'sessionGrant.cancel': { target: '.ended', actions: { type: 'keepEnd', params: { outcome: { status: 'cancelled' } } } },
  },
  states: {
    checking: {
      description: 'Is it sound, and can the wallet grant it?',
      tags: 'busy',
      invoke: {
        id: 'check',
        src: 'check',
        onDone: { target: 'adding', actions: { type: 'keepRequest' } },
        onError: { target: 'ended', actions: { type: 'keepEnd' } },
      },
      after: { api: { target: 'ended', actions: { type: 'keepEnd' } } },
    },
    adding: {
      description: 'The API gives it an id, and a key that signs with it.',
      tags: 'busy',
      invoke: {
        id: 'add',
        src: 'add',
        onDone: { target: 'asking', actions: { type: 'keepAdded' } },
        onError: { target: 'ended', actions: { type: 'keepEnd' } },
      },
      after: { api: { target: 'ended', actions: { type: 'keepEnd' } } },
    },
    asking: {
      description: 'The wallet shows what is asked for.',
      tags: 'busy',
      entry: ['lookWhetherOpen', 'ask'],
      on: {
        'sessionGrant.cancel': {
          target: 'ended',
          actions: [{ type: 'keepEnd', params: { outcome: { status: 'cancelled' } } }, 'unask', 'leaveView'],
        },
        'requests.settled': [
          { guard: { type: 'answered' }, target: 'activating', actions: { type: 'keepAnswer' } },
          { target: 'ended', actions: [{ type: 'keepEnd' }, 'leaveView'] },
        ],
      },
      after: { lost: { target: 'ended', actions: [{ type: 'keepEnd' }, 'unask', 'leaveView'] } },
    },
    activating: {
      description: 'The wallet has granted it. The API is told, so that its key signs.',
      tags: 'busy',
      invoke: {
        id: 'activate',
        src: 'activate',
        onDone: { target: 'granted', actions: { type: 'keepGranted' } },
        onError: { target: 'ended', actions: [{ type: 'keepEnd' }, 'leaveView', 'say'] },
      },
      on: {
        'sessionGrant.cancel': {
          target: 'ended',
          actions: [{ type: 'keepEnd', params: { outcome: { status: 'cancelled' } } }, 'leaveView'],
        },
      },
      after: { api: { target: 'ended', actions: [{ type: 'keepEnd' }, 'leaveView', 'say'] } },
    },
    granted: { type: 'final', description: 'The session can be used.' },
    ended: { type: 'final', description: 'There is none, as the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
