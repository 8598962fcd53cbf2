/**
 * Sign-in with an email address: registers the device, checks a code, and connects the embedded wallet.
 *
 * The chart of `email` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isInvalid: true as boolean,
  isCooledDown: true as boolean,
  isCoolingDown: true as boolean,
  isOtherView: true as boolean,
  isUnsent: true as boolean,
  'isNextAction → #email.registering': true as boolean,
  'isNextAction → #email.entering': true as boolean,
  hasPollsLeft: true as boolean,
  isConnected: true as boolean,
  isCancelled: true as boolean,
  isOtherAttempt: true as boolean,
  isOther: true as boolean,
  hasToSignOut: true as boolean,
  isOtherAndHasToSignOut: true as boolean,
  isCancelledAndHasToSignOut: true as boolean,
}
const asks = (name: string) => (_: unknown, params: { to: string } | undefined) =>
  yes[(params ? `${name} → ${params.to}` : name) as keyof typeof yes]

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  connectEmail: 'pending' as Ends, // the actor email.connectEmail
  connectDevice: 'pending' as Ends, // the actor email.connectDevice
  connectOtp: 'pending' as Ends, // the actor email.connectOtp
  connectWallet: 'pending' as Ends, // the actor embedded.connectWallet
  signOut: 'pending' as Ends, // the actor embedded.signOut
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
    connectEmail: work('connectEmail'),
    connectDevice: work('connectDevice'),
    connectOtp: work('connectOtp'),
    connectWallet: work('connectWallet'),
    signOut: work('signOut'),
  },
  actions: {
    setSubmitted: says('setSubmitted'),
    setInUse: says('setInUse'),
    syncOtherTabs: says('syncOtherTabs'),
    setSignedIn: says('setSignedIn'),
    setDoubt: says('setDoubt'),
    resetSignedIn: says('resetSignedIn'),
    clearSignIn: says('clearSignIn'),
    setMoment: says('setMoment'),
    storeLoginTime: says('storeLoginTime'),
    clearMoment: says('clearMoment'),
    storeLogin: says('storeLogin'),
    setStored: says('setStored'),
    countDown: says('countDown'),
    setError: says('setError'),
    setRefusal: says('setRefusal'),
    setInvalid: says('setInvalid'),
    setCooldown: says('setCooldown'),
    setSilence: says('setSilence'),
    clearError: says('clearError'),
    countPoll: says('countPoll'),
    forget: says('forget'),
    showCode: says('showCode'),
    showDevice: says('showDevice'),
    leaveViews: says('leaveViews'),
    trackSent: says('trackSent'),
    trackAccepted: says('trackAccepted'),
    trackRefused: says('trackRefused'),
    trackSelected: says('trackSelected'),
    trackSubmitted: says('trackSubmitted'),
    trackRegistered: says('trackRegistered'),
    settle: says('settle'),
    settleFailed: says('settleFailed'),
    resubmit: says('resubmit'),
  },
  guards: {
    isInvalid: () => yes['isInvalid'],
    isCooledDown: () => yes['isCooledDown'],
    isCoolingDown: () => yes['isCoolingDown'],
    isOtherView: () => yes['isOtherView'],
    isUnsent: () => yes['isUnsent'],
    isNextAction: asks('isNextAction'),
    hasPollsLeft: () => yes['hasPollsLeft'],
    isConnected: () => yes['isConnected'],
    isCancelled: () => yes['isCancelled'],
    isOtherAttempt: () => yes['isOtherAttempt'],
    isOther: () => yes['isOther'],
    hasToSignOut: () => yes['hasToSignOut'],
    isOtherAndHasToSignOut: () => yes['isOtherAndHasToSignOut'],
    isCancelledAndHasToSignOut: () => yes['isCancelledAndHasToSignOut'],
  },
  delays: {
    answer: 100_000, // timeouts.loadMs + timeouts.frameReadyMs + timeouts.frameAnswerMs + timeouts.frameAnswerMs
    connect: 140_000, // timeouts.connectMs + timeouts.frameReadyMs
    signOut: 3_000, // timeouts.signOutMs
    second: 1_000,
  },
}).createMachine({
  id: 'email',
  description: 'Sign-in with an email address: registers the device, checks a code, and connects the embedded wallet.',
  meta: { kind: 'service', spec: ['4.30', '5.5', '5.6', '5.21', '5.25', '9.1'] },
  initial: 'idle',
  on: {
    'email.select': { actions: 'trackSelected' },
    'storage.restored': { actions: [{ type: 'setStored' }, 'countDown'] },
    'storage.updated': { actions: [{ type: 'setStored' }, 'countDown', { type: 'syncOtherTabs' }] },
    'email.submit': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [
        { type: 'settle', params: { outcome: { status: 'cancelled' } } },
        'leaveViews',
        'forget',
        { type: 'resubmit' },
      ],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      entry: 'countDown',
      on: {
        'email.submit': [
          {
            guard: { type: 'isInvalid' },
            target: '#email.idle',
            actions: [{ type: 'setSubmitted' }, 'setInvalid', 'settleFailed'],
          },
          { target: '#email.deciding', actions: { type: 'setSubmitted' } },
        ],
        'modal.closed': { actions: 'forget' },
      },
    },
    cooling: {
      description: 'Another code was requested too early. Counts down until one may be requested.',
      entry: ['countDown', 'setCooldown'],
      always: { guard: 'isCooledDown', target: 'idle', actions: 'clearError' },
      on: {
        'email.submit': [
          {
            guard: { type: 'isInvalid' },
            target: '#email.idle',
            actions: [{ type: 'setSubmitted' }, 'setInvalid', 'settleFailed'],
          },
          { target: '#email.deciding', actions: { type: 'setSubmitted' } },
        ],
        'modal.closed': { target: 'idle', actions: 'forget' },
        'view.shown': {
          description: 'The user moved to another view.',
          guard: { type: 'isOtherView' },
          target: 'idle',
          actions: 'forget',
        },
      },
      after: { second: { target: 'cooling', reenter: true } },
    },
    deciding: {
      description: 'Checks whether a code may be requested already.',
      entry: 'countDown',
      always: [
        { guard: 'isCooledDown', target: 'requesting', actions: 'trackSubmitted' },
        { target: 'cooling', actions: ['setCooldown', 'settleFailed'] },
      ],
    },
    requesting: {
      description: 'A code is being requested.',
      tags: ['busy', 'underWay'],
      entry: ['setMoment', 'storeLoginTime', 'countDown'],
      invoke: {
        id: 'connectEmail',
        src: 'connectEmail',
        onDone: [
          {
            description: 'A link was sent instead of a code, so the cooldown for codes does not apply.',
            guard: { type: 'isNextAction', params: { to: '#email.registering' } },
            target: '#email.registering',
            actions: [{ type: 'setInUse' }, 'clearMoment', 'storeLoginTime'],
          },
          {
            guard: { type: 'isNextAction', params: { to: '#email.entering' } },
            target: '#email.entering',
            actions: [{ type: 'setInUse' }, 'showCode', 'trackSent'],
          },
          {
            description: 'The user is signed in on this device already, so no code was sent.',
            target: '#email.connecting',
            actions: [{ type: 'setInUse' }, 'clearMoment', 'storeLogin'],
          },
        ],
        onError: [
          {
            description: 'No code was sent, so the user can try again immediately.',
            guard: { type: 'isUnsent' },
            target: 'idle',
            actions: [{ type: 'setError' }, 'clearMoment', 'storeLoginTime', 'settleFailed', 'leaveViews'],
          },
          { target: 'idle', actions: [{ type: 'setError' }, 'settleFailed', 'leaveViews'] },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'modal.closed': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isOther' },
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
      },
      after: { answer: { target: 'idle', actions: ['setSilence', 'settleFailed', 'leaveViews'] } },
    },
    resending: {
      description: 'Another code is being requested. If that fails, the user can still type the previous one.',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'setMoment', 'storeLoginTime', 'countDown'],
      invoke: {
        id: 'connectEmail',
        src: 'connectEmail',
        onDone: [
          {
            description: 'A link was sent instead of a code, so the cooldown for codes does not apply.',
            guard: { type: 'isNextAction', params: { to: '#email.registering' } },
            target: '#email.registering',
            actions: [{ type: 'setInUse' }, 'clearMoment', 'storeLoginTime'],
          },
          {
            guard: { type: 'isNextAction', params: { to: '#email.entering' } },
            target: '#email.entering',
            actions: [{ type: 'setInUse' }, 'showCode', 'trackSent'],
          },
          {
            description: 'The user is signed in on this device already, so no code was sent.',
            target: '#email.connecting',
            actions: [{ type: 'setInUse' }, 'clearMoment', 'storeLogin'],
          },
        ],
        onError: [
          {
            description: 'No code was sent, so the user can try again immediately.',
            guard: { type: 'isUnsent' },
            target: 'entering',
            actions: [{ type: 'setError' }, 'clearMoment', 'storeLoginTime'],
          },
          { target: 'entering', actions: { type: 'setError' } },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'modal.closed': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isOther' },
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
      },
      after: { answer: { target: 'entering', actions: 'setSilence' } },
    },
    registering: {
      description: 'Waits until the user registers this device with the link in the email.',
      tags: ['busy', 'underWay'],
      entry: ['showDevice', 'countPoll'],
      invoke: {
        id: 'connectDevice',
        src: 'connectDevice',
        onDone: {
          description: 'The secure site sends the code now.',
          target: 'entering',
          actions: ['setMoment', 'storeLoginTime', 'showCode', 'trackRegistered', 'trackSent'],
        },
        onError: [
          {
            description: 'One message to the frame times out before the link expires, so it is repeated.',
            guard: { type: 'hasPollsLeft' },
            target: 'registering',
            reenter: true,
          },
          { target: 'idle', actions: [{ type: 'setError' }, 'settleFailed', 'leaveViews'] },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'modal.closed': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isOther' },
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
      },
      after: { answer: { target: 'idle', actions: ['setSilence', 'settleFailed', 'leaveViews'] } },
    },
    entering: {
      description: 'Waits for the code from the email. Counts down until another code may be requested.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'modal.closed': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isOther' },
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.submitCode': 'checking',
        'email.resend': { guard: 'isCooledDown', target: 'resending' },
        'storage.updated': {
          description: 'Another tab may have requested a code, so the countdown starts again.',
          target: 'entering',
          reenter: true,
          actions: [{ type: 'setStored' }, 'countDown', { type: 'syncOtherTabs' }],
        },
      },
      after: { second: { guard: 'isCoolingDown', target: 'entering', reenter: true } },
    },
    checking: {
      description: 'The code is being checked.',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'setSignedIn'],
      invoke: {
        id: 'connectOtp',
        src: 'connectOtp',
        onDone: { target: 'connecting', actions: ['trackAccepted', 'clearMoment', 'storeLogin'] },
        onError: [
          {
            description: 'The code did not sign the user in.',
            guard: { type: 'isUnsent' },
            target: 'entering',
            actions: [{ type: 'setError' }, 'resetSignedIn', 'trackRefused'],
          },
          { target: 'entering', actions: [{ type: 'setError' }, 'setDoubt', 'trackRefused'] },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'modal.closed': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isOther' },
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
      },
      after: { answer: { target: 'entering', actions: ['setSilence', 'setDoubt', 'trackRefused'] } },
    },
    connecting: {
      description: 'The user is signed in. The wallet is being connected like any other.',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'showCode'],
      invoke: {
        id: 'connectWallet',
        src: 'connectWallet',
        onDone: [
          {
            guard: { type: 'isConnected' },
            target: 'idle',
            actions: [{ type: 'settle' }, 'leaveViews', 'forget', 'clearSignIn'],
          },
          {
            guard: { type: 'isCancelledAndHasToSignOut' },
            target: 'signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isCancelled' },
            target: 'idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          { target: 'unconnected', actions: { type: 'setRefusal' } },
        ],
        onError: { target: 'unconnected', actions: { type: 'setError' } },
      },
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
      },
      after: { connect: { target: 'unconnected', actions: 'setSilence' } },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      tags: 'underWay',
      on: {
        'email.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'modal.closed': [
          {
            guard: 'hasToSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'isOther' },
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
        'email.retry': 'connecting',
      },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site signs out the user who had signed in.',
      exit: 'clearSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
