/**
 * What the account has allowed apps to do without asking again: read while somebody looks.
 *
 * The chart of `smartSessions`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  unsupported: true as boolean,
  shown: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSessions: 'pending' as Ends, // the slot smartSessions.fetchSessions
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    fetchSessions: work('fetchSessions'),
    sessionGrant: listener,
    sessionRevocation: listener,
  },
  actions: {
    keepSessions: says('keepSessions'),
    judge: says('judge'),
    keepError: says('keepError'),
    clearError: says('clearError'),
    keepShown: says('keepShown'),
    hide: says('hide'),
    reloadOutdated: says('reloadOutdated'),
    beginGrant: says('beginGrant'),
    beginRevocation: says('beginRevocation'),
    callOff: says('callOff'),
    settle: says('settle'),
    refresh: says('refresh'),
    refuse: says('refuse'),
  },
  guards: {
    unsupported: () => yes['unsupported'],
    shown: () => yes['shown'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    expiry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'smartSessions',
  description: 'What the account has allowed apps to do without asking again: read while somebody looks.',
  meta: { kind: 'service', spec: ['1.9', '7.21'] },
  initial: 'deciding',
  on: {
    'modal.closed': { actions: 'hide' },
    'view.shown': { actions: [{ type: 'keepShown' }, 'reloadOutdated'] },
    'smartSessions.grant': { actions: { type: 'beginGrant' } },
    'smartSessions.revoke': { actions: { type: 'beginRevocation' } },
    'smartSessions.cancel': { actions: { type: 'callOff' } },
    'xstate.done.actor.*': { actions: [{ type: 'settle' }, { type: 'refresh' }] },
    'xstate.error.actor.*': { description: 'One that stopped by mistake takes no other with it.', actions: { type: 'settle' } },
  },
  states: {
    deciding: {
      description: 'Passing through: can this account have sessions, and does somebody look?',
      always: [
        { guard: 'unsupported', target: 'unsupported' },
        { guard: 'shown', target: 'loading' },
        { target: 'idle' },
      ],
    },
    unsupported: {
      description: 'Accounts of this namespace have none.',
      on: {
        'smartSessions.grant': { actions: { type: 'refuse' } },
        'smartSessions.revoke': { actions: { type: 'refuse' } },
      },
    },
    idle: { description: 'Nobody has looked, so nothing was read.', on: { 'smartSessions.load': 'loading' } },
    loading: {
      description: 'The list is being read.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        onDone: { target: 'ready', actions: { type: 'keepSessions' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      on: {
        'smartSessions.load': {
          description: 'What is being read may be older than what was granted or revoked.',
          target: 'loading',
          reenter: true,
        },
        'view.shown': { actions: { type: 'keepShown' } },
      },
      after: { api: { target: 'failed', actions: { type: 'keepError' } } },
    },
    ready: {
      description: 'The list was read. Sessions expire by the clock.',
      on: { 'smartSessions.load': 'loading' },
      after: { expiry: { target: 'ready', reenter: true, actions: 'judge' } },
    },
    failed: {
      description: 'What was read before is kept.',
      on: { 'smartSessions.load': 'loading', 'smartSessions.retry': 'loading' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
