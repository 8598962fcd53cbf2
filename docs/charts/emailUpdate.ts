/**
 * Changes the email address of the embedded wallet, with one code sent to the current address and one to the new address.
 *
 * The chart of `emailUpdate` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isSignedOut: true as boolean,
  isInvalid: true as boolean,
  isCoolingDown: true as boolean,
  isCooledDown: true as boolean,
  isNextAction: true as boolean,
  isAwaited: true as boolean,
  isOwnAttempt: true as boolean,
  isFrameLeft: true as boolean,
  isOtherView: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  updateEmail: 'pending' as Ends, // the actor emailUpdate.updateEmail
  confirmCurrent: 'pending' as Ends, // the actor emailUpdate.confirmCurrent
  confirmNew: 'pending' as Ends, // the actor emailUpdate.confirmNew
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
    setSubmitted: says('setSubmitted'),
    setWallet: says('setWallet'),
    setMoment: says('setMoment'),
    clearMoment: says('clearMoment'),
    countDown: says('countDown'),
    storeNewEmail: says('storeNewEmail'),
    setError: says('setError'),
    setUnsigned: says('setUnsigned'),
    setInvalid: says('setInvalid'),
    setCooldown: says('setCooldown'),
    setSilence: says('setSilence'),
    clearError: says('clearError'),
    forget: says('forget'),
    clearAll: says('clearAll'),
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
    isSignedOut: () => yes['isSignedOut'],
    isInvalid: () => yes['isInvalid'],
    isCoolingDown: () => yes['isCoolingDown'],
    isCooledDown: () => yes['isCooledDown'],
    isNextAction: () => yes['isNextAction'],
    isAwaited: () => yes['isAwaited'],
    isOwnAttempt: () => yes['isOwnAttempt'],
    isFrameLeft: () => yes['isFrameLeft'],
    isOtherView: () => yes['isOtherView'],
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
    'activeAccount.changed': { actions: { type: 'setWallet' } },
    'emailUpdate.submit': {
      description: 'Replaces the change in progress.',
      target: '.deciding',
      actions: [
        { type: 'settle', params: { outcome: { status: 'cancelled' } } },
        'leaveCodes',
        { type: 'setSubmitted' },
      ],
    },
  },
  states: {
    idle: {
      description: 'No change is in progress.',
      on: {
        'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'setSubmitted' } },
        'modal.closed': { actions: 'clearAll' },
        'view.shown': { guard: { type: 'isOtherView' }, actions: 'clearAll' },
      },
    },
    cooling: {
      description: 'Another code was requested too early. Counts down until one may be requested.',
      entry: ['countDown', 'setCooldown'],
      always: { guard: 'isCooledDown', target: 'idle', actions: 'clearError' },
      on: {
        'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'setSubmitted' } },
        'modal.closed': { target: 'idle', actions: 'clearAll' },
        'view.shown': {
          description: 'The user moved to another view.',
          guard: { type: 'isOtherView' },
          target: 'idle',
          actions: 'clearAll',
        },
        'activeAccount.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'isFrameLeft' },
          target: 'idle',
          actions: [{ type: 'setWallet' }, 'leaveViews', 'clearAll'],
        },
      },
      after: { second: { target: 'cooling', reenter: true } },
    },
    deciding: {
      description: 'Checks whether a code may be requested.',
      entry: 'countDown',
      always: [
        { guard: 'isSignedOut', target: 'idle', actions: ['setUnsigned', 'settleFailed'] },
        { guard: 'isInvalid', target: 'idle', actions: ['setInvalid', 'settleFailed'] },
        { guard: 'isCoolingDown', target: 'cooling', actions: ['setCooldown', 'settleFailed'] },
        { target: 'requesting', actions: 'trackEdited' },
      ],
    },
    requesting: {
      description: 'A code is being requested.',
      tags: ['busy', 'underWay'],
      entry: ['setMoment', 'countDown'],
      invoke: {
        id: 'updateEmail',
        src: 'updateEmail',
        onDone: [
          {
            guard: { type: 'isNextAction' },
            target: 'enteringCurrent',
            actions: ['showCurrent', 'trackSent'],
          },
          {
            description: 'The wallet had no address yet.',
            target: 'enteringNew',
            actions: ['showNew', 'trackSent'],
          },
        ],
        onError: { target: 'idle', actions: [{ type: 'setError' }, 'clearMoment', 'settleFailed', 'leaveCodes'] },
      },
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'clearAll'],
        },
        'activeAccount.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'isFrameLeft' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'setWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'clearAll',
          ],
        },
        'view.shown': {
          description: 'The user navigated back before a code was sent.',
          guard: { type: 'isOtherView' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
      },
      after: { answer: { target: 'idle', actions: ['setSilence', 'settleFailed', 'leaveCodes'] } },
    },
    enteringCurrent: {
      description: 'Waits for the code sent to the current address. Counts down until another code may be requested.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'clearAll'],
        },
        'activeAccount.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'isFrameLeft' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'setWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'clearAll',
          ],
        },
        'emailUpdate.submitCode': 'checkingCurrent',
        'emailUpdate.resend': { guard: 'isCooledDown', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'isCoolingDown', target: 'enteringCurrent', reenter: true } },
    },
    checkingCurrent: {
      description: 'The code for the current address is being checked.',
      tags: ['busy', 'underWay'],
      entry: 'clearError',
      invoke: {
        id: 'confirmCurrent',
        src: 'confirmCurrent',
        onDone: { target: 'enteringNew', actions: ['trackAccepted', 'showNew', 'trackSent'] },
        onError: { target: 'enteringCurrent', actions: [{ type: 'setError' }, 'trackRefused'] },
      },
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'clearAll'],
        },
        'activeAccount.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'isFrameLeft' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'setWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'clearAll',
          ],
        },
      },
      after: { answer: { target: 'enteringCurrent', actions: ['setSilence', 'trackRefused'] } },
    },
    enteringNew: {
      description: 'Waits for the code sent to the new address. Counts down until another code may be requested.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        'emailUpdate.cancel': {
          guard: { type: 'isOwnAttempt' },
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'emailUpdate.viewLeft': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
        },
        'modal.closed': {
          target: '#emailUpdate.idle',
          actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'clearAll'],
        },
        'activeAccount.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'isFrameLeft' },
          target: '#emailUpdate.idle',
          actions: [
            { type: 'setWallet' },
            { type: 'settle', params: { outcome: { status: 'cancelled' } } },
            'leaveViews',
            'clearAll',
          ],
        },
        'emailUpdate.submitCode': 'checkingNew',
        'emailUpdate.resend': { guard: 'isCooledDown', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'isCoolingDown', target: 'enteringNew', reenter: true } },
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
            guard: 'isAwaited',
            target: 'idle',
            actions: [
              'trackAccepted',
              { type: 'storeNewEmail' },
              { type: 'settle' },
              'leaveViews',
              'clearMoment',
              'clearAll',
            ],
          },
          { target: 'idle', actions: ['trackAccepted', 'clearMoment', { type: 'storeNewEmail' }] },
        ],
        onError: [
          { guard: 'isAwaited', target: 'enteringNew', actions: [{ type: 'setError' }, 'trackRefused'] },
          { target: 'idle' },
        ],
      },
      after: {
        answer: [
          { guard: 'isAwaited', target: 'enteringNew', actions: ['setSilence', 'trackRefused'] },
          { target: 'idle' },
        ],
      },
      states: {
        awaited: {
          description: 'The user waits for the result.',
          tags: 'underWay',
          on: {
            'emailUpdate.cancel': {
              guard: { type: 'isOwnAttempt' },
              target: 'left',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
            },
            'emailUpdate.viewLeft': {
              target: 'left',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'forget'],
            },
            'modal.closed': {
              target: 'left',
              actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveCodes', 'clearAll'],
            },
            'activeAccount.changed': {
              description: 'The embedded wallet is no longer active.',
              guard: { type: 'isFrameLeft' },
              target: '#emailUpdate.idle',
              actions: [
                { type: 'setWallet' },
                { type: 'settle', params: { outcome: { status: 'cancelled' } } },
                'leaveViews',
                'clearAll',
              ],
            },
          },
        },
        left: {
          description: 'The change was cancelled. If the code is accepted anyway, the new address is stored.',
          on: {
            'emailUpdate.submit': { target: '#emailUpdate.deciding', actions: { type: 'setSubmitted' } },
            'view.shown': { guard: { type: 'isOtherView' }, actions: 'clearAll' },
            'activeAccount.changed': {
              description: 'The wallet is no longer active, so nothing about its user is stored.',
              guard: { type: 'isFrameLeft' },
              target: '#emailUpdate.idle',
              actions: [{ type: 'setWallet' }, 'clearAll'],
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
