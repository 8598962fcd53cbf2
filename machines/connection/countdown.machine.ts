/** Flow: the seconds that an offer has left, told in its last minute. Nothing ticks while nobody looks. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { TypesOf } from '../kit/contract.ts'
import { listener } from '../kit/effects.ts'
import { now } from '../kit/time.ts'
import type { CountdownContract } from './countdown.contract.ts'

const SECOND_MS = 1_000

export const countdownMachine = setup({
  types: {} as TypesOf<CountdownContract>,
  actors: { watchPage: listener<CountdownContract['event']>('countdown.watchPage') },
  actions: {
    count: assign({
      remainingSeconds: ({ context, system }) => Math.ceil((context.until - now(system)) / SECOND_MS),
    }),
    forget: assign({ remainingSeconds: undefined }),
  },
  guards: {
    over: ({ context }) => context.remainingSeconds !== undefined && context.remainingSeconds <= 0,
    early: ({ context }) =>
      context.remainingSeconds !== undefined && context.remainingSeconds * SECOND_MS > TIMING.lastSecondsMs,
  },
  delays: {
    lastSeconds: ({ context, system }) => Math.max(0, context.until - now(system) - TIMING.lastSecondsMs),
    /** To the next full second. */
    second: ({ context, system }) => Math.max(0, context.until - now(system)) % SECOND_MS || SECOND_MS,
    end: ({ context, system }) => Math.max(0, context.until - now(system)),
  },
}).createMachine({
  id: 'countdown',
  description: 'The seconds that an offer has left, told in its last minute while somebody looks.',
  meta: { kind: 'flow', spec: ['2.6', '9.19'] },
  context: ({ input }) => ({ until: input.until, remainingSeconds: undefined }),
  output: () => undefined,
  initial: 'deciding',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'Where nobody can tell whether the page is seen, it counts as seen.' },
  },
  states: {
    deciding: {
      description: 'Passing through: how much is left?',
      entry: 'count',
      always: [{ guard: 'over', target: 'over' }, { guard: 'early', target: 'resting' }, { target: 'ticking' }],
    },
    resting: {
      description: 'There is time enough.',
      entry: 'forget',
      on: { 'page.hidden': 'unseen' },
      after: { lastSeconds: 'deciding' },
    },
    ticking: {
      description: 'The last seconds, one by one.',
      tags: 'ticking',
      on: { 'page.hidden': 'unseen' },
      after: { second: 'deciding' },
    },
    unseen: {
      description: 'Nobody looks, so nothing is counted.',
      entry: 'forget',
      on: { 'page.shown': 'deciding' },
      after: { end: 'over' },
    },
    over: { type: 'final', description: 'The time has passed.' },
  },
})
