/**
 * When sign-ins end, and that they do.
 *
 * The chart of `signOut`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  more: true as boolean,
  connection: true as boolean,
  others: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  end: 'pending' as Ends, // the slot signOut.end
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
    end: work('end'),
  },
  actions: {
    leave: says('leave'),
    wait: says('wait'),
    stopWaiting: says('stopWaiting'),
    keepError: says('keepError'),
    drop: says('drop'),
    tellEnded: says('tellEnded'),
    settle: says('settle'),
    sayFailed: says('sayFailed'),
  },
  guards: {
    more: () => yes['more'],
    connection: () => yes['connection'],
    others: () => yes['others'],
  },
  delays: {
    end: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'signOut',
  description: 'When sign-ins end, and that they do.',
  meta: { kind: 'service', spec: ['1.3'] },
  initial: 'idle',
  on: {
    'signOut.submit': {
      target: '.deciding',
      actions: [{ type: 'wait' }, { type: 'leave', params: { whose: 'all' } }, 'tellEnded'],
    },
    'signOut.cancel': { actions: { type: 'stopWaiting' } },
    'account.disconnected': { guard: 'connection', target: '.deciding', actions: { type: 'leave' } },
    'account.connected': { guard: 'others', actions: { type: 'leave' }, target: '.deciding' },
    'account.changed': { guard: 'others', actions: { type: 'leave' }, target: '.deciding' },
    'account.networkChanged': { guard: 'others', actions: { type: 'leave' }, target: '.deciding' },
  },
  states: {
    idle: { description: 'Who is signed in stays so.' },
    deciding: {
      description: 'Passing through: is there more to end?',
      always: [{ guard: 'more', target: 'ending' }, { target: 'idle', actions: ['sayFailed', 'settle'] }],
    },
    ending: {
      description: 'Sign-ins end: whoever keeps them is told.',
      tags: 'busy',
      on: {
        'signOut.submit': { actions: [{ type: 'wait' }, { type: 'leave', params: { whose: 'all' } }, 'tellEnded'] },
        'account.disconnected': { guard: 'connection', actions: { type: 'leave' } },
        'account.connected': { guard: 'others', actions: { type: 'leave' } },
        'account.changed': { guard: 'others', actions: { type: 'leave' } },
        'account.networkChanged': { guard: 'others', actions: { type: 'leave' } },
      },
      invoke: {
        id: 'end',
        src: 'end',
        onDone: { target: 'deciding', actions: 'drop' },
        onError: { target: 'deciding', actions: [{ type: 'keepError' }, 'drop'] },
      },
      after: { end: { target: 'deciding', actions: [{ type: 'keepError' }, 'drop'] } },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
