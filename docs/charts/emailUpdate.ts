/**
 * Changes the email address of the embedded wallet, with one code sent to the current address and one to the new address.
 *
 * The chart of `emailUpdate` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
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

/** How each effect ends, after one second. A pending effect does not end. */
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

/** Logs the actions that the product would run. */
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
  description: 'Changes the email address of the embedded wallet, with one code sent to the current address and one to the new address.',
  meta: { kind: 'service', spec: ['3.40', '5.21', '5.26', '7.42'] },
  initial: 'idle',
  on: {
    'scope.changed': { actions: { type: 'keepWallet' } },
    'emailUpdate.submit': {
      description: 'Replaces the change in progress.',
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
      description: 'No change is in progress.',
      on: {
        'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'keepSubmitted' } },
        'modal.closed': { actions: 'forgetAll' },
        'view.shown': { guard: { type: 'elsewhere' }, actions: 'forgetAll' },
      },
    },
    cooling: {
      description: 'Another code was requested too early. Counts down until one may be requested.',
      entry: ['countDown', 'keepCooldown'],
      always: { guard: 'cool', target: 'idle', actions: 'clearError' },
      on: {
        'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'keepSubmitted' } },
        'modal.closed': { target: 'idle', actions: 'forgetAll' },
        'view.shown': {
          description: 'The user moved to another view.',
          guard: { type: 'elsewhere' },
          target: 'idle',
          actions: 'forgetAll',
        },
        'scope.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'left' },
          target: 'idle',
          actions: [{ type: 'keepWallet' }, 'leaveViews', 'forgetAll'],
        },
      },
      after: { second: { target: 'cooling', reenter: true } },
    },
    deciding: {
      description: 'Checks whether a code may be requested.',
      entry: 'countDown',
      always: [
        { guard: 'unsigned', target: 'idle', actions: ['keepUnsigned', 'settleFailed'] },
        { guard: 'unsound', target: 'idle', actions: ['keepInvalid', 'settleFailed'] },
        { guard: 'cooling', target: 'cooling', actions: ['keepCooldown', 'settleFailed'] },
        { target: 'requesting', actions: 'trackEdited' },
      ],
    },
    requesting: {
      description: 'A code is being requested.',
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
          description: 'The embedded wallet is no longer active.',
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
          description: 'The user navigated back before a code was sent.',
          guard: { type: 'elsewhere' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
      },
      after: { answer: { target: 'idle', actions: ['keepSilence', 'settleFailed', 'leaveCodes'] } },
    },
    enteringCurrent: {
      description: 'Waits for the code sent to the current address. Counts down until another code may be requested.',
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
          description: 'The embedded wallet is no longer active.',
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
      description: 'The code for the current address is being checked.',
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
          description: 'The embedded wallet is no longer active.',
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
      description: 'Waits for the code sent to the new address. Counts down until another code may be requested.',
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
          description: 'The embedded wallet is no longer active.',
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
      description: 'The code for the new address is being checked. If it is correct, the wallet has the new address.',
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
          description: 'The user waits for the result.',
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
              description: 'The embedded wallet is no longer active.',
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
          description: 'The change was cancelled. If the code is accepted anyway, the new address is stored.',
          on: {
            'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'keepSubmitted' } },
            'view.shown': { guard: { type: 'elsewhere' }, actions: 'forgetAll' },
            'scope.changed': {
              description: 'The wallet is no longer active, so nothing about its user is stored.',
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

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
