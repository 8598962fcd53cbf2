/**
 * One session that is taken back: looked up, asked, told.
 *
 * The chart of `sessionRevocation`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  known: true as boolean,
  answered: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSessions: 'pending' as Ends, // the slot sessionRevocation.fetchSessions
  revoke: 'pending' as Ends, // the slot sessionRevocation.revoke
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
    fetchSessions: work('fetchSessions'),
    revoke: work('revoke'),
  },
  actions: {
    keepSession: says('keepSession'),
    keepAnswer: says('keepAnswer'),
    keepUnknown: says('keepUnknown'),
    keepRevoked: says('keepRevoked'),
    keepEnd: says('keepEnd'),
    ask: says('ask'),
    unask: says('unask'),
    say: says('say'),
  },
  guards: {
    known: () => yes['known'],
    answered: () => yes['answered'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
  },
}).createMachine({
  id: 'sessionRevocation',
  description: 'One session that is taken back: looked up, asked, told.',
  meta: { kind: 'flow', spec: ['1.9', '7.22'] },
  initial: 'looking',
  on: {
    'sessionRevocation.cancel': { target: '.ended', actions: { type: 'keepEnd', params: { outcome: { status: 'cancelled' } } } },
  },
  states: {
    looking: {
      description: 'What the session allows is looked up: the wallet is told.',
      tags: 'busy',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        onDone: { target: 'deciding', actions: { type: 'keepSession' } },
        onError: { target: 'ended', actions: [{ type: 'keepEnd' }, 'say'] },
      },
      after: { api: { target: 'ended', actions: [{ type: 'keepEnd' }, 'say'] } },
    },
    deciding: {
      description: 'Passing through: is there such a session, and is it active?',
      always: [{ guard: 'known', target: 'asking' }, { target: 'ended', actions: ['keepUnknown', 'say'] }],
    },
    asking: {
      description: 'The wallet shows what is taken back.',
      tags: 'busy',
      entry: 'ask',
      on: {
        'sessionRevocation.cancel': {
          target: 'ended',
          actions: [{ type: 'keepEnd', params: { outcome: { status: 'cancelled' } } }, 'unask'],
        },
        'requests.settled': [
          { guard: { type: 'answered' }, target: 'telling', actions: { type: 'keepAnswer' } },
          { target: 'ended', actions: [{ type: 'keepEnd' }, 'say'] },
        ],
      },
      after: { lost: { target: 'ended', actions: [{ type: 'keepEnd' }, 'unask', 'say'] } },
    },
    telling: {
      description: 'The wallet has taken it back. The API is told, so that its key signs no more.',
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        onDone: { target: 'revoked', actions: 'keepRevoked' },
        onError: { target: 'ended', actions: [{ type: 'keepEnd' }, 'say'] },
      },
      after: { api: { target: 'ended', actions: [{ type: 'keepEnd' }, 'say'] } },
    },
    revoked: { type: 'final', description: 'The session cannot be used any more.' },
    ended: { type: 'final', description: 'It is as it was, as the outcome says.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
