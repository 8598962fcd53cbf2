/**
 * Sends requests to connected wallets and reports the outcome of each.
 *
 * The chart of `requests` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isUnknownMethod: true as boolean,
  hasTooManyOpen: true as boolean,
  isReviewed: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    walletRequest: listener,
  },
  actions: {
    startRequest: says('startRequest'),
    emitRefused: says('emitRefused'),
    showRefused: says('showRefused'),
    show: says('show'),
    showSoon: says('showSoon'),
    approveRequest: says('approveRequest'),
    explainRequest: says('explainRequest'),
    hideApproval: says('hideApproval'),
    explainNext: says('explainNext'),
    settle: says('settle'),
    setLate: says('setLate'),
    endRequest: says('endRequest'),
    cancelOne: says('cancelOne'),
    cancelAll: says('cancelAll'),
    endNamespaceRequests: says('endNamespaceRequests'),
    cancelShown: says('cancelShown'),
    leaveEmptyApproval: says('leaveEmptyApproval'),
    leaveApproval: says('leaveApproval'),
    refreshBalance: says('refreshBalance'),
    trackCalls: says('trackCalls'),
    broadcastSent: says('broadcastSent'),
  },
  guards: {
    isUnknownMethod: () => yes['isUnknownMethod'],
    hasTooManyOpen: () => yes['hasTooManyOpen'],
    isReviewed: () => yes['isReviewed'],
  },
}).createMachine({
  id: 'requests',
  description: 'Sends requests to connected wallets and reports the outcome of each.',
  meta: { kind: 'service', spec: ['4.10', '4.32', '4.33', '5.20', '6.5', '6.6', '6.7', '7.27', '7.28'] },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'Waits for new requests, and for open requests to end.',
      entry: ['leaveEmptyApproval', 'hideApproval'],
      on: {
        'account.disconnected': { actions: { type: 'endNamespaceRequests' } },
        'requests.submit': [
          {
            description: 'Rejects an unknown method, because the modal could not explain it to the user.',
            guard: { type: 'isUnknownMethod' },
            actions: [{ type: 'emitRefused' }, 'showRefused'],
          },
          { guard: { type: 'hasTooManyOpen' }, actions: { type: 'emitRefused' } },
          {
            description: 'The wallet shows the request, and the modal shows it as well.',
            guard: { type: 'isReviewed' },
            actions: [{ type: 'startRequest' }, 'show', 'explainRequest'],
          },
          { actions: { type: 'startRequest' } },
        ],
        'requests.show': { actions: ['show', 'explainRequest'] },
        'requests.approve': { actions: { type: 'approveRequest' } },
        'view.shown': { actions: 'showSoon' },
        'requests.cancel': { actions: { type: 'cancelOne' } },
        'requests.cancelAll': { actions: ['cancelAll', 'leaveEmptyApproval'] },
        'requests.cancelShown': { actions: ['cancelShown', 'leaveEmptyApproval'] },
        'requests.viewLeft': { actions: 'cancelShown' },
        'requests.release': {
          actions: [{ type: 'explainNext' }, { type: 'leaveApproval' }, { type: 'setLate' }, { type: 'settle' }],
        },
        'xstate.done.actor.*': {
          actions: [
            { type: 'explainNext' },
            { type: 'leaveApproval' },
            { type: 'refreshBalance' },
            { type: 'trackCalls' },
            { type: 'broadcastSent' },
            { type: 'settle' },
            { type: 'endRequest' },
          ],
        },
        'xstate.error.actor.*': {
          description: 'A request that crashes does not affect the others.',
          actions: [{ type: 'explainNext' }, { type: 'leaveApproval' }, { type: 'settle' }, { type: 'endRequest' }],
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
