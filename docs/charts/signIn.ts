/**
 * Whether the account is signed in with a signature, and how the user signs in.
 *
 * The chart of `signIn` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isExempt: true as boolean,
  isRequired: true as boolean,
  hasSession: true as boolean,
  isAwaited: true as boolean,
  isRequested: true as boolean,
  isSignedIn: true as boolean,
  isPageVisible: true as boolean,
  isPageAttempt: true as boolean,
  isLastAttempt: true as boolean,
  isSigned: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchSession: 'pending' as Ends, // the actor signIn.fetchSession
  signature: 'pending' as Ends, // a machine of its own
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
    fetchSession: work('fetchSession'),
    watchSessions: listener,
    watchPage: listener,
    signature: work('signature'),
  },
  actions: {
    addWaiter: says('addWaiter'),
    stopWaiting: says('stopWaiting'),
    setSession: says('setSession'),
    clearSession: says('clearSession'),
    setCheckedAt: says('setCheckedAt'),
    setPageVisible: says('setPageVisible'),
    readSessionIfDue: says('readSessionIfDue'),
    clearExpired: says('clearExpired'),
    setRequestedInView: says('setRequestedInView'),
    clearError: says('clearError'),
    settleFailed: says('settleFailed'),
    showFailed: says('showFailed'),
    emitDone: says('emitDone'),
    emitAlready: says('emitAlready'),
    emitExempt: says('emitExempt'),
    emitLeft: says('emitLeft'),
    showView: says('showView'),
    leaveViews: says('leaveViews'),
    disconnect: says('disconnect'),
    trackRequested: says('trackRequested'),
    trackDeclined: says('trackDeclined'),
    trackDone: says('trackDone'),
    trackFailed: says('trackFailed'),
  },
  guards: {
    isExempt: () => yes['isExempt'],
    isRequired: () => yes['isRequired'],
    hasSession: () => yes['hasSession'],
    isAwaited: () => yes['isAwaited'],
    isRequested: () => yes['isRequested'],
    isSignedIn: () => yes['isSignedIn'],
    isPageVisible: () => yes['isPageVisible'],
    isPageAttempt: () => yes['isPageAttempt'],
    isLastAttempt: () => yes['isLastAttempt'],
    isSigned: () => yes['isSigned'],
  },
  delays: {
    leave: 10_000, // timeouts.disconnectMs
    look: 15_000, // timeouts.verifyMs
    untilNextCheck: 1_000, // worked out as it goes; a second here
    expiry: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'signIn',
  description: 'Whether the account is signed in with a signature, and how the user signs in.',
  meta: { kind: 'service', spec: ['1.3', '2.6', '2.8', '2.15', '8.35', '8.36'] },
  initial: 'deciding',
  invoke: [
    { id: 'watchSessions', src: 'watchSessions', onError: { actions: [] } },
    {
      id: 'watchPage',
      src: 'watchPage',
      onError: { description: 'If the visibility of the page cannot be detected, the page counts as visible.' },
    },
  ],
  on: {
    'page.shown': { actions: [{ type: 'setPageVisible', params: { isPageVisible: true } }, 'readSessionIfDue'] },
    'page.hidden': { actions: { type: 'setPageVisible', params: { isPageVisible: false } } },
    'signIn.cancel': { actions: { type: 'stopWaiting' } },
    'signIn.end': [
      { guard: 'isExempt' },
      {
        description: 'Sign-in is required, so the wallet is disconnected.',
        guard: 'isRequired',
        target: '.leaving',
        actions: [{ type: 'settleFailed' }, 'clearSession'],
      },
      { target: '.signedOut', actions: [{ type: 'settleFailed' }, 'clearSession', 'leaveViews'] },
    ],
  },
  states: {
    deciding: {
      description: 'Decides whether this account can sign in at all.',
      always: [{ guard: 'isExempt', target: 'exempt' }, { target: 'loading' }],
    },
    exempt: {
      description: 'Accounts do not sign in on this network.',
      entry: 'leaveViews',
      on: {
        'signIn.submit': { actions: { type: 'emitExempt' } },
        'signIn.viewEntered': { actions: 'leaveViews' },
      },
    },
    loading: {
      description: 'Checks whether the account has a valid session.',
      tags: 'busy',
      entry: 'setCheckedAt',
      invoke: {
        id: 'fetchSession',
        src: 'fetchSession',
        onDone: [
          { guard: { type: 'hasSession' }, target: 'signedIn', actions: { type: 'setSession' } },
          { target: 'notSignedIn' },
        ],
        onError: [
          {
            guard: 'isRequired',
            target: 'leaving',
            actions: [{ type: 'showFailed' }, { type: 'settleFailed' }, 'trackFailed'],
          },
          {
            target: 'notSignedIn',
            actions: [{ type: 'showFailed' }, { type: 'settleFailed' }, 'trackFailed'],
          },
        ],
      },
      after: {
        look: [
          {
            guard: 'isRequired',
            target: 'leaving',
            actions: [{ type: 'showFailed' }, { type: 'settleFailed' }, 'trackFailed'],
          },
          {
            target: 'notSignedIn',
            actions: [{ type: 'showFailed' }, { type: 'settleFailed' }, 'trackFailed'],
          },
        ],
      },
      on: {
        'signIn.submit': { actions: { type: 'addWaiter' } },
        'signIn.cancel': [
          { guard: { type: 'isPageAttempt' }, actions: { type: 'stopWaiting' } },
          { guard: 'isRequired', target: 'leaving', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
          { actions: [{ type: 'settleFailed' }, 'trackDeclined', 'leaveViews'] },
        ],
        'signIn.checkAgain': { target: 'loading', reenter: true },
      },
    },
    notSignedIn: {
      description: 'The user is not signed in. Decides whether to ask for a sign-in.',
      entry: 'setRequestedInView',
      always: [
        { guard: 'isAwaited', target: 'signing' },
        { guard: 'isRequested', target: 'prompting' },
        { target: 'signedOut' },
      ],
    },
    signedOut: {
      description: 'The user is not signed in, and does not have to be.',
      on: {
        'signIn.submit': { target: 'signing', actions: { type: 'addWaiter' } },
        'signIn.viewEntered': 'prompting',
        'signIn.checkAgain': 'checking',
      },
      after: { untilNextCheck: { guard: 'isPageVisible', target: 'checking' } },
    },
    leaving: {
      description: 'Sign-in is required, so the wallet is being disconnected. The machine ends with the connection.',
      tags: 'busy',
      entry: { type: 'disconnect' },
      on: { 'signIn.submit': { actions: { type: 'emitLeft' } } },
      after: { leave: 'notSignedIn' },
    },
    prompting: {
      description: 'The sign-in view is shown. Waits until the user starts to sign in.',
      entry: 'showView',
      on: {
        'signIn.submit': { target: 'signing', actions: { type: 'addWaiter' } },
        'signIn.cancel': [
          { guard: { type: 'isLastAttempt' }, target: 'notSignedIn', actions: { type: 'settleFailed' } },
          { guard: { type: 'isPageAttempt' }, actions: { type: 'stopWaiting' } },
          { guard: 'isRequired', target: 'leaving', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
          { target: 'signedOut', actions: [{ type: 'settleFailed' }, 'trackDeclined', 'leaveViews'] },
        ],
        'signIn.viewLeft': { target: 'signedOut', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
        'signIn.checkAgain': 'checking',
        'view.shown': {
          description: 'The view that locked the modal may be gone.',
          guard: 'isRequired',
          actions: 'showView',
        },
        'modal.closed': [
          { description: 'The sign-in view is shown again when the modal opens.', guard: 'isRequired' },
          { target: 'signedOut', actions: 'trackDeclined' },
        ],
      },
      after: { untilNextCheck: { guard: 'isPageVisible', target: 'checking' } },
    },
    signing: {
      description: 'The user is signing in.',
      tags: 'busy',
      entry: ['clearError', 'setRequestedInView', 'trackRequested'],
      invoke: {
        id: 'signature',
        src: 'signature',
        onDone: [
          {
            guard: { type: 'isSigned' },
            target: 'signedIn',
            actions: [{ type: 'setSession' }, 'setCheckedAt', 'trackDone'],
          },
          {
            description: 'The user declined, or the sign-in failed.',
            target: 'notSignedIn',
            actions: [{ type: 'showFailed' }, { type: 'settleFailed' }, 'trackFailed'],
          },
        ],
        onError: { target: 'notSignedIn', actions: [{ type: 'showFailed' }, { type: 'settleFailed' }, 'trackFailed'] },
      },
      on: {
        'signIn.submit': { actions: { type: 'addWaiter' } },
        'signIn.cancel': [
          { guard: { type: 'isLastAttempt' }, target: 'notSignedIn', actions: { type: 'settleFailed' } },
          { guard: { type: 'isPageAttempt' }, actions: { type: 'stopWaiting' } },
          { guard: 'isRequired', target: 'leaving', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
          { target: 'signedOut', actions: [{ type: 'settleFailed' }, 'trackDeclined', 'leaveViews'] },
        ],
        'signIn.viewLeft': { target: 'signedOut', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
      },
    },
    signedIn: {
      description: 'The user is signed in.',
      entry: ['emitDone', 'leaveViews'],
      on: {
        'signIn.submit': { actions: { type: 'emitAlready' } },
        'signIn.checkAgain': 'checking',
        'signIn.viewEntered': { actions: 'leaveViews' },
      },
      after: { expiry: 'expiring', untilNextCheck: { guard: 'isPageVisible', target: 'checking' } },
    },
    expiring: {
      description: 'Decides whether the session has expired, or lasts longer than one timer can run.',
      entry: 'clearExpired',
      always: [{ guard: 'isSignedIn', target: 'signedIn' }, { target: 'notSignedIn' }],
    },
    checking: {
      description: 'Checks whether the session is still valid. Until then the last result applies.',
      entry: 'setCheckedAt',
      invoke: {
        id: 'fetchSession',
        src: 'fetchSession',
        onDone: [
          { guard: { type: 'hasSession' }, target: 'signedIn', actions: { type: 'setSession' } },
          { target: 'notSignedIn', actions: 'clearSession' },
        ],
        onError: [{ guard: 'isSignedIn', target: 'signedIn' }, { target: 'notSignedIn' }],
      },
      after: { look: [{ guard: 'isSignedIn', target: 'signedIn' }, { target: 'notSignedIn' }] },
      on: {
        'signIn.submit': [
          { guard: 'isSignedIn', actions: { type: 'addWaiter' } },
          { target: 'signing', actions: { type: 'addWaiter' } },
        ],
        'signIn.cancel': [
          { guard: { type: 'isPageAttempt' }, actions: { type: 'stopWaiting' } },
          { guard: 'isRequired', target: 'leaving', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
          { target: 'signedOut', actions: [{ type: 'settleFailed' }, 'trackDeclined', 'leaveViews'] },
        ],
        'signIn.viewLeft': { target: 'signedOut', actions: [{ type: 'settleFailed' }, 'trackDeclined'] },
        'signIn.checkAgain': { target: 'checking', reenter: true },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
