/**
 * Sign-in with a Farcaster app, through a link or a code to scan. The wallet then connects like any other.
 *
 * The chart of `farcaster` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasPollsLeft: true as boolean,
  isUnanswered: true as boolean,
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
  askUrl: 'pending' as Ends, // the actor farcaster.askUrl
  connectFarcaster: 'pending' as Ends, // the actor farcaster.connectFarcaster
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
    askUrl: work('askUrl'),
    connectFarcaster: work('connectFarcaster'),
    connectWallet: work('connectWallet'),
    signOut: work('signOut'),
  },
  actions: {
    startAttempt: says('startAttempt'),
    restartAttempt: says('restartAttempt'),
    setUrl: says('setUrl'),
    syncOtherTabs: says('syncOtherTabs'),
    setSignedIn: says('setSignedIn'),
    clearSignIn: says('clearSignIn'),
    setUser: says('setUser'),
    setError: says('setError'),
    setRefusal: says('setRefusal'),
    setSilence: says('setSilence'),
    setExpired: says('setExpired'),
    clearError: says('clearError'),
    countPoll: says('countPoll'),
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
    hasPollsLeft: () => yes['hasPollsLeft'],
    isUnanswered: () => yes['isUnanswered'],
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
  },
}).createMachine({
  id: 'farcaster',
  description: 'Sign-in with a Farcaster app, through a link or a code to scan. The wallet then connects like any other.',
  meta: { kind: 'service', spec: ['2.6', '3.41', '3.48', '4.30'] },
  context: { pollCount: 0, inUse: false, signedIn: false },
  initial: 'idle',
  on: {
    'storage.updated': { actions: { type: 'syncOtherTabs' } },
    'farcaster.begin': {
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
      on: { 'farcaster.begin': { target: 'requesting', actions: { type: 'startAttempt' } } },
    },
    requesting: {
      description: 'The link is being requested.',
      tags: ['busy', 'underWay'],
      entry: ['restartAttempt', 'trackStarted', 'show'],
      invoke: {
        id: 'askUrl',
        src: 'askUrl',
        onDone: { target: 'waiting', actions: { type: 'setUrl' } },
        onError: { target: 'failed', actions: { type: 'setError' } },
      },
      on: {
        'farcaster.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'farcaster.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isOther' },
            target: '#farcaster.idle',
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
    waiting: {
      description: 'Waits until the user approves in the app.',
      tags: 'underWay',
      entry: ['countPoll', 'setSignedIn'],
      invoke: {
        id: 'connectFarcaster',
        src: 'connectFarcaster',
        onDone: { target: 'connecting', actions: [{ type: 'setUser' }, 'trackAgreed'] },
        onError: [
          { guard: { type: 'hasPollsLeft' }, target: 'waiting', reenter: true },
          { guard: { type: 'isUnanswered' }, target: 'failed', actions: 'setExpired' },
          { target: 'failed', actions: { type: 'setError' } },
        ],
      },
      on: {
        'farcaster.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'farcaster.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isOther' },
            target: '#farcaster.idle',
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
        'farcaster.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'farcaster.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
        'farcaster.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'farcaster.viewLeft': [
          {
            guard: 'hasToSignOut',
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            target: '#farcaster.idle',
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
            target: '#farcaster.signingOut',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
          {
            guard: { type: 'isOther' },
            target: '#farcaster.idle',
            actions: [
              { type: 'settle', params: { outcome: { status: 'cancelled' } } },
              'leaveViews',
              'forget',
              'trackCancelled',
            ],
          },
        ],
        'farcaster.retry': 'connecting',
      },
    },
    failed: {
      description: 'The sign-in failed and its error is shown. It can be retried.',
      entry: ['settleFailed', 'clearAttempt', 'trackFailed'],
      on: {
        'farcaster.cancel': [
          { guard: { type: 'isOtherAttempt' } },
          { guard: 'hasToSignOut', target: '#farcaster.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#farcaster.idle', actions: ['leaveViews', 'forget'] },
        ],
        'farcaster.viewLeft': [
          { guard: 'hasToSignOut', target: '#farcaster.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#farcaster.idle', actions: ['leaveViews', 'forget'] },
        ],
        'modal.closed': [
          { guard: 'hasToSignOut', target: '#farcaster.signingOut', actions: ['leaveViews', 'forget'] },
          { target: '#farcaster.idle', actions: ['leaveViews', 'forget'] },
        ],
        'account.connected': [
          {
            guard: { type: 'isOtherAndHasToSignOut' },
            target: '#farcaster.signingOut',
            actions: ['leaveViews', 'forget'],
          },
          { guard: { type: 'isOther' }, target: '#farcaster.idle', actions: ['leaveViews', 'forget'] },
        ],
        'farcaster.retry': 'requesting',
        'farcaster.begin': { target: 'requesting', actions: { type: 'startAttempt' } },
      },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site ends it, and signs out the user who had signed in.',
      exit: 'clearSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
