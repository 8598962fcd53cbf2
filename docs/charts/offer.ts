/**
 * One attempt to connect a wallet on another device.
 *
 * The chart of `offer`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  speaking: true as boolean,
  signsIn: true as boolean,
  signed: true as boolean,
  signing: true as boolean,
  joining: true as boolean,
  found: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  write: 'pending' as Ends, // the slot offer.write
  keep: 'pending' as Ends, // the slot offer.keep
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
    propose: listener,
    write: work('write'),
    keep: work('keep'),
  },
  actions: {
    keepParams: says('keepParams'),
    keepOffer: says('keepOffer'),
    keepSigned: says('keepSigned'),
    trackDone: says('trackDone'),
    trackFailed: says('trackFailed'),
    refuse: says('refuse'),
    askForSessions: says('askForSessions'),
    tellMade: says('tellMade'),
    keepJoined: says('keepJoined'),
    keepOutcome: says('keepOutcome'),
  },
  guards: {
    speaking: () => yes['speaking'],
    signsIn: () => yes['signsIn'],
    signed: () => yes['signed'],
    signing: () => yes['signing'],
    joining: () => yes['joining'],
    found: () => yes['found'],
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
      description: 'Passing through: does the wallet that is spoken to serve the namespace, or is another one wanted?',
      always: [
        { guard: 'joining', target: 'settled', actions: 'keepJoined' },
        { guard: 'speaking', target: 'beginning' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'A wallet may have said yes on an earlier visit.',
      entry: 'askForSessions',
      on: {
        'offer.looked': [
          { guard: { type: 'found' }, target: 'settled', actions: { type: 'keepOutcome' } },
          { target: 'beginning' },
        ],
        'offer.unknown': { target: 'settled', actions: { type: 'keepOutcome' } },
      },
    },
    beginning: {
      description: 'Passing through: is the wallet to sign in with the session?',
      always: [{ guard: 'signsIn', target: 'writing' }, { target: 'offering' }],
    },
    writing: {
      description: 'What is to be signed is written. Where it cannot be, the visitor is asked once the wallet is connected.',
      tags: 'offering',
      invoke: {
        id: 'write',
        src: 'write',
        onDone: { target: 'offering', actions: { type: 'keepParams' } },
        onError: 'offering',
      },
      after: { write: 'offering' },
    },
    offering: {
      description: 'A wallet may take it up.',
      tags: 'offering',
      invoke: { id: 'propose', src: 'propose', onError: { target: 'settled', actions: { type: 'keepOutcome' } } },
      on: {
        'offer.made': { actions: [{ type: 'keepOffer' }, { type: 'tellMade' }] },
        'session.opened': [{ guard: { type: 'signing' } }, { target: 'settled', actions: { type: 'keepOutcome' } }],
        'offer.ended': [
          { guard: { type: 'signed' }, target: 'keeping', actions: { type: 'keepSigned' } },
          { target: 'settled', actions: { type: 'keepOutcome' } },
        ],
      },
    },
    keeping: {
      description: 'Whoever verifies sign-ins has what the wallet signed.',
      invoke: {
        id: 'keep',
        src: 'keep',
        onDone: { target: 'settled', actions: 'trackDone' },
        onError: { target: 'settled', actions: [{ type: 'refuse' }, 'trackFailed'] },
      },
      after: { keep: { target: 'settled', actions: [{ type: 'refuse' }, 'trackFailed'] } },
    },
    settled: { type: 'final', description: 'What became of it is known.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
