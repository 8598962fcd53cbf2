/**
 * Sign-in with an account at a provider, in a popup window. The wallet then connects like any other.
 *
 * The chart of `social` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  connected: true as boolean,
  calledOff: true as boolean,
  ofAnother: true as boolean,
  isOther: true as boolean,
  toSignOut: true as boolean,
  otherToSignOut: true as boolean,
  calledOffToSignOut: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  leadWindow: 'pending' as Ends, // the slot social.leadWindow
  connectSocial: 'pending' as Ends, // the slot social.connectSocial
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

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    watchWindow: listener,
    leadWindow: work('leadWindow'),
    connectSocial: work('connectSocial'),
    connectWallet: work('connectWallet'),
    signOut: work('signOut'),
  },
  actions: {
    keepChosen: says('keepChosen'),
    keepInUse: says('keepInUse'),
    heedOthers: says('heedOthers'),
    expectSignIn: says('expectSignIn'),
    forgetSignIn: says('forgetSignIn'),
    keepUser: says('keepUser'),
    keepError: says('keepError'),
    keepRefusal: says('keepRefusal'),
    keepSilence: says('keepSilence'),
    keepExpired: says('keepExpired'),
    clearError: says('clearError'),
    forgetAttempt: says('forgetAttempt'),
    forget: says('forget'),
    rememberDone: says('rememberDone'),
    trackStarted: says('trackStarted'),
    trackAgreed: says('trackAgreed'),
    trackDone: says('trackDone'),
    trackFailed: says('trackFailed'),
    trackCancelled: says('trackCancelled'),
    show: says('show'),
    leaveViews: says('leaveViews'),
    settle: says('settle'),
    settleFailed: says('settleFailed'),
    chooseAgain: says('chooseAgain'),
  },
  guards: {
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
    overdue: 600_000, // timeouts.socialMs
  },
}).createMachine({
  id: 'social',
  description: 'Sign-in with an account at a provider, in a popup window. The wallet then connects like any other.',
  meta: { kind: 'service', spec: ['3.41', '3.48', '4.30', '5.22'] },
  context: { inUse: false, signedIn: false },
  initial: 'idle',
  on: {
    'memory.changed': { actions: { type: 'heedOthers' } },
    'social.choose': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [
        { type: 'settle', params: { outcome: { status: 'cancelled' } } },
        'leaveViews',
        'forget',
        { type: 'chooseAgain' },
      ],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      on: { 'social.choose': { target: 'open', actions: { type: 'keepChosen' } } },
    },
    open: {
      description: 'The window is open, and the user signs in there.',
      tags: 'underWay',
      entry: ['clearError', 'trackStarted', 'show'],
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      initial: 'asking',
      on: {
        'social.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'social.viewLeft': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'modal.closed': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'otherToSignOut' },
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isOther' },
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'social.windowFailed': { target: 'failed', actions: { type: 'keepError' } },
        'social.windowClosed': '.closed',
        'social.returned': 'accepting',
      },
      after: { overdue: { target: 'failed', actions: 'keepExpired' } },
      states: {
        asking: {
          description: 'The secure site returns the URL of the provider.',
          tags: 'busy',
          invoke: {
            id: 'leadWindow',
            src: 'leadWindow',
            onDone: { target: 'waiting', actions: { type: 'keepInUse' } },
            onError: { target: '#social.failed', actions: { type: 'keepError' } },
          },
        },
        waiting: { description: 'Waits until the user signs in at the provider.', tags: 'busy' },
        closed: {
          description: 'The window was closed, or the provider cut it off from this page. A new one continues the sign-in or restarts it.',
          on: { 'social.retry': { target: '#social.open', reenter: true } },
        },
      },
    },
    accepting: {
      description: 'The frame signs in with the result from the provider.',
      tags: ['busy', 'underWay'],
      entry: ['expectSignIn', 'trackAgreed'],
      invoke: {
        id: 'connectSocial',
        src: 'connectSocial',
        onDone: { target: 'connecting', actions: { type: 'keepUser' } },
        onError: { target: 'failed', actions: { type: 'keepError' } },
      },
      on: {
        'social.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'social.viewLeft': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'modal.closed': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'otherToSignOut' },
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isOther' },
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
      },
      after: { answer: { target: 'failed', actions: 'keepSilence' } },
    },
    connecting: {
      description: 'The user is signed in. The wallet is being connected like any other.',
      tags: ['busy', 'underWay'],
      entry: 'clearError',
      invoke: {
        id: 'connectWallet',
        src: 'connectWallet',
        onDone: [
          {
            guard: { type: 'connected' },
            target: 'idle',
            actions: ['rememberDone', 'trackDone', { type: 'settle' }, 'leaveViews', 'forget', 'forgetSignIn'],
          },
          {
            guard: { type: 'calledOffToSignOut' },
            target: 'signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'calledOff' },
            target: 'idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          { target: 'unconnected', actions: { type: 'keepRefusal' } },
        ],
        onError: { target: 'unconnected', actions: { type: 'keepError' } },
      },
      on: {
        'social.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'social.viewLeft': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
      },
      after: { connect: { target: 'unconnected', actions: 'keepSilence' } },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      entry: 'trackFailed',
      tags: 'underWay',
      on: {
        'social.cancel': [
          { guard: { type: 'ofAnother' } },
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'social.viewLeft': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'modal.closed': [
          {
            guard: 'toSignOut',
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'account.connected': [
          {
            guard: { type: 'otherToSignOut' },
            target: '#social.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isOther' },
            target: '#social.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'social.retry': 'connecting',
      },
    },
    failed: {
      description: 'The sign-in failed and its error is shown. It can be retried.',
      entry: ['settleFailed', 'forgetAttempt', 'trackFailed'],
      on: {
        'social.cancel': [
          { guard: { type: 'ofAnother' } },
          { guard: 'toSignOut', target: '#social.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'social.viewLeft': [
          { guard: 'toSignOut', target: '#social.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'modal.closed': [
          { guard: 'toSignOut', target: '#social.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'account.connected': [
          {
            guard: { type: 'otherToSignOut' },
            target: '#social.signingOut',
            actions: ['leaveViews', 'forget'],
          },
          { guard: { type: 'isOther' }, target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'social.retry': '#social.open',
        'social.choose': { target: '#social.open', actions: { type: 'keepChosen' } },
      },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site signs out the user who had signed in.',
      exit: 'forgetSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
