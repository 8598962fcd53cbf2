/**
 * One call of the page to the wallet that it speaks to.
 *
 * The chart of `call`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  known: true as boolean,
  telling: true as boolean,
  another: true as boolean,
  moving: true as boolean,
  arrived: true as boolean,
  knownAndMoving: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  follow: 'pending' as Ends, // the slot call.follow
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
    follow: work('follow'),
  },
  actions: {
    keepKnown: says('keepKnown'),
    keepAnswer: says('keepAnswer'),
    keepFailure: says('keepFailure'),
    keepSilence: says('keepSilence'),
    keepAbsence: says('keepAbsence'),
    keepSession: says('keepSession'),
    keepArrival: says('keepArrival'),
    nextWay: says('nextWay'),
    tellLearnt: says('tellLearnt'),
    tellMoved: says('tellMoved'),
  },
  guards: {
    known: () => yes['known'],
    telling: () => yes['telling'],
    another: () => yes['another'],
    moving: () => yes['moving'],
    arrived: () => yes['arrived'],
    knownAndMoving: () => yes['knownAndMoving'],
  },
  delays: {
    follow: 330_000, // timeouts.walletRequestMs + timeouts.exchangeMs
    arrive: 2_000, // timeouts.networkSettleMs
  },
}).createMachine({
  id: 'call',
  description: 'One call of the page to the wallet that it speaks to.',
  meta: { kind: 'item', spec: ['8.51', '8.52', '9.17'] },
  initial: 'choosing',
  on: { 'call.changed': { actions: { type: 'keepSession' } } },
  states: {
    choosing: {
      description: 'Passing through: must anybody be asked?',
      always: [
        { guard: 'knownAndMoving', target: 'settled', actions: ['keepKnown', 'tellMoved'] },
        { guard: 'known', target: 'settled', actions: 'keepKnown' },
        { target: 'following' },
      ],
    },
    following: {
      description: 'The wallet, a node or a bundler is asked.',
      tags: 'busy',
      invoke: {
        id: 'follow',
        src: 'follow',
        onDone: [
          { guard: 'arrived', target: 'settled', actions: ['keepArrival', 'tellMoved'] },
          { guard: 'moving', target: 'arriving' },
          {
            guard: { type: 'telling' },
            target: 'settled',
            actions: [{ type: 'keepAnswer' }, { type: 'tellLearnt' }],
          },
          { target: 'settled', actions: { type: 'keepAnswer' } },
        ],
        onError: [
          { guard: 'another', target: 'choosing', actions: 'nextWay' },
          { target: 'settled', actions: { type: 'keepFailure' } },
        ],
      },
      on: { 'call.cancel': 'cancelled' },
      after: { follow: { target: 'expired', actions: 'keepSilence' } },
    },
    arriving: {
      description: 'The wallet said yes to another chain. Only once it has approved it has the page an account there.',
      tags: 'busy',
      always: { guard: 'arrived', target: 'settled', actions: ['keepArrival', 'tellMoved'] },
      on: { 'call.cancel': 'cancelled' },
      after: { arrive: { target: 'settled', actions: 'keepAbsence' } },
    },
    settled: { type: 'final', description: 'Somebody answered: with what was asked for, or with a refusal.' },
    expired: { type: 'final', description: 'Nobody answered in time.' },
    cancelled: { type: 'final', description: 'It was called off.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
