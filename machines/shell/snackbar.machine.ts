/** Service: short messages to the user, one at a time. */
import { and, assign, not, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { ViewName } from './view.types.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { top } from './view.rules.ts'
import { snackbar, type SnackbarContract, type SnackbarMessage } from './snackbar.contract.ts'
import { view } from './view.contract.ts'

export const snackbarMachine = setup({
  types: {} as SetupTypes<SnackbarContract>,
  actions: {
    setMessage: assign({ message: (_, { message }: { message: SnackbarMessage }) => message }),
    setView: assign({ view: (_, params: { view: ViewName }) => params.view }),
    clearMessage: assign({ message: undefined }),
  },
  guards: {
    /** A loading message is shown. Other messages stay when the account changes. */
    isLoading: ({ context }) => context.message?.variant === 'loading',
    /** The message stays until it is hidden or replaced, as loading messages do by default. */
    isPersistent: ({ context }) => context.message?.stays ?? context.message?.variant === 'loading',
    /** The current view shows the same message, so the snackbar does not repeat it. */
    isShownByView: ({ context: { message, view: shown } }) =>
      shown !== undefined && message?.hiddenInViews?.includes(shown) === true,
    /** The message disappears after a while, even while the view shows it. */
    isTemporary: not('isPersistent'),
    /** The message stays and the current view no longer shows it, so the snackbar shows it again. */
    isShownAgain: and(['isPersistent', not('isShownByView')]),
  },
  delays: {
    /** The gap between two messages. */
    swapGap: TIMING.snackbarSwapMs,
    /** How long a temporary message is shown. */
    stay: TIMING.snackbarStayMs,
  },
}).createMachine({
  id: 'snackbar',
  description:
    'Short messages to the user, one at a time. A new message replaces the current one after a short gap. A message that the view shows itself is only read out.',
  meta: { kind: 'service', spec: ['2.14', '9.10'] },
  context: ({ input }) => ({ ...input, message: undefined }),
  initial: 'hidden',
  on: { 'view.shown': { actions: { type: 'setView', params: ({ event }) => event } } },
  states: {
    hidden: {
      description: 'No message is shown.',
      entry: 'clearMessage',
      on: { 'snackbar.show': { target: 'showing', actions: { type: 'setMessage', params: ({ event }) => event } } },
    },
    showing: {
      description: 'A message is shown.',
      tags: ['visible', 'announced'],
      always: { guard: 'isShownByView', target: 'shownByView' },
      initial: 'temporary',
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'setMessage', params: ({ event }) => event } },
        'snackbar.hide': 'hidden',
        'activeAccount.changed': {
          guard: 'isLoading',
          target: 'hidden',
          description: 'The loading message belonged to another account.',
        },
      },
      states: {
        temporary: {
          description: 'The message disappears after a while.',
          always: { guard: 'isPersistent', target: 'persistent' },
          after: { stay: '#snackbar.hidden' },
        },
        persistent: { description: 'The message stays until it is hidden or replaced.' },
      },
    },
    shownByView: {
      description: 'The view shows the same message. A message that stays is shown again once another view is shown.',
      tags: 'announced',
      always: { guard: 'isShownAgain', target: 'showing' },
      on: {
        'snackbar.show': { target: 'swapping', actions: { type: 'setMessage', params: ({ event }) => event } },
        'snackbar.hide': 'hidden',
        'activeAccount.changed': { guard: 'isLoading', target: 'hidden' },
      },
      after: { stay: { guard: 'isTemporary', target: 'hidden' } },
    },
    swapping: {
      description: 'A short gap between two messages, so that the user notices the change.',
      on: {
        'snackbar.show': { actions: { type: 'setMessage', params: ({ event }) => event } },
        'snackbar.hide': 'hidden',
        'activeAccount.changed': { guard: 'isLoading', target: 'hidden' },
      },
      after: { swapGap: 'showing' },
    },
  },
})

export const snackbarFeature = feature(snackbar, {
  input: (_, system) => {
    const stack = getActorSnapshot(system, view)?.context.stack
    return { view: stack && top(stack) }
  },
  logic: withContract<SnackbarContract>()(snackbarMachine),
})
