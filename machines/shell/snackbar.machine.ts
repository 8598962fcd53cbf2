/** Service: short messages to the visitor, one at a time. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { feature } from '../kit/feature.ts'
import { snackbar, type SnackbarContract, type SnackbarMessage } from './snackbar.contract.ts'

export const snackbarMachine = setup({
  types: {} as TypesOf<SnackbarContract>,
  actions: {
    keep: assign({ message: (_, { message }: { message: SnackbarMessage }) => message }),
    drop: assign({ message: undefined }),
  },
  guards: {
    waits: ({ context }) => context.message?.variant === 'loading',
    stays: ({ context }) => context.message?.stays ?? context.message?.variant === 'loading',
  },
  delays: { swapGap: TIMING.snackbarSwapMs, stay: TIMING.snackbarStayMs },
}).createMachine({
  id: 'snackbar',
  description: 'Short messages to the visitor, one at a time. One that replaces another waits for a short gap.',
  meta: { kind: 'service', spec: ['2.14', '9.10'] },
  context: { message: undefined },
  initial: 'hidden',
  states: {
    hidden: {
      description: 'Nothing is said.',
      entry: 'drop',
      on: { 'snackbar.show': { target: 'showing', actions: { type: 'keep', params: ({ event }) => event } } },
    },
    showing: {
      description: 'A message is seen.',
      tags: 'visible',
      initial: 'passing',
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'keep', params: ({ event }) => event } },
        'snackbar.hide': 'hidden',
        'scope.changed': {
          guard: 'waits',
          target: 'hidden',
          description: 'What was waited for was of another account.',
        },
      },
      states: {
        passing: {
          description: 'Goes by itself.',
          always: { guard: 'stays', target: 'staying' },
          after: { stay: '#snackbar.hidden' },
        },
        staying: { description: 'Stays until it is hidden or replaced.' },
      },
    },
    swapping: {
      description: 'The gap between two messages, so that the change can be seen.',
      on: {
        'snackbar.show': { actions: { type: 'keep', params: ({ event }) => event } },
        'snackbar.hide': 'hidden',
        'scope.changed': { guard: 'waits', target: 'hidden' },
      },
      after: { swapGap: 'showing' },
    },
  },
})

export const snackbarFeature = feature(snackbar, {
  logic: seal<SnackbarContract>()(snackbarMachine),
})
