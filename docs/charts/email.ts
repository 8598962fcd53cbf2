/**
 * Signing in with an e-mail address: a device that is known, a code, and then a wallet like any other.
 *
 * The chart of `email`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  unsound: true as boolean,
  cool: true as boolean,
  cooling: true as boolean,
  elsewhere: true as boolean,
  unsent: true as boolean,
  'leadsTo → #email.registering': true as boolean,
  'leadsTo → #email.entering': true as boolean,
  looksLeft: true as boolean,
  connected: true as boolean,
  calledOff: true as boolean,
  ofAnother: true as boolean,
  isOther: true as boolean,
  toSignOut: true as boolean,
  otherToSignOut: true as boolean,
  calledOffToSignOut: true as boolean,
}
const asks = (name: string) => (_: unknown, params: { to: string } | undefined) =>
  yes[(params ? `${name} → ${params.to}` : name) as keyof typeof yes]

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  connectEmail: 'pending' as Ends, // the slot email.connectEmail
  connectDevice: 'pending' as Ends, // the slot email.connectDevice
  connectOtp: 'pending' as Ends, // the slot email.connectOtp
  connectWallet: 'pending' as Ends, // the slot embedded.connectWallet
  signOut: 'pending' as Ends, // the slot embedded.signOut
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
    connectEmail: work('connectEmail'),
    connectDevice: work('connectDevice'),
    connectOtp: work('connectOtp'),
    connectWallet: work('connectWallet'),
    signOut: work('signOut'),
  },
  actions: {
    keepSubmitted: says('keepSubmitted'),
    keepInUse: says('keepInUse'),
    heedOthers: says('heedOthers'),
    expectSignIn: says('expectSignIn'),
    keepDoubt: says('keepDoubt'),
    revokeSignIn: says('revokeSignIn'),
    forgetSignIn: says('forgetSignIn'),
    keepMoment: says('keepMoment'),
    rememberMoment: says('rememberMoment'),
    forgetMoment: says('forgetMoment'),
    rememberDone: says('rememberDone'),
    keepStored: says('keepStored'),
    countDown: says('countDown'),
    keepError: says('keepError'),
    keepRefusal: says('keepRefusal'),
    keepInvalid: says('keepInvalid'),
    keepCooldown: says('keepCooldown'),
    keepSilence: says('keepSilence'),
    clearError: says('clearError'),
    countLook: says('countLook'),
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
    submitAgain: says('submitAgain'),
  },
  guards: {
    unsound: () => yes['unsound'],
    cool: () => yes['cool'],
    cooling: () => yes['cooling'],
    elsewhere: () => yes['elsewhere'],
    unsent: () => yes['unsent'],
    leadsTo: asks('leadsTo'),
    looksLeft: () => yes['looksLeft'],
    connected: () => yes['connected'],
    calledOff: () => yes['calledOff'],
    ofAnother: () => yes['ofAnother'],
    isOther: () => yes['isOther'],
    toSignOut: () => yes['toSignOut'],
    otherToSignOut: () => yes['otherToSignOut'],
    calledOffToSignOut: () => yes['calledOffToSignOut'],
  },
  delays: {
    answer: 100_000, // timeouts.loadMs + timeouts.frameReadyMs + timeouts.frameAnswerMs + timeouts.frameAnswerMs
    connect: 140_000, // timeouts.connectMs + timeouts.frameReadyMs
    signOut: 3_000, // timeouts.signOutMs
    second: 1_000,
  },
}).createMachine({
  id: 'email',
  description: 'Signing in with an e-mail address: a device that is known, a code, and then a wallet like any other.',
  meta: { kind: 'service', spec: ['4.30', '5.5', '5.6', '5.21', '5.25', '9.1'] },
  initial: 'idle',
  on: {
    'email.select': { actions: 'trackSelected' },
    'memory.restored': { actions: [{ type: 'keepStored' }, 'countDown'] },
    'memory.changed': { actions: [{ type: 'keepStored' }, 'countDown', { type: 'heedOthers' }] },
    'email.submit': {
      description: 'It takes the place of what is under way.',
      target: '.idle',
      actions: [
        { type: 'settle', params: { outcome: { status: 'cancelled' } } },
        'leaveViews',
        'forget',
        { type: 'submitAgain' },
      ],
    },
  },
  states: {
    idle: {
      description: 'Nobody is signing in.',
      entry: 'countDown',
      on: {
        'email.submit': [
          {
            guard: { type: 'unsound' },
            target: '#email.idle',
            actions: [{ type: 'keepSubmitted' }, 'keepInvalid', 'settleFailed'],
          },
          { target: '#email.deciding', actions: { type: 'keepSubmitted' } },
        ],
        'modal.closed': { actions: 'forget' },
      },
    },
    cooling: {
      description: 'It was too early for another code. The seconds are told until one may be asked for.',
      entry: ['countDown', 'keepCooldown'],
      always: { guard: 'cool', target: 'idle', actions: 'clearError' },
      on: {
        'email.submit': [
          {
            guard: { type: 'unsound' },
            target: '#email.idle',
            actions: [{ type: 'keepSubmitted' }, 'keepInvalid', 'settleFailed'],
          },
          { target: '#email.deciding', actions: { type: 'keepSubmitted' } },
        ],
        'modal.closed': { target: 'idle', actions: 'forget' },
        'view.shown': {
          description: 'The visitor looks at something else.',
          guard: { type: 'elsewhere' },
          target: 'idle',
          actions: 'forget',
        },
      },
      after: { second: { target: 'cooling', reenter: true } },
    },
    deciding: {
      description: 'Passing through: may a code be asked for already?',
      entry: 'countDown',
      always: [
        { guard: 'cool', target: 'requesting', actions: 'trackSubmitted' },
        { target: 'cooling', actions: ['keepCooldown', 'settleFailed'] },
      ],
    },
    requesting: {
      description: 'A code is asked for.',
      tags: ['busy', 'underWay'],
      entry: ['keepMoment', 'rememberMoment', 'countDown'],
      invoke: {
        id: 'connectEmail',
        src: 'connectEmail',
        onDone: [
          {
            description: 'A link was sent, and no code yet: nobody has to wait for another one.',
            guard: { type: 'leadsTo', params: { to: '#email.registering' } },
            target: '#email.registering',
            actions: [{ type: 'keepInUse' }, 'forgetMoment', 'rememberMoment'],
          },
          {
            guard: { type: 'leadsTo', params: { to: '#email.entering' } },
            target: '#email.entering',
            actions: [{ type: 'keepInUse' }, 'showCode', 'trackSent'],
          },
          {
            description: 'The device is signed in already, and no code was sent.',
            target: '#email.connecting',
            actions: [{ type: 'keepInUse' }, 'forgetMoment', 'rememberDone'],
          },
        ],
        onError: [
          {
            description: 'No code was sent: it can be tried again at once.',
            guard: { type: 'unsent' },
            target: 'idle',
            actions: [{ type: 'keepError' }, 'forgetMoment', 'rememberMoment', 'settleFailed', 'leaveViews'],
          },
          { target: 'idle', actions: [{ type: 'keepError' }, 'settleFailed', 'leaveViews'] },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: { type: 'otherToSignOut' },
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
      after: { answer: { target: 'idle', actions: ['keepSilence', 'settleFailed', 'leaveViews'] } },
    },
    resending: {
      description: 'Another code is asked for. Where that fails, the one before may be typed.',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'keepMoment', 'rememberMoment', 'countDown'],
      invoke: {
        id: 'connectEmail',
        src: 'connectEmail',
        onDone: [
          {
            description: 'A link was sent, and no code yet: nobody has to wait for another one.',
            guard: { type: 'leadsTo', params: { to: '#email.registering' } },
            target: '#email.registering',
            actions: [{ type: 'keepInUse' }, 'forgetMoment', 'rememberMoment'],
          },
          {
            guard: { type: 'leadsTo', params: { to: '#email.entering' } },
            target: '#email.entering',
            actions: [{ type: 'keepInUse' }, 'showCode', 'trackSent'],
          },
          {
            description: 'The device is signed in already, and no code was sent.',
            target: '#email.connecting',
            actions: [{ type: 'keepInUse' }, 'forgetMoment', 'rememberDone'],
          },
        ],
        onError: [
          {
            description: 'No code was sent: it can be tried again at once.',
            guard: { type: 'unsent' },
            target: 'entering',
            actions: [{ type: 'keepError' }, 'forgetMoment', 'rememberMoment'],
          },
          { target: 'entering', actions: { type: 'keepError' } },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: { type: 'otherToSignOut' },
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
      after: { answer: { target: 'entering', actions: 'keepSilence' } },
    },
    registering: {
      description: 'The visitor registers this device by the link in the mail.',
      tags: ['busy', 'underWay'],
      entry: ['showDevice', 'countLook'],
      invoke: {
        id: 'connectDevice',
        src: 'connectDevice',
        onDone: {
          description: 'The code is sent now.',
          target: 'entering',
          actions: ['keepMoment', 'rememberMoment', 'showCode', 'trackRegistered', 'trackSent'],
        },
        onError: [
          {
            description: 'One message is waited for so long; the link is good for longer.',
            guard: { type: 'looksLeft' },
            target: 'registering',
            reenter: true,
          },
          { target: 'idle', actions: [{ type: 'keepError' }, 'settleFailed', 'leaveViews'] },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: { type: 'otherToSignOut' },
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
      after: { answer: { target: 'idle', actions: ['keepSilence', 'settleFailed', 'leaveViews'] } },
    },
    entering: {
      description: 'The visitor types the code that the mail brought. The seconds are told until there may be another.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: { type: 'otherToSignOut' },
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
        'email.resend': { guard: 'cool', target: 'resending' },
        'memory.changed': {
          description: 'Another tab may have asked for a code: the seconds are told again.',
          target: 'entering',
          reenter: true,
          actions: [{ type: 'keepStored' }, 'countDown', { type: 'heedOthers' }],
        },
      },
      after: { second: { guard: 'cooling', target: 'entering', reenter: true } },
    },
    checking: {
      description: 'Is it the code?',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'expectSignIn'],
      invoke: {
        id: 'connectOtp',
        src: 'connectOtp',
        onDone: { target: 'connecting', actions: ['trackAccepted', 'forgetMoment', 'rememberDone'] },
        onError: [
          {
            description: 'Nobody signed in by it.',
            guard: { type: 'unsent' },
            target: 'entering',
            actions: [{ type: 'keepError' }, 'revokeSignIn', 'trackRefused'],
          },
          { target: 'entering', actions: [{ type: 'keepError' }, 'keepDoubt', 'trackRefused'] },
        ],
      },
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: { type: 'otherToSignOut' },
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
      after: { answer: { target: 'entering', actions: ['keepSilence', 'keepDoubt', 'trackRefused'] } },
    },
    connecting: {
      description: 'Who has signed in has a wallet, which is connected like any other.',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'showCode'],
      invoke: {
        id: 'connectWallet',
        src: 'connectWallet',
        onDone: [
          {
            guard: { type: 'connected' },
            target: 'idle',
            actions: [{ type: 'settle' }, 'leaveViews', 'forget', 'forgetSignIn'],
          },
          {
            guard: { type: 'calledOffToSignOut' },
            target: 'signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            guard: { type: 'calledOff' },
            target: 'idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          { target: 'unconnected', actions: { type: 'keepRefusal' } },
        ],
        onError: { target: 'unconnected', actions: { type: 'keepError' } },
      },
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
            target: '#email.signingOut',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
          {
            target: '#email.idle',
            actions: [{ type: 'settle', params: { outcome: { status: 'cancelled' } } }, 'leaveViews', 'forget'],
          },
        ],
      },
      after: { connect: { target: 'unconnected', actions: 'keepSilence' } },
    },
    unconnected: {
      description: 'The visitor has signed in, and the wallet could not be connected. It can be tried again.',
      tags: 'underWay',
      on: {
        'email.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: 'toSignOut',
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
            guard: { type: 'otherToSignOut' },
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
      description: 'Nobody waits any more: the secure site signs out who had signed in.',
      exit: 'forgetSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
