/**
 * Sign-in with an account at a provider, in a popup window. The wallet then connects like any other.
 *
 * The chart of `social` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isConnected: true as boolean,
  isCancelled: true as boolean,
  isOtherAttempt: true as boolean,
  isOther: true as boolean,
  hasToSignOut: true as boolean,
  isOtherAndHasToSignOut: true as boolean,
  isCancelledAndHasToSignOut: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  leadWindow: 'pending' as Ends, // the actor social.leadWindow
  connectSocial: 'pending' as Ends, // the actor social.connectSocial
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
    setChosen: says('setChosen'),
    setInUse: says('setInUse'),
    syncOtherTabs: says('syncOtherTabs'),
    setSignedIn: says('setSignedIn'),
    clearSignIn: says('clearSignIn'),
    setUser: says('setUser'),
    setError: says('setError'),
    setRefusal: says('setRefusal'),
    setSilence: says('setSilence'),
    setExpired: says('setExpired'),
    clearError: says('clearError'),
    clearAttempt: says('clearAttempt'),
    forget: says('forget'),
    storeLogin: says('storeLogin'),
    trackStarted: says('trackStarted'),
    trackAgreed: says('trackAgreed'),
    trackDone: says('trackDone'),
    trackFailed: says('trackFailed'),
    trackCancelled: says('trackCancelled'),
    show: says('show'),
    leaveViews: says('leaveViews'),
    settle: says('settle'),
    settleFailed: says('settleFailed'),
    restart: says('restart'),
  },
  guards: {
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
    overdue: 600_000, // timeouts.socialMs
  },
}).createMachine({
  id: 'social',
  description: 'Sign-in with an account at a provider, in a popup window. The wallet then connects like any other.',
  meta: { kind: 'service', spec: ['3.41', '3.48', '4.30', '5.22'] },
  context: { inUse: false, signedIn: false },
  initial: 'idle',
  on: {
    'storage.updated': { actions: { type: 'syncOtherTabs' } },
    'social.choose': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [
        { type: 'settle', params: { outcome: { status: 'cancelled' } } },
        'leaveViews',
        'forget',
        { type: 'restart' },
      ],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      on: { 'social.choose': { target: 'open', actions: { type: 'setChosen' } } },
    },
    open: {
      description: 'The window is open, and the user signs in there.',
      tags: 'underWay',
      entry: ['clearError', 'trackStarted', 'show'],
      invoke: { id: 'watchWindow', src: 'watchWindow', onError: { target: 'failed', actions: { type: 'setError' } } },
      initial: 'requesting',
      on: {
        'social.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
            guard: { type: 'isOtherAndHasToSignOut' },
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
        'social.windowFailed': { target: 'failed', actions: { type: 'setError' } },
        'social.windowClosed': '.closed',
        'social.returned': 'accepting',
      },
      after: { overdue: { target: 'failed', actions: 'setExpired' } },
      states: {
        requesting: {
          description: 'The secure site returns the URL of the provider.',
          tags: 'busy',
          invoke: {
            id: 'leadWindow',
            src: 'leadWindow',
            onDone: { target: 'waiting', actions: { type: 'setInUse' } },
            onError: { target: '#social.failed', actions: { type: 'setError' } },
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
      entry: ['setSignedIn', 'trackAgreed'],
      invoke: {
        id: 'connectSocial',
        src: 'connectSocial',
        onDone: { target: 'connecting', actions: { type: 'setUser' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      on: {
        'social.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
            guard: { type: 'isOtherAndHasToSignOut' },
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
      after: { answer: { target: 'failed', actions: 'setSilence' } },
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
            guard: { type: 'isConnected' },
            target: 'idle',
            actions: ['storeLogin', 'trackDone', { type: 'settle' }, 'leaveViews', 'forget', 'clearSignIn'],
          },
          {
            guard: { type: 'isCancelledAndHasToSignOut' },
            target: 'signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isCancelled' },
            target: 'idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          { target: 'unconnected', actions: { type: 'setRefusal' } },
        ],
        onError: { target: 'unconnected', actions: { type: 'setError' } },
      },
      on: {
        'social.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
      after: { connect: { target: 'unconnected', actions: 'setSilence' } },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      entry: 'trackFailed',
      tags: 'underWay',
      on: {
        'social.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
            guard: 'hasToSignOut',
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
            guard: { type: 'isOtherAndHasToSignOut' },
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
      entry: ['settleFailed', 'clearAttempt', 'trackFailed'],
      on: {
        'social.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          { guard: 'hasToSignOut', target: '#social.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'social.viewLeft': [
          { guard: 'hasToSignOut', target: '#social.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'modal.closed': [
          { guard: 'hasToSignOut', target: '#social.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#social.signingOut',
            actions: ['leaveViews', 'forget'],
          },
          { guard: { type: 'isOther' }, target: '#social.idle', actions: ['leaveViews', 'forget'] },
        ],
        'social.retry': '#social.open',
        'social.choose': { target: '#social.open', actions: { type: 'setChosen' } },
      },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site signs out the user who had signed in.',
      exit: 'clearSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
