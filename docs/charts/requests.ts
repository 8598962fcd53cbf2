/**
 * Hands questions to connected wallets and tells what became of each.
 *
 * The chart of `requests`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  unknown: true as boolean,
  tooMany: true as boolean,
  reviewed: true as boolean,
}

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
    sayRefused: says('sayRefused'),
    show: says('show'),
    showSoon: says('showSoon'),
    approve: says('approve'),
    explain: says('explain'),
    hideEmpty: says('hideEmpty'),
    explainNext: says('explainNext'),
    settle: says('settle'),
    keepLate: says('keepLate'),
    end: says('end'),
    cancelOne: says('cancelOne'),
    cancelAll: says('cancelAll'),
    leave: says('leave'),
    cancelShown: says('cancelShown'),
    leaveEmpty: says('leaveEmpty'),
    leaveApproval: says('leaveApproval'),
    refreshBalance: says('refreshBalance'),
    followCalls: says('followCalls'),
    announceSent: says('announceSent'),
  },
  guards: {
    unknown: () => yes['unknown'],
    tooMany: () => yes['tooMany'],
    reviewed: () => yes['reviewed'],
  },
}).createMachine({
  id: 'requests',
  description: 'Hands questions to connected wallets and tells what became of each.',
  meta: { kind: 'service', spec: ['4.10', '4.32', '4.33', '5.20', '6.5', '6.6', '6.7', '7.27', '7.28'] },
  initial: 'waiting',
  states: {
    waiting: {
      description: 'For requests to begin, and for those that are open to end.',
      entry: ['leaveEmpty', 'hideEmpty'],
      on: {
        'account.disconnected': { actions: { type: 'leave' } },
        'requests.submit': [
          {
            description: 'Nobody could read what it means for the visitor.',
            guard: { type: 'unknown' },
            actions: [{ type: 'refuse' }, 'sayRefused'],
          },
          { guard: { type: 'tooMany' }, actions: { type: 'refuse' } },
          {
            description: 'The wallet asks, and the modal says so beside it.',
            guard: { type: 'reviewed' },
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
          actions: [{ type: 'explainNext' }, { type: 'leaveApproval' }, { type: 'keepLate' }, { type: 'settle' }],
        },
        'xstate.done.actor.*': {
          actions: [
            { type: 'explainNext' },
            { type: 'leaveApproval' },
            { type: 'refreshBalance' },
            { type: 'followCalls' },
            { type: 'announceSent' },
            { type: 'settle' },
            { type: 'end' },
          ],
        },
        'xstate.error.actor.*': {
          description: 'One that stopped by mistake takes no other with it.',
          actions: [{ type: 'explainNext' }, { type: 'leaveApproval' }, { type: 'settle' }, { type: 'end' }],
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
