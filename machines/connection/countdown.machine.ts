/** Flow: counts down the last minute of a pairing URI. It does not tick while the page is hidden. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { SetupTypes } from '../core/contract.ts'
import { callbackActor } from '../core/actors.ts'
import { now } from '../core/time.ts'
import type { CountdownContract } from './countdown.contract.ts'

const SECOND_MS = 1_000

export const countdownMachine = setup({
  types: {} as SetupTypes<CountdownContract>,
  actors: {
    /** Reports whether the page is visible. */
    watchPage: callbackActor<CountdownContract['event']>('countdown.watchPage'),
  },
  actions: {
    count: assign({
      remainingSeconds: ({ context, system }) => Math.ceil((context.until - now(system)) / SECOND_MS),
    }),
    forget: assign({ remainingSeconds: undefined }),
  },
  guards: {
    /** The pairing URI expired. */
    isOver: ({ context }) => context.remainingSeconds !== undefined && context.remainingSeconds <= 0,
    /** More than a minute is left, so no seconds are shown yet. */
    isBeforeLastSeconds: ({ context }) =>
      context.remainingSeconds !== undefined && context.remainingSeconds * SECOND_MS > TIMING.lastSecondsMs,
  },
  delays: {
    /** The time until the last minute starts. */
    lastSeconds: ({ context, system }) => Math.max(0, context.until - now(system) - TIMING.lastSecondsMs),
    /** The time to the next full second. */
    second: ({ context, system }) => Math.max(0, context.until - now(system)) % SECOND_MS || SECOND_MS,
    /** The time until the pairing URI expires. */
    end: ({ context, system }) => Math.max(0, context.until - now(system)),
  },
}).createMachine({
  id: 'countdown',
  description: 'Counts down the last minute of a pairing URI, while the page is visible.',
  meta: { kind: 'flow', spec: ['2.6', '9.19'] },
  context: ({ input }) => ({ until: input.until, remainingSeconds: undefined }),
  output: () => undefined,
  initial: 'deciding',
  invoke: {
    id: 'watchPage',
    src: 'watchPage',
    onError: { description: 'If the visibility of the page is unknown, it counts as visible.' },
  },
  states: {
    deciding: {
      description: 'Computes how much time is left.',
      entry: 'count',
      always: [
        { guard: 'isOver', target: 'over' },
        { guard: 'isBeforeLastSeconds', target: 'waiting' },
        { target: 'ticking' },
      ],
    },
    waiting: {
      description: 'More than a minute is left. Waits for the last minute.',
      entry: 'forget',
      on: { 'page.hidden': 'hidden' },
      after: { lastSeconds: 'deciding' },
    },
    ticking: {
      description: 'The last minute is counted down, second by second.',
      tags: 'ticking',
      on: { 'page.hidden': 'hidden' },
      after: { second: 'deciding' },
    },
    hidden: {
      description: 'The page is hidden, so nothing is counted.',
      entry: 'forget',
      on: { 'page.shown': 'deciding' },
      after: { end: 'over' },
    },
    over: { type: 'final', description: 'The pairing URI expired.' },
  },
})
