/**
 * The wallet on another device that the page speaks to.
 *
 * The chart of `provider`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  some: true as boolean,
  known: true as boolean,
  usable: true as boolean,
  current: true as boolean,
  emptied: true as boolean,
  shared: true as boolean,
  unwanted: true as boolean,
  held: true as boolean,
  ours: true as boolean,
  needsWallet: true as boolean,
  attempted: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  look: 'pending' as Ends, // the slot provider.look
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
    watchSite: listener,
    watchSessions: listener,
    look: work('look'),
    leave: listener,
    offer: listener,
    call: listener,
  },
  actions: {
    keepSession: says('keepSession'),
    forgetSession: says('forgetSession'),
    adopt: says('adopt'),
    move: says('move'),
    tellCalls: says('tellCalls'),
    passOn: says('passOn'),
    keepNetworks: says('keepNetworks'),
    keepLearnt: says('keepLearnt'),
    fallSilent: says('fallSilent'),
    part: says('part'),
    leave: says('leave'),
    keepPlaces: says('keepPlaces'),
    wait: says('wait'),
    begin: says('begin'),
    refuse: says('refuse'),
    offer: says('offer'),
    callOff: says('callOff'),
    cancelCall: says('cancelCall'),
    tellOffer: says('tellOffer'),
    leaveUseless: says('leaveUseless'),
    settle: says('settle'),
    emit: says('emit'),
  },
  guards: {
    some: () => yes['some'],
    known: () => yes['known'],
    usable: () => yes['usable'],
    current: () => yes['current'],
    emptied: () => yes['emptied'],
    shared: () => yes['shared'],
    unwanted: () => yes['unwanted'],
    held: () => yes['held'],
    ours: () => yes['ours'],
    needsWallet: () => yes['needsWallet'],
    attempted: () => yes['attempted'],
  },
  delays: {
    look: 60_000, // timeouts.startPairingMs + timeouts.exchangeMs
  },
}).createMachine({
  id: 'provider',
  description: 'The wallet on another device that the page speaks to.',
  meta: { kind: 'service', spec: ['8.50', '8.51', '9.17'] },
  initial: 'unopened',
  invoke: [
    { id: 'watchSite', src: 'watchSite', onError: { actions: { type: 'refuse' } } },
    { id: 'watchSessions', src: 'watchSessions', onError: { actions: { type: 'refuse' } } },
  ],
  on: {
    'provider.connect': { actions: ['callOff', { type: 'offer' }] },
    'provider.cancel': [{ guard: { type: 'attempted' }, actions: 'callOff' }, { actions: { type: 'cancelCall' } }],
    'provider.leave': [
      { guard: { type: 'held' }, actions: { type: 'leave' } },
      { description: 'It is left already.', actions: { type: 'emit' } },
    ],
    'provider.offered': { actions: { type: 'emit' } },
    'session.opened': { actions: [{ type: 'keepSession' }, { type: 'tellOffer' }] },
    'session.changed': { guard: { type: 'known' }, actions: { type: 'keepSession' } },
    'session.ended': { actions: { type: 'forgetSession' } },
    'xstate.done.actor.offer.*': [
      { guard: { type: 'usable' }, target: '.spoken', actions: [{ type: 'adopt' }, { type: 'settle' }] },
      {
        description: 'It came to nothing, or to a session without an account that the page could use.',
        actions: [{ type: 'leaveUseless' }, { type: 'settle' }],
      },
    ],
    'provider.networks': { actions: { type: 'keepNetworks' } },
    'provider.learnt': { actions: { type: 'keepLearnt' } },
    'xstate.done.actor.call.*': { actions: { type: 'settle' } },
    'xstate.done.actor.leave.*': { actions: { type: 'settle' } },
    'xstate.error.actor.*': { actions: { type: 'settle' } },
  },
  states: {
    unopened: {
      description: 'Nobody has looked for sessions yet, that failed, or the page let go of them.',
      on: {
        'provider.look': { target: 'looking', actions: { type: 'keepPlaces' } },
        'provider.request': [
          { guard: { type: 'needsWallet' }, actions: { type: 'emit' } },
          { target: 'looking', actions: { type: 'wait' } },
        ],
      },
    },
    none: {
      description: 'No wallet is spoken to.',
      on: {
        'provider.look': { target: 'looking', actions: { type: 'keepPlaces' } },
        'provider.request': { target: 'looking', actions: { type: 'wait' } },
      },
    },
    looking: {
      description: 'Which sessions are there from earlier visits?',
      tags: 'looking',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          { guard: 'some', target: 'spoken', actions: [{ type: 'adopt' }, { type: 'tellOffer' }] },
          {
            target: 'none',
            actions: [{ type: 'begin', params: [] }, { type: 'tellOffer', params: { type: 'offer.looked' } }],
          },
        ],
        onError: { target: 'unopened', actions: [{ type: 'refuse' }, { type: 'tellOffer' }] },
      },
      on: { 'provider.request': { actions: { type: 'wait' } } },
      after: { look: { target: 'unopened', actions: [{ type: 'refuse' }, { type: 'tellOffer' }] } },
    },
    spoken: {
      description: 'A wallet is spoken to. The page follows it to what it approved.',
      entry: { type: 'begin', params: [] },
      on: {
        'provider.look': { actions: { type: 'tellOffer' } },
        'provider.request': { actions: { type: 'begin' } },
        'provider.move': { actions: { type: 'move' } },
        'provider.leave': [
          { guard: { type: 'shared' }, actions: [{ type: 'part' }, { type: 'emit' }] },
          { guard: { type: 'current' }, target: 'none', actions: ['fallSilent', { type: 'leave' }] },
        ],
        'session.opened': {
          description: 'A wallet took up an offer of an earlier visit; another one is spoken to by now.',
          guard: { type: 'unwanted' },
          actions: { type: 'leave' },
        },
        'session.changed': [
          {
            description: 'No account is left.',
            guard: { type: 'emptied' },
            target: 'none',
            actions: [{ type: 'move', params: {} }, { type: 'leave' }],
          },
          {
            guard: { type: 'current' },
            actions: [{ type: 'move' }, { type: 'keepSession' }, { type: 'tellCalls' }],
          },
        ],
        'session.emitted': { guard: { type: 'current' }, actions: [{ type: 'move' }, { type: 'passOn' }] },
        'session.ended': [
          {
            description: 'The page itself ended it.',
            guard: { type: 'ours' },
            target: 'none',
            actions: [{ type: 'forgetSession' }, 'fallSilent'],
          },
          {
            guard: { type: 'current' },
            target: 'none',
            actions: [{ type: 'forgetSession' }, { type: 'move', params: {} }],
          },
        ],
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
