/**
 * The active account of the embedded wallet: the standard account, or the smart account.
 *
 * The chart of `accountType` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  connected: true as boolean,
  unsigned: true as boolean,
  unavailable: true as boolean,
  active: true as boolean,
  agreed: true as boolean,
  ofAttempt: true as boolean,
  ofEthereum: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  askNetworks: 'pending' as Ends, // the slot accountType.askNetworks
  setPreferred: 'pending' as Ends, // the slot accountType.setPreferred
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
    keepConnection: says('keepConnection'),
    dropConnection: says('dropConnection'),
    keepWanted: says('keepWanted'),
    keepNetworks: says('keepNetworks'),
    rememberNetworks: says('rememberNetworks'),
    keepError: says('keepError'),
    keepUnsigned: says('keepUnsigned'),
    keepUnavailable: says('keepUnavailable'),
    keepMalformed: says('keepMalformed'),
    keepSilence: says('keepSilence'),
    forget: says('forget'),
    select: says('select'),
    trackPreferred: says('trackPreferred'),
    settle: says('settle'),
    settleDone: says('settleDone'),
    settleFailed: says('settleFailed'),
  },
  guards: {
    connected: () => yes['connected'],
    unsigned: () => yes['unsigned'],
    unavailable: () => yes['unavailable'],
    active: () => yes['active'],
    agreed: () => yes['agreed'],
    ofAttempt: () => yes['ofAttempt'],
    ofEthereum: () => yes['ofEthereum'],
  },
  delays: {
    answer: 100_000, // timeouts.loadMs + timeouts.frameReadyMs + timeouts.frameAnswerMs + timeouts.frameAnswerMs
  },
}).createMachine({
  id: 'accountType',
  description: 'The active account of the embedded wallet: the standard account, or the smart account.',
  meta: { kind: 'service', spec: ['1.10', '3.44', '5.24', '6.2', '7.44'] },
  on: {
    'account.connected': { guard: { type: 'ofEthereum' }, actions: { type: 'keepConnection' } },
    'account.changed': { guard: { type: 'ofEthereum' }, actions: { type: 'keepConnection' } },
    'account.networkChanged': { guard: { type: 'ofEthereum' }, actions: { type: 'keepConnection' } },
    'account.disconnected': { guard: { type: 'ofEthereum' }, actions: 'dropConnection' },
  },
  type: 'parallel',
  states: {
    networks: {
      description: 'The chains that support smart accounts.',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'Waits until the embedded wallet is connected.',
          always: { guard: 'connected', target: 'asking' },
        },
        asking: {
          description: 'The list of chains is being fetched from the frame.',
          on: {
            'account.disconnected': { guard: { type: 'ofEthereum' }, target: 'unasked', actions: 'dropConnection' },
          },
          invoke: {
            id: 'askNetworks',
            src: 'askNetworks',
            onDone: { target: 'known', actions: [{ type: 'keepNetworks' }, { type: 'rememberNetworks' }] },
            onError: { description: 'The previous list remains in use.', target: 'known' },
          },
          after: { answer: 'known' },
        },
        known: { description: 'The list comes from the frame, or from an earlier visit.' },
      },
    },
    change: {
      description: 'The change of the active account.',
      initial: 'idle',
      on: { 'accountType.set': { target: '.deciding', actions: { type: 'keepWanted' } } },
      states: {
        idle: { description: 'No change is in progress.' },
        deciding: {
          description: 'Checks whether the account exists and is not active already.',
          always: [
            { guard: 'unsigned', target: 'idle', actions: ['keepUnsigned', 'settleFailed', 'forget'] },
            { guard: 'unavailable', target: 'idle', actions: ['keepUnavailable', 'settleFailed', 'forget'] },
            { guard: 'active', target: 'idle', actions: ['settleDone', 'forget'] },
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
                guard: { type: 'agreed' },
                target: 'idle',
                actions: ['trackPreferred', 'settleDone', 'select', 'forget'],
              },
              { target: 'idle', actions: ['keepMalformed', 'settleFailed', 'forget'] },
            ],
            onError: { target: 'idle', actions: [{ type: 'keepError' }, 'settleFailed', 'forget'] },
          },
          on: {
            'accountType.set': {
              description: 'Replaces the change in progress.',
              target: 'deciding',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, { type: 'keepWanted' }],
            },
            'accountType.cancel': {
              guard: { type: 'ofAttempt' },
              target: 'idle',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'forget'],
            },
            'account.networkChanged': {
              description: 'The wallet may have other accounts on the new network.',
              guard: { type: 'ofEthereum' },
              target: 'idle',
              actions: [
                { type: 'settle', params: { outcome: { status: 'cancelled' } } },
                'forget',
                { type: 'keepConnection' },
              ],
            },
            'account.disconnected': {
              guard: { type: 'ofEthereum' },
              target: 'idle',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'forget', 'dropConnection'],
            },
          },
          after: { answer: { target: 'idle', actions: ['keepSilence', 'settleFailed', 'forget'] } },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
