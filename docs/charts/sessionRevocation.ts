/**
 * Revokes one session: it is fetched, revoked by the wallet, and revoked in the API.
 *
 * The chart of `sessionRevocation` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isKnown: true as boolean,
  isAnswered: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSessions: 'pending' as Ends, // the actor sessionRevocation.fetchSessions
  revoke: 'pending' as Ends, // the actor sessionRevocation.revoke
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
    fetchSessions: work('fetchSessions'),
    revoke: work('revoke'),
  },
  actions: {
    setSession: says('setSession'),
    setAnswer: says('setAnswer'),
    setUnknown: says('setUnknown'),
    setRevoked: says('setRevoked'),
    setEnd: says('setEnd'),
    submitRequest: says('submitRequest'),
    cancelRequest: says('cancelRequest'),
    showFailed: says('showFailed'),
  },
  guards: {
    isKnown: () => yes['isKnown'],
    isAnswered: () => yes['isAnswered'],
  },
  delays: {
    api: 15_000, // timeouts.apiMs
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
  },
}).createMachine({
  id: 'sessionRevocation',
  description: 'Revokes one session: it is fetched, revoked by the wallet, and revoked in the API.',
  meta: { kind: 'flow', spec: ['1.9', '7.22'] },
  initial: 'loading',
  on: {
    'sessionRevocation.cancel': { target: '.ended', actions: { type: 'setEnd', params: { outcome: { status: 'cancelled' } } } },
  },
  states: {
    loading: {
      description: 'The session is being fetched, because the wallet request names its permissions.',
      tags: 'busy',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        onDone: { target: 'deciding', actions: { type: 'setSession' } },
        onError: { target: 'ended', actions: [{ type: 'setEnd' }, 'showFailed'] },
      },
      after: { api: { target: 'ended', actions: [{ type: 'setEnd' }, 'showFailed'] } },
    },
    deciding: {
      description: 'Decides whether the session exists and is active.',
      always: [
        { guard: 'isKnown', target: 'requesting' },
        { target: 'ended', actions: ['setUnknown', 'showFailed'] },
      ],
    },
    requesting: {
      description: 'The wallet shows the revocation.',
      tags: 'busy',
      entry: 'submitRequest',
      on: {
        'sessionRevocation.cancel': {
          target: 'ended',
          actions: [{ type: 'setEnd', params: { outcome: { status: 'cancelled' } } }, 'cancelRequest'],
        },
        'requests.settled': [
          { guard: { type: 'isAnswered' }, target: 'reporting', actions: { type: 'setAnswer' } },
          { target: 'ended', actions: [{ type: 'setEnd' }, 'showFailed'] },
        ],
      },
      after: { lost: { target: 'ended', actions: [{ type: 'setEnd' }, 'cancelRequest', 'showFailed'] } },
    },
    reporting: {
      description: 'The wallet revoked the session. The API is being notified, so that its key no longer signs.',
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        onDone: { target: 'revoked', actions: 'setRevoked' },
        onError: { target: 'ended', actions: [{ type: 'setEnd' }, 'showFailed'] },
      },
      after: { api: { target: 'ended', actions: [{ type: 'setEnd' }, 'showFailed'] } },
    },
    revoked: { type: 'final', description: 'The session can no longer be used.' },
    ended: {
      type: 'final',
      description: 'The revocation did not complete. The wallet may have revoked the session already.',
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
