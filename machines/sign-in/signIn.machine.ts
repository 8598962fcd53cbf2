/** Service, one per account: whether it is signed in, and how the user signs in with it. */
import { assign, setup, type ParameterizedObject } from 'xstate'
import { createAction } from '../core/createAction.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { TIMING } from '../constants.ts'
import type { Connection, ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SignedIn, SignInSession } from './signIn.types.ts'
import type { AnalyticsRecord } from '../events.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type AnySystem, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { getActorSnapshot, sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { cancelled, declined, done, failed } from '../shared/outcome.rules.ts'
import { parseTimestamp } from '../shared/timestamps.rules.ts'
import { isModalVisible } from '../shell/isVisible.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import { signatureLogic } from './signature.machine.ts'
import type { SignInContract } from './signIn.contract.ts'

type Context = SignInContract['context']
const VIEWS = ['ConnectingSiwe', 'SIWXSignMessage'] as const
/** The view that shows the error of the last attempt itself. */
const VIEWS_SHOWING_ERROR = ['SIWXSignMessage'] as const
/** Whether a sign-in view is visible. */
const isViewVisible = (system: AnySystem): boolean => {
  const { stack } = getActorSnapshot(system, view)?.context ?? {}
  const current = stack?.at(-1)
  return isModalVisible(system) && VIEWS.some((each) => each === current)
}
/** Whether another view locks the modal for a decision of the user. */
const isModalLocked = (system: AnySystem): boolean => {
  const { routes, stack } = getActorSnapshot(system, view)?.context ?? {}
  const { locks, imposed } = routes?.[stack?.at(-1) ?? 'Connect'] ?? {}
  return locks === true && !imposed
}

const accountOf = ({ connection }: Pick<ActiveAccount, 'connection'>): SignedIn => ({
  chainId: connection.networkId,
  accountAddress: connection.address,
})
const isSmart = ({ connection: { accounts } }: Pick<ActiveAccount, 'connection'>): boolean =>
  accounts[0]?.type === 'smartAccount'

/** Action: count an analytics event of this account. */
const count = (type: 'signIn.asked' | 'signIn.declined' | 'signIn.done' | 'signIn.failed') =>
  trackEvent((_: undefined, context: Context): AnalyticsRecord => ({
    type,
    networkId: context.connection.networkId,
    isSmart: isSmart(context),
  }))

/** Milliseconds until the session expires, at most the longest delay that browser timers support. */
const untilExpiry = ({ context, system }: { context: Context; system: AnySystem }): number => {
  const { expirationTime } = assertDefined(context.session).data
  const remaining = expirationTime === undefined ? Infinity : (parseTimestamp(expirationTime) ?? 0) - now(system)
  return Math.min(Math.max(remaining, 0), TIMING.longestTimerMs)
}

type Ended = Outcome<never>
type Waiting = { requestId?: string }

/** Action: settle every waiting attempt with an outcome. */
const settleAll = <P extends ParameterizedObject['params']>(
  outcomeOf: (params: P, context: Context) => Outcome<SignInSession>,
) =>
  createAction<Context, P>(({ context, enqueue }, params) => {
    const outcome = outcomeOf(params, context)
    const error = outcome.status === 'failed' || outcome.status === 'expired' ? outcome.error : undefined
    enqueue.assign({ requestIds: [], error })
    for (const requestId of context.requestIds) enqueue.emit({ type: 'signIn.settled', requestId, outcome })
  })
/** Action: settle only the attempt of the event. */
const settleSession = (outcomeOf: (context: Context) => Outcome<SignInSession>) =>
  createAction<Context, Waiting>(({ context, enqueue }, { requestId }) => {
    if (requestId !== undefined) enqueue.emit({ type: 'signIn.settled', requestId, outcome: outcomeOf(context) })
  })
/**
 * Action: show an error in the snackbar while a sign-in view is visible. An error that the view shows itself is hidden there
 * (`hiddenInViews`).
 */
const showError = (errorOf: (outcome: Ended, context: Context) => LatchkeyError | undefined) =>
  createAction<Context, { outcome: Ended }>(({ context, system, enqueue }, { outcome }) => {
    const error = isViewVisible(system) ? errorOf(outcome, context) : undefined
    if (!error) return
    const hiddenInViews =
      'error' in outcome && outcome.error === error && outcome.status !== 'declined' ? VIEWS_SHOWING_ERROR : []
    const message = { variant: 'error', code: error.code, params: error.params, hiddenInViews } as const
    enqueue(sendToActor(snackbar)({ type: 'snackbar.show', message }))
  })

interface Broken {
  event: { error: unknown }
}
/** Actions for a failed attempt: show the error to the user and settle the requests. */
const failing = <Params>(params: Params) =>
  [{ type: 'showFailed', params }, { type: 'settleFailed', params }, 'trackFailed'] as const
const broken = {
  target: 'notSignedIn',
  actions: failing(({ event }: Broken) => ({ outcome: failed(toLatchkeyError(event.error)) })),
} as const
/** Transitions if it is unknown whether a session is valid [8.36]. */
const unknown = <Params>(params: Params) =>
  [
    { guard: 'isRequired', target: 'leaving', actions: failing(params) },
    { target: 'notSignedIn', actions: failing(params) },
  ] as const
const unknowable = ({ event: { error: cause } }: Broken) => ({
  outcome: failed(new LatchkeyError('signIn.initFailed', { cause })),
})
const unknownYet = () => ({ outcome: failed(new LatchkeyError('signIn.initFailed')) })
/** The same for a session that was valid when it was last checked. */
const unsure = [{ guard: 'isSignedIn', target: 'signedIn' }, { target: 'notSignedIn' }] as const

const no = {
  type: 'settleFailed',
  params: () => ({ outcome: declined(new LatchkeyError('request.declined')) }),
} as const
const event = ({ event: waitingEvent }: { event: Waiting }) => waitingEvent
const stopWaiting = {
  guard: { type: 'hasRequestId', params: event },
  actions: { type: 'stopWaiting', params: event },
} as const
/** If sign-in is required, declining it disconnects the wallet. */
const leave = { guard: 'isRequired', target: 'leaving', actions: [no, 'trackDeclined'] } as const
const decline = { target: 'signedOut', actions: [no, 'trackDeclined', 'leaveViews'] } as const
/** Events by which the user or the caller cancels a sign-in. */
const callingOff = {
  'signIn.submit': { actions: { type: 'addWaiter', params: event } },
  'signIn.cancel': [
    {
      guard: { type: 'isLastRequest', params: event },
      target: 'notSignedIn',
      actions: { type: 'settleFailed', params: () => ({ outcome: cancelled }) },
    },
    stopWaiting,
    leave,
    decline,
  ],
  'signIn.viewLeft': { target: 'signedOut', actions: [no, 'trackDeclined'] },
} as const

/** Milliseconds until the next periodic check of the session. */
const untilNextCheck = ({ context: { checkedAt }, system }: { context: Context; system: AnySystem }): number =>
  Math.max(0, checkedAt + TIMING.sessionCheckMs - now(system))
/** Checks periodically while the page is visible. */
const checkPeriodically = { untilNextCheck: { guard: 'isPageVisible', target: 'checking' } } as const

/** Action: check at once if a check was due while the page was hidden. */
const checkIfDue = createAction<Context>(({ context, system, enqueue }) => {
  if (untilNextCheck({ context, system }) === 0) enqueue.raise({ type: 'signIn.checkAgain' })
})

const sessionIn = (outcome: Outcome<SignInSession>) => (outcome.status === 'done' ? outcome.value : undefined)
/** Narrows an outcome that holds no session. */
const withoutSession = (outcome: Outcome<SignInSession>): Ended => (outcome.status === 'done' ? cancelled : outcome)
const toSession = ({ event }: { event: { output: SignInSession | undefined } }) => ({ session: event.output })
const sessionFound = {
  guard: { type: 'hasSession', params: toSession },
  target: 'signedIn',
  actions: { type: 'setSession', params: toSession },
} as const

export const signInMachine = setup({
  types: {} as SetupTypes<SignInContract>,
  actors: {
    /** Fetches the valid session of an account; undefined if there is none. */
    fetchSession: promiseActor<SignInSession | undefined, SignedIn>('signIn.fetchSession'),
    /** Reports that sessions may have changed elsewhere. */
    watchSessions: callbackActor<{ type: 'signIn.checkAgain' }>('signIn.watchSessions'),
    /** Reports when the page becomes visible or hidden. */
    watchPage: callbackActor<{ type: 'page.shown' | 'page.hidden' }>('signIn.watchPage'),
    /** One attempt to sign in: prepares, signs and verifies the message. */
    signature: signatureLogic,
  },
  actions: {
    addWaiter: assign({
      requestIds: ({ context: { requestIds } }, { requestId }: Waiting) =>
        requestId === undefined ? requestIds : [...requestIds, requestId],
    }),
    stopWaiting: assign({
      requestIds: ({ context }, { requestId }: Waiting) => context.requestIds.filter((one) => one !== requestId),
    }),
    setSession: assign({ session: (_, { session }: { session: SignInSession | undefined }) => session }),
    clearSession: assign({ session: undefined }),
    setCheckedAt: assign({ checkedAt: ({ system }) => now(system) }),
    setPageVisible: assign({ isPageVisible: (_, { isPageVisible }: { isPageVisible: boolean }) => isPageVisible }),
    readSessionIfDue: checkIfDue,
    clearExpired: assign({
      session: ({ context, system }) => (untilExpiry({ context, system }) > 0 ? context.session : undefined),
    }),
    setRequestedInView: assign({ isRequestedInView: ({ system }) => isViewVisible(system) }),
    clearError: assign({ error: undefined }),
    /** Settles every waiting attempt without a session. */
    settleFailed: settleAll(({ outcome }: { outcome: Ended }) => outcome),
    showFailed: showError((outcome, context) => {
      if (outcome.status === 'declined') return outcome.error
      if (outcome.status !== 'failed') return undefined
      if (LatchkeyError.is(outcome.error, 'signIn.initFailed')) return outcome.error
      return isSmart(context) ? new LatchkeyError('signIn.smartAccount') : undefined
    }),
    emitDone: settleAll((_: undefined, { session }) => done(assertDefined(session))),
    emitAlready: settleSession(({ session }) => done(assertDefined(session))),
    emitExempt: settleSession(() => failed(new LatchkeyError('signIn.exempt'))),
    emitLeft: settleSession(() => cancelled),
    showView: sendToActor(view)((_: undefined, __: Context, { system }) =>
      isModalLocked(system) ? undefined : { type: 'view.impose', view: 'SIWXSignMessage' },
    ),
    leaveViews: sendToActor(view)({ type: 'view.leave', views: VIEWS, closes: true }),
    disconnect: sendToActor(({ namespace }: Connection) => namespaceItem(namespace))<Connection>({
      type: 'namespace.disconnect',
    }),
    trackRequested: count('signIn.asked'),
    trackDeclined: count('signIn.declined'),
    trackDone: count('signIn.done'),
    trackFailed: count('signIn.failed'),
  },
  guards: {
    /** Accounts do not sign in here: sign-in excludes the namespace, or the app does not offer the network. */
    isExempt: ({ context }) => context.exempt,
    /** Users must sign in or be disconnected, so declining disconnects the wallet, and the view cannot be skipped. */
    isRequired: ({ context }) => context.required,
    /** The account has a valid session, so the user is signed in. */
    hasSession: (_, { session }: { session: SignInSession | undefined }) => session !== undefined,
    /** At least one caller waits for the sign-in, so it starts without another prompt. */
    isAwaited: ({ context }) => context.requestIds.length > 0,
    /** Sign-in is required, or the user has a sign-in view open, so the user is prompted. */
    isRequested: ({ context }) => context.required || context.isRequestedInView,
    /** The account had a valid session when it was last checked, and that session has not expired. */
    isSignedIn: ({ context }) => context.session !== undefined,
    /** The page is visible. While it is hidden, the session is not checked periodically. */
    isPageVisible: ({ context }) => context.isPageVisible,
    /** A caller cancels its own attempt. Without an id, the user declines the sign-in for all callers. */
    hasRequestId: (_, { requestId }: Waiting) => requestId !== undefined,
    /** No other caller waits and no sign-in view is open, so the cancelled attempt ends the sign-in. */
    isLastRequest: ({ context }, { requestId }: Waiting) =>
      requestId !== undefined && !context.isRequestedInView && context.requestIds.every((one) => one === requestId),
    /** The user signed and the signature was verified, so the user is signed in. */
    isSigned: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.status === 'done',
  },
  delays: {
    /** How long the wallet may take to disconnect. */
    leave: configurableDelay('disconnectMs'),
    /** How long a check of the session may take. */
    check: configurableDelay('verifyMs'),
    /** Until the next periodic check of the session, counted from the last one. */
    untilNextCheck,
    /** Until the session expires, at most the longest delay that browser timers support. */
    expiry: untilExpiry,
  },
}).createMachine({
  id: 'signIn',
  description: 'Whether the account is signed in with a signature, and how the user signs in.',
  meta: { kind: 'service', spec: ['1.3', '2.6', '2.8', '2.15', '8.35', '8.36'] },
  context: ({ input }) => ({
    ...input,
    isRequestedInView: false,
    requestIds: [],
    session: undefined,
    checkedAt: 0,
    isPageVisible: true,
    error: undefined,
  }),
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
    'signIn.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
    'signIn.end': [
      { guard: 'isExempt' },
      {
        description: 'Sign-in is required, so the wallet is disconnected.',
        guard: 'isRequired',
        target: '.leaving',
        actions: [{ type: 'settleFailed', params: () => ({ outcome: cancelled }) }, 'clearSession'],
      },
      {
        target: '.signedOut',
        actions: [{ type: 'settleFailed', params: () => ({ outcome: cancelled }) }, 'clearSession', 'leaveViews'],
      },
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
        'signIn.submit': { actions: { type: 'emitExempt', params: ({ event }) => event } },
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
        input: ({ context }) => accountOf(context),
        onDone: [sessionFound, { target: 'notSignedIn' }],
        onError: unknown(unknowable),
      },
      after: { check: unknown(unknownYet) },
      on: {
        'signIn.submit': { actions: { type: 'addWaiter', params: event } },
        'signIn.cancel': [stopWaiting, leave, { actions: [no, 'trackDeclined', 'leaveViews'] }],
        'signIn.checkAgain': { target: 'loading', reenter: true },
      },
    },
    notSignedIn: {
      description: 'Not signed in. Chooses between `signing`, `prompting` and `signedOut`.',
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
        'signIn.submit': { target: 'signing', actions: { type: 'addWaiter', params: ({ event }) => event } },
        'signIn.viewEntered': 'prompting',
        'signIn.checkAgain': 'checking',
      },
      after: checkPeriodically,
    },
    leaving: {
      description: 'Sign-in is required, so the wallet is being disconnected. The machine ends with the connection.',
      tags: 'busy',
      entry: { type: 'disconnect', params: ({ context }) => context.connection },
      on: { 'signIn.submit': { actions: { type: 'emitLeft', params: event } } },
      after: { leave: 'notSignedIn' },
    },
    prompting: {
      description: 'The sign-in view is shown. Waits until the user starts to sign in.',
      entry: 'showView',
      on: {
        ...callingOff,
        'signIn.submit': { target: 'signing', actions: { type: 'addWaiter', params: ({ event }) => event } },
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
      after: checkPeriodically,
    },
    signing: {
      description: 'The user is signing in.',
      tags: 'busy',
      entry: ['clearError', 'setRequestedInView', 'trackRequested'],
      invoke: {
        id: 'signature',
        src: 'signature',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: [
          {
            guard: { type: 'isSigned', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            actions: [
              { type: 'setSession', params: ({ event }) => ({ session: assertDefined(sessionIn(event.output)) }) },
              'setCheckedAt',
              'trackDone',
            ],
          },
          {
            description: 'The user declined, or the sign-in failed.',
            target: 'notSignedIn',
            actions: [
              { type: 'showFailed', params: ({ event }) => ({ outcome: withoutSession(event.output) }) },
              { type: 'settleFailed', params: ({ event }) => ({ outcome: withoutSession(event.output) }) },
              'trackFailed',
            ],
          },
        ],
        onError: broken,
      },
      on: callingOff,
    },
    signedIn: {
      description: 'The user is signed in.',
      entry: ['emitDone', 'leaveViews'],
      on: {
        'signIn.submit': { actions: { type: 'emitAlready', params: ({ event }) => event } },
        'signIn.checkAgain': 'checking',
        'signIn.viewEntered': { actions: 'leaveViews' },
      },
      after: { expiry: 'expiring', ...checkPeriodically },
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
        input: ({ context }) => accountOf(context),
        onDone: [sessionFound, { target: 'notSignedIn', actions: 'clearSession' }],
        onError: unsure,
      },
      after: { check: unsure },
      on: {
        'signIn.submit': [
          { guard: 'isSignedIn', actions: { type: 'addWaiter', params: event } },
          { target: 'signing', actions: { type: 'addWaiter', params: event } },
        ],
        'signIn.cancel': [stopWaiting, leave, decline],
        'signIn.viewLeft': { target: 'signedOut', actions: [no, 'trackDeclined'] },
        'signIn.checkAgain': { target: 'checking', reenter: true },
      },
    },
  },
})

export const signInLogic = withContract<SignInContract>()(signInMachine)
