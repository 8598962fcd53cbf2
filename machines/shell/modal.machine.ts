/** Service: whether the modal is open, and the shake that shows that it cannot be closed. */
import { assign, emit, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { configurableDelay } from '../core/actors.ts'
import { broadcast, sendToActor } from '../core/messaging.ts'
import { modal, type ModalContract } from './modal.contract.ts'
import { view } from './view.contract.ts'
import { feature } from '../core/feature.ts'
import type { ViewName } from './view.types.ts'

interface Opening {
  namespace?: Namespace
  view?: ViewName
  connectorId?: string
}

export const modalMachine = setup({
  types: {} as SetupTypes<ModalContract>,
  actions: {
    broadcastOpened: broadcast(({ namespace, view, connectorId }: Opening) => ({
      type: 'modal.opened',
      ...(namespace && { namespace }),
      ...(view && { view }),
      ...(connectorId !== undefined && { connectorId }),
    })),
    broadcastShown: broadcast({ type: 'modal.shown' }),
    broadcastClosed: broadcast({ type: 'modal.closed' }),
    showView: sendToActor(view)({ type: 'view.show' }),
    emitUnanswered: emit({ type: 'modal.unanswered' }),
    lock: assign({ lockedBy: (_, { by }: { by: ViewName }) => by }),
    unlock: assign({ lockedBy: undefined }),
  },
  guards: {
    /** The caller closes the modal even if the shown view locks it. */
    isForced: (_, { forced }: { forced?: boolean }) => forced === true,
    /** The modal is part of the page and cannot be closed: returning to its home view counts as closing it. */
    isEmbedded: ({ context }) => context.embedded,
    /** The shown view needs a decision of the user, so the modal shakes instead of closing. */
    isLocked: ({ context }) => context.lockedBy !== undefined,
  },
  delays: {
    /** After this time, callers that wait for the user stop waiting. The modal stays open. */
    choose: configurableDelay('chooseMs'),
    /** How long the modal shakes. */
    shake: TIMING.shakeMs,
  },
}).createMachine({
  id: 'modal',
  description: 'Opens and closes the modal, and shakes it when it cannot be closed.',
  meta: { kind: 'service', spec: ['2.9', '2.13', '2.15', '4.5', '4.7', '4.8', '4.9'] },
  context: ({ input }) => ({ lockedBy: undefined, embedded: input.embedded }),
  initial: 'closed',
  on: {
    'modal.lock': { actions: { type: 'lock', params: ({ event }) => event } },
    'modal.unlock': { actions: 'unlock' },
    'modal.show': { actions: ['broadcastShown', 'showView'] },
  },
  states: {
    closed: {
      description: 'The modal is not shown. An embedded modal shows its home view.',
      on: { 'modal.open': { target: 'open', actions: { type: 'broadcastOpened', params: ({ event }) => event } } },
    },
    open: {
      description: 'The modal is shown.',
      tags: 'open',
      initial: 'idle',
      on: {
        'modal.open': {
          target: 'open',
          reenter: true,
          actions: { type: 'broadcastOpened', params: ({ event }) => event },
        },
        'modal.returnedHome': {
          description: 'An embedded modal cannot be closed. It counts as closed once it is back on its home view.',
          guard: 'isEmbedded',
          target: 'closed',
          actions: 'broadcastClosed',
        },
        'modal.close': [
          { guard: { type: 'isForced', params: ({ event }) => event }, target: 'closed', actions: 'broadcastClosed' },
          { guard: 'isLocked', target: '.shaking', reenter: false },
          { target: 'closed', actions: 'broadcastClosed' },
        ],
      },
      after: { choose: { actions: 'emitUnanswered' } },
      states: {
        idle: { description: 'The modal does not shake.', on: { 'modal.shake': 'shaking' } },
        shaking: {
          description: 'The modal shakes: the shown view cannot be left yet.',
          tags: 'shaking',
          on: { 'modal.shake': {} },
          after: { shake: 'idle' },
        },
      },
    },
  },
})

export const modalFeature = feature(modal, {
  input: ({ embedded }) => ({ embedded }),
  logic: withContract<ModalContract>()(modalMachine),
})
