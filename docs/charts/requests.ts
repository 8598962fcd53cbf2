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
    ask: says('ask'),
    refuse: says('refuse'),
    showRefused: says('showRefused'),
    show: says('show'),
    showSoon: says('showSoon'),
    approve: says('approve'),
    explain: says('explain'),
    hideEmpty: says('hideEmpty'),
    explainNext: says('explainNext'),
    settle: says('settle'),
    setLate: says('setLate'),
    end: says('end'),
    cancelOne: says('cancelOne'),
    cancelAll: says('cancelAll'),
    leave: says('leave'),
    cancelShown: says('cancelShown'),
    leaveEmpty: says('leaveEmpty'),
    leaveApproval: says('leaveApproval'),
    refreshBalance: says('refreshBalance'),
    followCalls: says('followCalls'),
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
      entry: ['leaveEmpty', 'hideEmpty'],
      on: {
        'account.disconnected': { actions: { type: 'leave' } },
        'requests.submit': [
          {
            description: 'Rejects an unknown method, because the modal could not explain it to the user.',
            guard: { type: 'isUnknownMethod' },
            actions: [{ type: 'refuse' }, 'showRefused'],
          },
          { guard: { type: 'hasTooManyOpen' }, actions: { type: 'refuse' } },
          {
            description: 'The wallet shows the request, and the modal shows it as well.',
            guard: { type: 'isReviewed' },
            actions: [{ type: 'ask' }, 'show', 'explain'],
          },
          { actions: { type: 'ask' } },
        ],
        'requests.show': { actions: ['show', 'explain'] },
        'requests.approve': { actions: { type: 'approve' } },
        'view.shown': { actions: 'showSoon' },
        'requests.cancel': { actions: { type: 'cancelOne' } },
        'requests.cancelAll': { actions: ['cancelAll', 'leaveEmpty'] },
        'requests.cancelShown': { actions: ['cancelShown', 'leaveEmpty'] },
        'requests.viewLeft': { actions: 'cancelShown' },
        'requests.release': {
          actions: [{ type: 'explainNext' }, { type: 'leaveApproval' }, { type: 'setLate' }, { type: 'settle' }],
        },
        'xstate.done.actor.*': {
          actions: [
            { type: 'explainNext' },
            { type: 'leaveApproval' },
            { type: 'refreshBalance' },
            { type: 'followCalls' },
            { type: 'broadcastSent' },
            { type: 'settle' },
            { type: 'end' },
          ],
        },
        'xstate.error.actor.*': {
          description: 'A request that crashes does not affect the others.',
          actions: [{ type: 'explainNext' }, { type: 'leaveApproval' }, { type: 'settle' }, { type: 'end' }],
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
