/**
 * One attempt to connect a wallet on another device.
 *
 * The chart of `offer` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isSpeaking: true as boolean,
  isSignIn: true as boolean,
  isSigned: true as boolean,
  isBeingSigned: true as boolean,
  isJoining: true as boolean,
  hasSession: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  write: 'pending' as Ends, // the actor offer.write
  keep: 'pending' as Ends, // the actor offer.keep
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    propose: listener,
    write: work('write'),
    keep: work('keep'),
  },
  actions: {
    setParams: says('setParams'),
    setOffer: says('setOffer'),
    setSigned: says('setSigned'),
    trackDone: says('trackDone'),
    trackFailed: says('trackFailed'),
    setRefused: says('setRefused'),
    requestSessions: says('requestSessions'),
    notifyMade: says('notifyMade'),
    setJoined: says('setJoined'),
    setOutcome: says('setOutcome'),
  },
  guards: {
    isSpeaking: () => yes['isSpeaking'],
    isSignIn: () => yes['isSignIn'],
    isSigned: () => yes['isSigned'],
    isBeingSigned: () => yes['isBeingSigned'],
    isJoining: () => yes['isJoining'],
    hasSession: () => yes['hasSession'],
  },
  delays: {
    write: 15_000, // timeouts.apiMs
    keep: 15_000, // timeouts.verifyMs
  },
}).createMachine({
  id: 'offer',
  description: 'One attempt to connect a wallet on another device.',
  meta: { kind: 'item', spec: ['4.35', '8.51'] },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Checks whether the active session serves the namespace, or another wallet is to connect.',
      always: [
        { guard: 'isJoining', target: 'settled', actions: 'setJoined' },
        { guard: 'isSpeaking', target: 'beginning' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'Waits for the search for sessions of an earlier visit.',
      entry: 'requestSessions',
      on: {
        'offer.looked': [
          { guard: { type: 'hasSession' }, target: 'settled', actions: { type: 'setOutcome' } },
          { target: 'beginning' },
        ],
        'offer.unknown': { target: 'settled', actions: { type: 'setOutcome' } },
      },
    },
    beginning: {
      description: 'Checks whether connecting includes a sign-in by the wallet.',
      always: [{ guard: 'isSignIn', target: 'writing' }, { target: 'offering' }],
    },
    writing: {
      description: 'The text to sign is being written. If that fails, the user signs in after the wallet has connected.',
      tags: 'offering',
      invoke: {
        id: 'write',
        src: 'write',
        onDone: { target: 'offering', actions: { type: 'setParams' } },
        onError: 'offering',
      },
      after: { write: 'offering' },
    },
    offering: {
      description: 'Waits for a wallet to accept the offer.',
      tags: 'offering',
      invoke: { id: 'propose', src: 'propose', onError: { target: 'settled', actions: { type: 'setOutcome' } } },
      on: {
        'offer.made': { actions: [{ type: 'setOffer' }, { type: 'notifyMade' }] },
        'session.opened': [{ guard: { type: 'isBeingSigned' } }, { target: 'settled', actions: { type: 'setOutcome' } }],
        'offer.ended': [
          { guard: { type: 'isSigned' }, target: 'keeping', actions: { type: 'setSigned' } },
          { target: 'settled', actions: { type: 'setOutcome' } },
        ],
      },
    },
    keeping: {
      description: 'The verifier receives what the wallet signed.',
      invoke: {
        id: 'keep',
        src: 'keep',
        onDone: { target: 'settled', actions: 'trackDone' },
        onError: { target: 'settled', actions: [{ type: 'setRefused' }, 'trackFailed'] },
      },
      after: { keep: { target: 'settled', actions: [{ type: 'setRefused' }, 'trackFailed'] } },
    },
    settled: { type: 'final', description: 'The attempt ended.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
