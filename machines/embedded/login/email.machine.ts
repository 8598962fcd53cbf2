/** Service: sign-in to the embedded wallet with an email address, a registered device and a code. */
import { assign, emit, raise, setup } from 'xstate'
import { EMAIL } from '../../constants.ts'
import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { EmbeddedLogin } from '../embedded.types.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import type { PersistedState } from '../../storage/persisted.types.ts'
import type { ViewName } from '../../shell/view.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../../core/contract.ts'
import { eventOf } from '../../core/event.ts'
import { promiseActor } from '../../core/actors.ts'
import type { Secret } from '../../shared/secret.types.ts'
import { sendToActor } from '../../core/messaging.ts'
import { assertDefined } from '../../core/assertDefined.ts'
import { now } from '../../core/time.ts'
import { storage } from '../../storage/storage.contract.ts'
import { trackEvent } from '../../analytics/trackEvent.ts'
import { isEmail, secondsToCode } from './email.rules.ts'
import { isUnsent } from '../frame.rules.ts'
import { cancelled } from '../../shared/outcome.rules.ts'
import { view } from '../../shell/view.contract.ts'
import type { EmailContract } from './email.contract.ts'
import {
  loginDelays,
  connectWallet,
  isSignedInElsewhere,
  isOtherWallet,
  mustSignOut,
  signOut,
  trackCode,
  wasSignedIn,
} from './loginMethods.ts'

type Context = EmailContract['context']
type Action = FrameAnswer<'CONNECT_EMAIL'>['action']
type Answer = { action: Action; inUse: boolean }
type Submitted = { email: string; requestId?: string }

/** The views of the sign-in. */
const VIEWS = ['EmailVerifyOtp', 'EmailVerifyDevice'] as const
/** The views with an email field. */
const FORMS: readonly ViewName[] = ['Connect', 'Create', 'EmailLogin']

const remember = (change: (context: Context) => EmbeddedLogin) =>
  sendToActor(storage)((_: undefined, context: Context) => ({ type: 'storage.setEmbedded', embedded: change(context) }))

const show = (target: 'EmailVerifyOtp' | 'EmailVerifyDevice') =>
  sendToActor(view)({ type: 'view.showAttempt', view: target, directed: true })

const cancelling = [{ type: 'settle', params: { outcome: cancelled } }, 'leaveViews', 'forget'] as const
const ofAnother = {
  guard: { type: 'isOtherRequest', params: ({ event }: { event: { requestId?: string } }) => event },
} as const
const other = { type: 'isOther', params: ({ event }: { event: { connection: Connection } }) => event } as const
/** Cancels the attempt. A user whom it may have signed in is signed out again. */
const cancelTransitions = [
  { guard: 'hasToSignOut', target: '#email.signingOut', actions: cancelling },
  { target: '#email.idle', actions: cancelling },
] as const
const leaving = {
  'email.cancel': [ofAnother, ...cancelTransitions],
  'email.viewLeft': cancelTransitions,
  'modal.closed': cancelTransitions,
  'account.connected': [
    { guard: { ...other, type: 'isOtherAndHasToSignOut' }, target: '#email.signingOut', actions: cancelling },
    { guard: other, target: '#email.idle', actions: cancelling },
  ],
} as const

/** Another tab changed the stored state. */
const stored = [
  { type: 'setStored', params: ({ event }: { event: { persisted: PersistedState } }) => event },
  'countDown',
  { type: 'syncOtherTabs', params: ({ event }: { event: { persisted: PersistedState } }) => event },
] as const
/** An address is submitted while no sign-in is in progress. */
const submitted = {
  'email.submit': [
    {
      guard: { type: 'isInvalid', params: ({ event }: { event: Submitted }) => event },
      target: '#email.idle',
      actions: [
        { type: 'setSubmitted', params: ({ event }: { event: Submitted }) => event },
        'setInvalid',
        'settleFailed',
      ],
    },
    {
      target: '#email.deciding',
      actions: { type: 'setSubmitted', params: ({ event }: { event: Submitted }) => event },
    },
  ],
} as const

const leadsTo = (action: Action) =>
  ({ type: 'isNextAction', params: ({ event }: { event: { output: Answer } }) => ({ ...event, action }) }) as const
const heeded = { type: 'setInUse', params: ({ event }: { event: { output: Answer } }) => event } as const
/** The next step, which depends on the secure site's response to the request for a code. */
const nextSteps = [
  {
    description: 'A link was sent instead of a code, so the cooldown for codes does not apply.',
    guard: leadsTo('VERIFY_DEVICE'),
    target: '#email.registering',
    actions: [heeded, 'clearLoginTime', 'storeLoginTime'],
  },
  { guard: leadsTo('VERIFY_OTP'), target: '#email.entering', actions: [heeded, 'showCode', 'trackSent'] },
  {
    description: 'The user is signed in on this device already, so no code was sent.',
    target: '#email.connecting',
    actions: [heeded, 'clearLoginTime', 'storeLogin'],
  },
] as const
const refused = { type: 'setError', params: ({ event }: { event: { error: unknown } }) => event } as const
const unsent = {
  description: 'No code was sent, so the user can try again immediately.',
  guard: { type: 'isUnsent', params: ({ event }: { event: { error: unknown } }) => event },
} as const

export const emailMachine = setup({
  types: {} as SetupTypes<EmailContract>,
  actors: {
    /** Requests a code. Resolves to the next step. `inUse`: a user is signed in already. */
    connectEmail: promiseActor<Answer, { email: string }>('email.connectEmail'),
    /** Waits until the user registers this device with the link in the email. */
    connectDevice: promiseActor<void>('email.connectDevice'),
    /** Submits the code from the email. */
    connectOtp: promiseActor<void, { code: Secret }>('email.connectOtp'),
    connectWallet,
    signOut,
  },
  actions: {
    setSubmitted: assign((_, { email, requestId }: Submitted) => ({
      email: email.trim(),
      requestId,
      pollCount: 0,
      error: undefined,
    })),
    setInUse: assign({
      inUse: ({ context }, { output }: { output: { inUse: boolean } }) => wasSignedIn(context, output),
    }),
    syncOtherTabs: assign({
      inUse: ({ context }, { persisted }: { persisted: PersistedState }) => isSignedInElsewhere(context, persisted),
    }),
    setSignedIn: assign({ signedIn: true }),
    setDoubt: assign({ doubtful: true }),
    /** A rejected code did not sign the user in. An earlier code without a response may have. */
    resetSignedIn: assign({ signedIn: ({ context }) => context.doubtful }),
    clearSignIn: assign({ signedIn: false, doubtful: false }),
    setLoginTime: assign({ lastLoginAt: ({ system }) => now(system) }),
    storeLoginTime: remember(({ email, lastLoginAt }) => ({ email, emailLoginAt: lastLoginAt })),
    /** Another code may be requested immediately: the cooldown of spec 5.5 is for codes that were sent but not accepted yet. */
    clearLoginTime: assign({ lastLoginAt: undefined, secondsLeft: 0 }),
    storeLogin: remember(({ email }) => ({
      email,
      emailLoginAt: undefined,
      social: undefined,
      userName: undefined,
    })),
    setStored: assign({
      lastLoginAt: (_, { persisted }: { persisted: PersistedState }) => persisted.embedded?.emailLoginAt,
    }),
    countDown: assign({ secondsLeft: ({ context, system }) => secondsToCode(context.lastLoginAt, now(system)) }),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setRefusal: assign({
      error: (_, { output }: { output: Outcome<Connection> }) => ('error' in output ? output.error : undefined),
    }),
    setInvalid: assign({ error: () => new LatchkeyError('email.invalid') }),
    setCooldown: assign({
      error: ({ context }) => new LatchkeyError('email.cooldown', { params: { n: context.secondsLeft } }),
    }),
    setTimedOut: assign({ error: () => new LatchkeyError('embedded.expired') }),
    clearError: assign({ error: undefined }),
    countPoll: assign({ pollCount: ({ context }) => context.pollCount + 1 }),
    forget: assign({ requestId: undefined, error: undefined, pollCount: 0 }),
    showCode: show('EmailVerifyOtp'),
    showDevice: show('EmailVerifyDevice'),
    leaveViews: sendToActor(view)({ type: 'view.leave', views: VIEWS }),
    ...trackCode,
    trackSelected: trackEvent(() => ({ type: 'email.selected' })),
    trackSubmitted: trackEvent(() => ({ type: 'email.submitted' })),
    trackRegistered: trackEvent(() => ({ type: 'email.deviceRegistered' })),
    settle: emit(({ context: { requestId } }, { outcome }: { outcome: Outcome<Connection> }) => ({
      type: 'email.settled' as const,
      requestId,
      outcome,
    })),
    settleFailed: emit(({ context: { requestId, error } }) => ({
      type: 'email.settled' as const,
      requestId,
      outcome: { status: 'failed' as const, error: assertDefined(error) },
    })),
    resubmit: raise((_, { email, requestId }: Submitted) => ({
      type: 'email.submit' as const,
      email,
      ...(requestId !== undefined && { requestId }),
    })),
  },
  guards: {
    /** The text is not an email address, so no code is requested. */
    isInvalid: (_, { email }: { email: string }) => !isEmail(email.trim()),
    /** The cooldown after the last code is over, so another code may be requested. */
    isCooledDown: ({ context }) => context.secondsLeft === 0,
    /** No other code may be requested yet, so the countdown goes on. */
    isCoolingDown: ({ context }) => context.secondsLeft > 0,
    /** The user moved to a view without an email field, so the error is cleared. */
    isOtherView: (_, { view: shown }: { view: ViewName }) => !FORMS.includes(shown),
    /** The secure site was not reached or refused the message: no email was sent, and no user was signed in. */
    isUnsent: (_, { error }: { error: unknown }) => isUnsent(error),
    /** The response of the secure site names this step: register the device, or enter the code. */
    isNextAction: (_, { output, action }: { output: { action: Action }; action: Action }) => output.action === action,
    /** The message to the frame timed out, but the link in the email is still valid, so it is sent again. */
    hasPollsLeft: ({ context }, { error }: { error: unknown }) =>
      LatchkeyError.is(error, 'embedded.expired') && context.pollCount < EMAIL.devicePolls,
    /** The wallet of the signed-in user is connected, so the sign-in is complete. */
    isConnected: (_, { output }: { output: Outcome<Connection> }) => output.status === 'done',
    /** Connecting the wallet was cancelled, and no user has to be signed out. */
    isCancelled: (_, { output }: { output: Outcome<Connection> }) => output.status === 'cancelled',
    /** The command is for another attempt than the one in progress, so it is ignored. */
    isOtherRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId !== undefined && requestId !== context.requestId,
    /** A wallet other than the embedded one connected, so the sign-in is cancelled. */
    isOther: (_, { connection }: { connection: Connection }) => isOtherWallet(connection),
    /** The attempt may have signed a user in, and none was signed in before, so cancelling it signs that user out. */
    hasToSignOut: ({ context }) => mustSignOut(context),
    /** Another wallet connected, and the user whom the attempt may have signed in must be signed out. */
    isOtherAndHasToSignOut: ({ context }, { connection }: { connection: Connection }) =>
      mustSignOut(context) && isOtherWallet(connection),
    /** Connecting the wallet was cancelled, and the user whom the attempt signed in must be signed out. */
    isCancelledAndHasToSignOut: ({ context }, { output }: { output: Outcome<Connection> }) =>
      mustSignOut(context) && output.status === 'cancelled',
  },
  delays: {
    /** Longer than the frame may take to load and to respond. */
    answer: loginDelays.answer,
    /** How long to wait for the wallet to connect. */
    connect: loginDelays.connect,
    /** How long to wait for the sign-out. */
    signOut: loginDelays.signOut,
    /** The interval of the countdown. */
    second: EMAIL.secondMs,
  },
}).createMachine({
  id: 'email',
  description: 'Sign-in with an email address: registers the device, checks a code, and connects the embedded wallet.',
  meta: { kind: 'service', spec: ['4.30', '5.5', '5.6', '5.21', '5.25', '9.1'] },
  context: ({ input }) => ({
    ...input,
    secondsLeft: 0,
    pollCount: 0,
    requestId: undefined,
    inUse: false,
    signedIn: false,
    doubtful: false,
    error: undefined,
  }),
  initial: 'idle',
  on: {
    'email.select': { actions: 'trackSelected' },
    'storage.restored': { actions: [{ type: 'setStored', params: ({ event }) => event }, 'countDown'] },
    'storage.updated': {
      actions: stored,
    },
    'email.submit': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [
        { type: 'settle', params: { outcome: cancelled } },
        'leaveViews',
        'forget',
        { type: 'resubmit', params: ({ event }) => event },
      ],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      entry: 'countDown',
      on: { ...submitted, 'modal.closed': { actions: 'forget' } },
    },
    coolingDown: {
      description: 'Another code was requested too early. Counts down until one may be requested.',
      entry: ['countDown', 'setCooldown'],
      always: { guard: 'isCooledDown', target: 'idle', actions: 'clearError' },
      on: {
        ...submitted,
        'modal.closed': { target: 'idle', actions: 'forget' },
        'view.shown': {
          description: 'The user moved to another view.',
          guard: { type: 'isOtherView', params: ({ event }) => event },
          target: 'idle',
          actions: 'forget',
        },
      },
      after: { second: { target: 'coolingDown', reenter: true } },
    },
    deciding: {
      description: 'Checks whether a code may be requested already.',
      entry: 'countDown',
      always: [
        { guard: 'isCooledDown', target: 'requesting', actions: 'trackSubmitted' },
        { target: 'coolingDown', actions: ['setCooldown', 'settleFailed'] },
      ],
    },
    requesting: {
      description: 'A code is being requested.',
      tags: ['busy', 'inProgress'],
      entry: ['setLoginTime', 'storeLoginTime', 'countDown'],
      invoke: {
        id: 'connectEmail',
        src: 'connectEmail',
        input: ({ context }) => ({ email: assertDefined(context.email) }),
        onDone: nextSteps,
        onError: [
          {
            ...unsent,
            target: 'idle',
            actions: [refused, 'clearLoginTime', 'storeLoginTime', 'settleFailed', 'leaveViews'],
          },
          { target: 'idle', actions: [refused, 'settleFailed', 'leaveViews'] },
        ],
      },
      on: leaving,
      after: { answer: { target: 'idle', actions: ['setTimedOut', 'settleFailed', 'leaveViews'] } },
    },
    resending: {
      description: 'Another code is being requested. If that fails, the user can still type the previous one.',
      tags: ['busy', 'inProgress'],
      entry: ['clearError', 'setLoginTime', 'storeLoginTime', 'countDown'],
      invoke: {
        id: 'connectEmail',
        src: 'connectEmail',
        input: ({ context }) => ({ email: assertDefined(context.email) }),
        onDone: nextSteps,
        onError: [
          { ...unsent, target: 'entering', actions: [refused, 'clearLoginTime', 'storeLoginTime'] },
          { target: 'entering', actions: refused },
        ],
      },
      on: leaving,
      after: { answer: { target: 'entering', actions: 'setTimedOut' } },
    },
    registering: {
      description: 'Waits until the user registers this device with the link in the email.',
      tags: ['busy', 'inProgress'],
      entry: ['showDevice', 'countPoll'],
      invoke: {
        id: 'connectDevice',
        src: 'connectDevice',
        onDone: {
          description: 'The secure site sends the code now.',
          target: 'entering',
          actions: ['setLoginTime', 'storeLoginTime', 'showCode', 'trackRegistered', 'trackSent'],
        },
        onError: [
          {
            description: 'One message to the frame times out before the link expires, so it is repeated.',
            guard: { type: 'hasPollsLeft', params: ({ event }) => event },
            target: 'registering',
            reenter: true,
          },
          {
            target: 'idle',
            actions: [{ type: 'setError', params: ({ event }) => event }, 'settleFailed', 'leaveViews'],
          },
        ],
      },
      on: leaving,
      after: { answer: { target: 'idle', actions: ['setTimedOut', 'settleFailed', 'leaveViews'] } },
    },
    entering: {
      description: 'Waits for the code from the email. Counts down until another code may be requested.',
      tags: 'inProgress',
      entry: 'countDown',
      on: {
        ...leaving,
        'email.submitCode': 'checking',
        'email.resend': { guard: 'isCooledDown', target: 'resending' },
        'storage.updated': {
          description: 'Another tab may have requested a code, so the countdown starts again.',
          target: 'entering',
          reenter: true,
          actions: stored,
        },
      },
      after: { second: { guard: 'isCoolingDown', target: 'entering', reenter: true } },
    },
    checking: {
      description: 'The code is being checked.',
      tags: ['busy', 'inProgress'],
      entry: ['clearError', 'setSignedIn'],
      invoke: {
        id: 'connectOtp',
        src: 'connectOtp',
        input: ({ event }) => ({ code: eventOf({ event }, 'email.submitCode').code }),
        onDone: { target: 'connecting', actions: ['trackAccepted', 'clearLoginTime', 'storeLogin'] },
        onError: [
          {
            description: 'The code did not sign the user in.',
            guard: unsent.guard,
            target: 'entering',
            actions: [{ type: 'setError', params: ({ event }) => event }, 'resetSignedIn', 'trackRefused'],
          },
          {
            target: 'entering',
            actions: [{ type: 'setError', params: ({ event }) => event }, 'setDoubt', 'trackRefused'],
          },
        ],
      },
      on: leaving,
      after: { answer: { target: 'entering', actions: ['setTimedOut', 'setDoubt', 'trackRefused'] } },
    },
    connecting: {
      description: 'The user is signed in. The wallet is being connected like any other.',
      tags: ['busy', 'inProgress'],
      entry: ['clearError', 'showCode'],
      invoke: {
        id: 'connectWallet',
        src: 'connectWallet',
        onDone: [
          {
            guard: { type: 'isConnected', params: ({ event }) => event },
            target: 'idle',
            actions: [
              { type: 'settle', params: ({ event }) => ({ outcome: event.output }) },
              'leaveViews',
              'forget',
              'clearSignIn',
            ],
          },
          {
            guard: { type: 'isCancelledAndHasToSignOut', params: ({ event }) => event },
            target: 'signingOut',
            actions: cancelling,
          },
          {
            guard: { type: 'isCancelled', params: ({ event }) => event },
            target: 'idle',
            actions: [{ type: 'settle', params: { outcome: cancelled } }, 'leaveViews', 'forget'],
          },
          { target: 'unconnected', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        onError: { target: 'unconnected', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: {
        'email.cancel': leaving['email.cancel'],
        'email.viewLeft': leaving['email.viewLeft'],
      },
      after: {
        connect: { target: 'unconnected', actions: 'setTimedOut' },
      },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      tags: 'inProgress',
      on: { ...leaving, 'email.retry': 'connecting' },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site signs out the user who had signed in.',
      exit: 'clearSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
})

export const emailLogic = withContract<EmailContract>()(emailMachine)
