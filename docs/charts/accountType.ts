/**
 * Which of its accounts the embedded wallet acts for: the standard one, or the smart account.
 *
 * The chart of `accountType`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  connected: true as boolean,
  unsigned: true as boolean,
  unavailable: true as boolean,
  active: true as boolean,
  agreed: true as boolean,
  ofAttempt: true as boolean,
  ofEthereum: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** Says what the product would do now. */
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
  description: 'Which of its accounts the embedded wallet acts for: the standard one, or the smart account.',
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
      description: 'On which chains are there smart accounts?',
      initial: 'unasked',
      states: {
        unasked: {
          description: 'Nobody is signed in: nobody is asked.',
          always: { guard: 'connected', target: 'asking' },
        },
        asking: {
          description: 'The frame is asked.',
          on: {
            'account.disconnected': { guard: { type: 'ofEthereum' }, target: 'unasked', actions: 'dropConnection' },
          },
          invoke: {
            id: 'askNetworks',
            src: 'askNetworks',
            onDone: { target: 'known', actions: [{ type: 'keepNetworks' }, { type: 'rememberNetworks' }] },
            onError: { description: 'What was known before counts.', target: 'known' },
          },
          after: { answer: 'known' },
        },
        known: { description: 'As the frame said, or as it was on an earlier visit.' },
      },
    },
    change: {
      description: 'Which account is the active one?',
      initial: 'idle',
      on: { 'accountType.set': { target: '.deciding', actions: { type: 'keepWanted' } } },
      states: {
        idle: { description: 'Nothing is changed.' },
        deciding: {
          description: 'Passing through: is there such an account, and is it another one?',
          always: [
            { guard: 'unsigned', target: 'idle', actions: ['keepUnsigned', 'settleFailed', 'forget'] },
            { guard: 'unavailable', target: 'idle', actions: ['keepUnavailable', 'settleFailed', 'forget'] },
            { guard: 'active', target: 'idle', actions: ['settleDone', 'forget'] },
            { target: 'setting' },
          ],
        },
        setting: {
          description: 'The frame is told.',
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
              description: 'It takes the place of what is under way.',
              target: 'deciding',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, { type: 'keepWanted' }],
            },
            'accountType.cancel': {
              guard: { type: 'ofAttempt' },
              target: 'idle',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'forget'],
            },
            'account.networkChanged': {
              description: 'There it may have other accounts.',
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

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
