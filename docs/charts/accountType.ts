/**
 * The active account of the embedded wallet: the standard account, or the smart account.
 *
 * The chart of `accountType` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isConnected: true as boolean,
  isSignedOut: true as boolean,
  isUnavailable: true as boolean,
  isActive: true as boolean,
  isAgreed: true as boolean,
  isOwnAttempt: true as boolean,
  isEthereum: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  askNetworks: 'pending' as Ends, // the actor accountType.askNetworks
  setPreferred: 'pending' as Ends, // the actor accountType.setPreferred
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
    askNetworks: work('askNetworks'),
    setPreferred: work('setPreferred'),
  },
  actions: {
    setConnection: says('setConnection'),
    clearConnection: says('clearConnection'),
    setWanted: says('setWanted'),
    setNetworks: says('setNetworks'),
    storeNetworks: says('storeNetworks'),
    setError: says('setError'),
    setUnsigned: says('setUnsigned'),
    setUnavailable: says('setUnavailable'),
    setMalformed: says('setMalformed'),
    setSilence: says('setSilence'),
    forget: says('forget'),
    selectAccount: says('selectAccount'),
    trackPreferred: says('trackPreferred'),
    settle: says('settle'),
    settleDone: says('settleDone'),
    settleFailed: says('settleFailed'),
  },
  guards: {
    isConnected: () => yes['isConnected'],
    isSignedOut: () => yes['isSignedOut'],
    isUnavailable: () => yes['isUnavailable'],
    isActive: () => yes['isActive'],
    isAgreed: () => yes['isAgreed'],
    isOwnAttempt: () => yes['isOwnAttempt'],
    isEthereum: () => yes['isEthereum'],
  },
  delays: {
    answer: 100_000, // timeouts.loadMs + timeouts.frameReadyMs + timeouts.frameAnswerMs + timeouts.frameAnswerMs
  },
}).createMachine({
  id: 'accountType',
  description: 'The active account of the embedded wallet: the standard account, or the smart account.',
  meta: { kind: 'service', spec: ['1.10', '3.44', '5.24', '6.2', '7.44'] },
  on: {
    'account.connected': { guard: { type: 'isEthereum' }, actions: { type: 'setConnection' } },
    'account.changed': { guard: { type: 'isEthereum' }, actions: { type: 'setConnection' } },
    'account.networkChanged': { guard: { type: 'isEthereum' }, actions: { type: 'setConnection' } },
    'account.disconnected': { guard: { type: 'isEthereum' }, actions: 'clearConnection' },
  },
  type: 'parallel',
  states: {
    networks: {
      description: 'The chains that support smart accounts.',
      initial: 'unloaded',
      states: {
        unloaded: {
          description: 'Waits until the embedded wallet is connected.',
          always: { guard: 'isConnected', target: 'loading' },
        },
        loading: {
          description: 'The list of chains is being fetched from the frame.',
          on: {
            'account.disconnected': { guard: { type: 'isEthereum' }, target: 'unloaded', actions: 'clearConnection' },
          },
          invoke: {
            id: 'askNetworks',
            src: 'askNetworks',
            onDone: { target: 'loaded', actions: [{ type: 'setNetworks' }, { type: 'storeNetworks' }] },
            onError: { description: 'The previous list remains in use.', target: 'loaded' },
          },
          after: { answer: 'loaded' },
        },
        loaded: { description: 'The list comes from the frame, or from an earlier visit.' },
      },
    },
    change: {
      description: 'The change of the active account.',
      initial: 'idle',
      on: { 'accountType.set': { target: '.deciding', actions: { type: 'setWanted' } } },
      states: {
        idle: { description: 'No change is in progress.' },
        deciding: {
          description: 'Checks whether the account exists and is not active already.',
          always: [
            { guard: 'isSignedOut', target: 'idle', actions: ['setUnsigned', 'settleFailed', 'forget'] },
            { guard: 'isUnavailable', target: 'idle', actions: ['setUnavailable', 'settleFailed', 'forget'] },
            { guard: 'isActive', target: 'idle', actions: ['settleDone', 'forget'] },
            { target: 'setting' },
          ],
        },
        setting: {
          description: 'The frame is switching to the account.',
          tags: 'busy',
          invoke: {
            id: 'setPreferred',
            src: 'setPreferred',
            onDone: [
              {
                guard: { type: 'isAgreed' },
                target: 'idle',
                actions: ['trackPreferred', 'settleDone', 'selectAccount', 'forget'],
              },
              { target: 'idle', actions: ['setMalformed', 'settleFailed', 'forget'] },
            ],
            onError: { target: 'idle', actions: [{ type: 'setError' }, 'settleFailed', 'forget'] },
          },
          on: {
            'accountType.set': {
              description: 'Replaces the change in progress.',
              target: 'deciding',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, { type: 'setWanted' }],
            },
            'accountType.cancel': {
              guard: { type: 'isOwnAttempt' },
              target: 'idle',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'forget'],
            },
            'account.networkChanged': {
              description: 'The wallet may have other accounts on the new network.',
              guard: { type: 'isEthereum' },
              target: 'idle',
              actions: [
                { type: 'settle', params: { outcome: { status: 'cancelled' } } },
                'forget',
                { type: 'setConnection' },
              ],
            },
            'account.disconnected': {
              guard: { type: 'isEthereum' },
              target: 'idle',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'forget', 'clearConnection'],
            },
          },
          after: { answer: { target: 'idle', actions: ['setSilence', 'settleFailed', 'forget'] } },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
