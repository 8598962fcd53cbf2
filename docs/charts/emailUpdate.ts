/**
 * Another e-mail address for the embedded wallet: a code to the one that it has, then one to the new one.
 *
 * The chart of `emailUpdate`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  unsigned: true as boolean,
  unsound: true as boolean,
  cooling: true as boolean,
  cool: true as boolean,
  leadsTo: true as boolean,
  awaited: true as boolean,
  ofAttempt: true as boolean,
  left: true as boolean,
  elsewhere: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  updateEmail: 'pending' as Ends, // the slot emailUpdate.updateEmail
  confirmCurrent: 'pending' as Ends, // the slot emailUpdate.confirmCurrent
  confirmNew: 'pending' as Ends, // the slot emailUpdate.confirmNew
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
    updateEmail: work('updateEmail'),
    confirmCurrent: work('confirmCurrent'),
    confirmNew: work('confirmNew'),
  },
  actions: {
    keepSubmitted: says('keepSubmitted'),
    keepWallet: says('keepWallet'),
    keepMoment: says('keepMoment'),
    forgetMoment: says('forgetMoment'),
    countDown: says('countDown'),
    rememberNew: says('rememberNew'),
    keepError: says('keepError'),
    keepUnsigned: says('keepUnsigned'),
    keepInvalid: says('keepInvalid'),
    keepCooldown: says('keepCooldown'),
    keepSilence: says('keepSilence'),
    clearError: says('clearError'),
    forget: says('forget'),
    forgetAll: says('forgetAll'),
    showCurrent: says('showCurrent'),
    showNew: says('showNew'),
    leaveCodes: says('leaveCodes'),
    leaveViews: says('leaveViews'),
    trackSent: says('trackSent'),
    trackAccepted: says('trackAccepted'),
    trackRefused: says('trackRefused'),
    trackEdited: says('trackEdited'),
    settle: says('settle'),
    settleFailed: says('settleFailed'),
  },
  guards: {
    unsigned: () => yes['unsigned'],
    unsound: () => yes['unsound'],
    cooling: () => yes['cooling'],
    cool: () => yes['cool'],
    leadsTo: () => yes['leadsTo'],
    awaited: () => yes['awaited'],
    ofAttempt: () => yes['ofAttempt'],
    left: () => yes['left'],
    elsewhere: () => yes['elsewhere'],
  },
  delays: {
    answer: 100_000, // timeouts.loadMs + timeouts.frameReadyMs + timeouts.frameAnswerMs + timeouts.frameAnswerMs
    second: 1_000,
  },
}).createMachine({
  id: 'emailUpdate',
  description: 'Another e-mail address for the embedded wallet: a code to the one that it has, then one to the new one.',
  meta: { kind: 'service', spec: ['3.40', '5.21', '5.26', '7.42'] },
  initial: 'idle',
  on: {
    'scope.changed': { actions: { type: 'keepWallet' } },
    'emailUpdate.submit': {
      description: 'It takes the place of what is under way.',
      target: '.deciding',
      actions: [
        { type: 'settle', params: { outcome: { status: 'cancelled' } } },
        'leaveCodes',
        { type: 'keepSubmitted' },
      ],
    },
  },
  states: {
    idle: {
      description: 'Nothing is changed.',
      on: {
        'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'keepSubmitted' } },
        'modal.closed': { actions: 'forgetAll' },
        'view.shown': { guard: { type: 'elsewhere' }, actions: 'forgetAll' },
      },
    },
    cooling: {
      description: 'It was too early for another code. The seconds are told until one may be asked for.',
      entry: ['countDown', 'keepCooldown'],
      always: { guard: 'cool', target: 'idle', actions: 'clearError' },
      on: {
        'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'keepSubmitted' } },
        'modal.closed': { target: 'idle', actions: 'forgetAll' },
        'view.shown': {
          description: 'The visitor looks at something else.',
          guard: { type: 'elsewhere' },
          target: 'idle',
          actions: 'forgetAll',
        },
        'scope.changed': {
          description: 'The wallet is not the active one any more.',
          guard: { type: 'left' },
          target: 'idle',
          actions: [{ type: 'keepWallet' }, 'leaveViews', 'forgetAll'],
        },
      },
      after: { second: { target: 'cooling', reenter: true } },
    },
    deciding: {
      description: 'Passing through: may a code be asked for?',
      entry: 'countDown',
      always: [
        { guard: 'unsigned', target: 'idle', actions: ['keepUnsigned', 'settleFailed'] },
        { guard: 'unsound', target: 'idle', actions: ['keepInvalid', 'settleFailed'] },
        { guard: 'cooling', target: 'cooling', actions: ['keepCooldown', 'settleFailed'] },
        { target: 'requesting', actions: 'trackEdited' },
      ],
    },
    requesting: {
      description: 'A code is asked for.',
      tags: ['busy', 'underWay'],
      entry: ['keepMoment', 'countDown'],
      invoke: {
        id: 'updateEmail',
        src: 'updateEmail',
        onDone: [
          { guard: { type: 'leadsTo' }, target: 'enteringCurrent', actions: ['showCurrent', 'trackSent'] },
          {
            description: 'The wallet had no address yet.',
            target: 'enteringNew',
            actions: ['showNew', 'trackSent'],
          },
        ],
        onError: { target: 'idle', actions: [{ type: 'keepError' }, 'forgetMoment', 'settleFailed', 'leaveCodes'] },
      },
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'ofAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forgetAll'],
        },
        'scope.changed': {
          description: 'The wallet is not the active one any more.',
          guard: { type: 'left' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'keepWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'forgetAll',
          ],
        },
        'view.shown': {
          description: 'The visitor went back before a code was sent.',
          guard: { type: 'elsewhere' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
      },
      after: { answer: { target: 'idle', actions: ['keepSilence', 'settleFailed', 'leaveCodes'] } },
    },
    enteringCurrent: {
      description: 'The visitor types the code that went to the address that the wallet has. The seconds are told.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'ofAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forgetAll'],
        },
        'scope.changed': {
          description: 'The wallet is not the active one any more.',
          guard: { type: 'left' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'keepWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'forgetAll',
          ],
        },
        'emailUpdate.submitCode': 'checkingCurrent',
        'emailUpdate.resend': { guard: 'cool', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'cooling', target: 'enteringCurrent', reenter: true } },
    },
    checkingCurrent: {
      description: 'Is it that code?',
      tags: ['busy', 'underWay'],
      entry: 'clearError',
      invoke: {
        id: 'confirmCurrent',
        src: 'confirmCurrent',
        onDone: { target: 'enteringNew', actions: ['trackAccepted', 'showNew', 'trackSent'] },
        onError: { target: 'enteringCurrent', actions: [{ type: 'keepError' }, 'trackRefused'] },
      },
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'ofAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forgetAll'],
        },
        'scope.changed': {
          description: 'The wallet is not the active one any more.',
          guard: { type: 'left' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'keepWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'forgetAll',
          ],
        },
      },
      after: { answer: { target: 'enteringCurrent', actions: ['keepSilence', 'trackRefused'] } },
    },
    enteringNew: {
      description: 'The visitor types the code that went to the new address. The seconds are told.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'ofAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forgetAll'],
        },
        'scope.changed': {
          description: 'The wallet is not the active one any more.',
          guard: { type: 'left' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'keepWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'forgetAll',
          ],
        },
        'emailUpdate.submitCode': 'checkingNew',
        'emailUpdate.resend': { guard: 'cool', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'cooling', target: 'enteringNew', reenter: true } },
    },
    checkingNew: {
      description: 'Is it that code? Then the wallet has the new address.',
      tags: 'busy',
      entry: 'clearError',
      initial: 'awaited',
      invoke: {
        id: 'confirmNew',
        src: 'confirmNew',
        onDone: [
          {
            guard: 'awaited',
            target: 'idle',
            actions: [
              'trackAccepted',
              { type: 'rememberNew' },
              { type: 'settle' },
              'leaveViews',
              'forgetMoment',
              'forgetAll',
            ],
          },
          { target: 'idle', actions: ['trackAccepted', 'forgetMoment', { type: 'rememberNew' }] },
        ],
        onError: [
          { guard: 'awaited', target: 'enteringNew', actions: [{ type: 'keepError' }, 'trackRefused'] },
          { target: 'idle' },
        ],
      },
      after: {
        answer: [
          { guard: 'awaited', target: 'enteringNew', actions: ['keepSilence', 'trackRefused'] },
          { target: 'idle' },
        ],
      },
      states: {
        awaited: {
          description: 'The visitor waits for it.',
          tags: 'underWay',
          on: {
            'emailUpdate.cancel': {
              guard: { type: 'ofAttempt' },
              target: 'left',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
            },
            'emailUpdate.viewLeft': {
              target: 'left',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
            },
            'modal.closed': {
              target: 'left',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forgetAll'],
            },
            'scope.changed': {
              description: 'The wallet is not the active one any more.',
              guard: { type: 'left' },
              target: '#emailUpdate.idle',
              actions: [
                { type: 'keepWallet' },
                { type: 'settle', params: { outcome: { status: 'cancelled' } } },
                'leaveViews',
                'forgetAll',
              ],
            },
          },
        },
        left: {
          description: 'It was called off. Where the frame took the code all the same, the new address is remembered.',
          on: {
            'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'keepSubmitted' } },
            'view.shown': { guard: { type: 'elsewhere' }, actions: 'forgetAll' },
            'scope.changed': {
              description: 'Whoever that was has left: nothing of them is remembered.',
              guard: { type: 'left' },
              target: '#emailUpdate.idle',
              actions: [{ type: 'keepWallet' }, 'forgetAll'],
            },
          },
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
