/** Service: sign-in to the embedded wallet with an account at a provider, in a popup window. */
import { assign, emit, raise, setup } from 'xstate'
import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { PersistedState } from '../../storage/persisted.types.ts'
import type { Secret } from '../../shared/secret.types.ts'
import type { SocialProvider } from './social.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../../core/actors.ts'
import { eventOf } from '../../core/event.ts'
import { sendToActor } from '../../core/messaging.ts'
import { assertDefined } from '../../core/assertDefined.ts'
import { storage } from '../../storage/storage.contract.ts'
import { cancelled } from '../../shared/outcome.rules.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import { view } from '../../shell/view.contract.ts'
import type { SocialContract } from './social.contract.ts'
import {
  loginDelays,
  connectWallet,
  isSignedInElsewhere,
  isOtherWallet,
  mustSignOut,
  signOut,
  trackSocial,
  wasSignedIn,
} from './loginMethods.ts'

type Context = SocialContract['context']
type WindowEvent = Extract<
  SocialContract['event'],
  { type: 'social.returned' | 'social.windowClosed' | 'social.windowFailed' }
>
type User = FrameAnswer<'CONNECT_SOCIAL'>
interface Chosen {
  provider: SocialProvider
  requestId?: string
}

const replacing = [{ type: 'settle', params: { outcome: cancelled } }, 'leaveViews', 'forget'] as const
const cancelling = [...replacing, 'trackCancelled'] as const
const ofAnother = {
  guard: { type: 'isOtherRequest', params: ({ event }: { event: { requestId?: string } }) => event },
} as const
const other = { type: 'isOther', params: ({ event }: { event: { connection: Connection } }) => event } as const
/** Cancels the attempt. A user whom it may have signed in is signed out again. */
const leavingBy = <Actions>(actions: Actions) => {
  const cancelTransitions = [
    { guard: 'hasToSignOut', target: '#social.signingOut', actions },
    { target: '#social.idle', actions },
  ] as const
  return {
    'social.cancel': [ofAnother, ...cancelTransitions],
    'social.viewLeft': cancelTransitions,
    'modal.closed': cancelTransitions,
    'account.connected': [
      { guard: { ...other, type: 'isOtherAndHasToSignOut' }, target: '#social.signingOut', actions },
      { guard: other, target: '#social.idle', actions },
    ],
  } as const
}
const leaving = leavingBy(cancelling)
/** The sign-in failed and is still shown. It can be left or retried. */
const begunAnew = {
  ...leavingBy(['leaveViews', 'forget'] as const),
  'social.retry': '#social.open',
  'social.choose': {
    target: '#social.open',
    actions: { type: 'setChosen', params: ({ event }: { event: Chosen }) => event },
  },
} as const

export const socialMachine = setup({
  types: {} as SetupTypes<SocialContract>,
  actors: {
    /** Opens the window and reports its events. Closes it when the state is left. */
    watchWindow: callbackActor<WindowEvent>('social.watchWindow'),
    /** Requests the provider's URL and opens it in the window. `inUse`: a user is signed in already. */
    leadWindow: promiseActor<{ inUse: boolean }, { provider: SocialProvider }>('social.leadWindow'),
    /** Makes the frame sign in with the returned URI. */
    connectSocial: promiseActor<User, { uri: Secret }>('social.connectSocial'),
    connectWallet,
    signOut,
  },
  actions: {
    setChosen: assign((_, { provider, requestId }: Chosen) => ({
      provider,
      requestId,
      userName: undefined,
      email: undefined,
      error: undefined,
    })),
    setInUse: assign({
      inUse: ({ context }, { output }: { output: { inUse: boolean } }) => wasSignedIn(context, output),
    }),
    syncOtherTabs: assign({
      inUse: ({ context }, { persisted }: { persisted: PersistedState }) => isSignedInElsewhere(context, persisted),
    }),
    setSignedIn: assign({ signedIn: true }),
    clearSignIn: assign({ signedIn: false }),
    setUser: assign((_, { output: { userName, email } }: { output: User }) => ({
      userName: userName || undefined,
      email: email ?? undefined,
    })),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setRefusal: assign({
      error: (_, { output }: { output: Outcome<Connection> }) => ('error' in output ? output.error : undefined),
    }),
    setTimedOut: assign({ error: () => new LatchkeyError('embedded.expired') }),
    setExpired: assign({ error: () => new LatchkeyError('social.expired') }),
    clearError: assign({ error: undefined }),
    clearRequestId: assign({ requestId: undefined }),
    forget: assign({ requestId: undefined, error: undefined }),
    storeLogin: sendToActor(storage)((_: undefined, { provider, userName, email }: Context) => ({
      type: 'storage.setEmbedded',
      embedded: { social: provider, userName, email, emailLoginAt: undefined },
    })),
    ...trackSocial(({ provider }: Context) => assertDefined(provider)),
    show: sendToActor(view)({ type: 'view.showAttempt', view: 'ConnectingSocial', directed: true }),
    leaveViews: sendToActor(view)({ type: 'view.leave', views: ['ConnectingSocial'] }),
    settle: emit(({ context: { requestId } }, { outcome }: { outcome: Outcome<Connection> }) => ({
      type: 'social.settled' as const,
      requestId,
      outcome,
    })),
    settleFailed: emit(({ context: { requestId, error } }) => ({
      type: 'social.settled' as const,
      requestId,
      outcome: { status: 'failed' as const, error: assertDefined(error) },
    })),
    restart: raise((_, { provider, requestId }: Chosen) => ({
      type: 'social.choose' as const,
      provider,
      ...(requestId !== undefined && { requestId }),
    })),
  },
  guards: {
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
    /** How long the user may take to sign in at the provider. */
    overdue: configurableDelay('socialMs'),
  },
}).createMachine({
  id: 'social',
  description: 'Sign-in with an account at a provider, in a popup window. The wallet then connects like any other.',
  meta: { kind: 'service', spec: ['3.41', '3.48', '4.30', '5.22'] },
  context: {
    provider: undefined,
    userName: undefined,
    email: undefined,
    requestId: undefined,
    inUse: false,
    signedIn: false,
    error: undefined,
  },
  initial: 'idle',
  on: {
    'storage.updated': { actions: { type: 'syncOtherTabs', params: ({ event }) => event } },
    'social.choose': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [...replacing, { type: 'restart', params: ({ event }) => event }],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      on: {
        'social.choose': { target: 'open', actions: { type: 'setChosen', params: ({ event }) => event } },
      },
    },
    open: {
      description: 'The window is open, and the user signs in there.',
      tags: 'inProgress',
      entry: ['clearError', 'trackStarted', 'show'],
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      initial: 'requesting',
      on: {
        ...leaving,
        'social.windowFailed': { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
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
            input: ({ context }) => ({ provider: assertDefined(context.provider) }),
            onDone: { target: 'waiting', actions: { type: 'setInUse', params: ({ event }) => event } },
            onError: { target: '#social.failed', actions: { type: 'setError', params: ({ event }) => event } },
          },
        },
        waiting: { description: 'Waits until the user signs in at the provider.', tags: 'busy' },
        closed: {
          description:
            'The window was closed, or the provider cut it off from this page. A new one continues the sign-in or restarts it.',
          on: { 'social.retry': { target: '#social.open', reenter: true } },
        },
      },
    },
    accepting: {
      description: 'The frame signs in with the result from the provider.',
      tags: ['busy', 'inProgress'],
      entry: ['setSignedIn', 'trackAgreed'],
      invoke: {
        id: 'connectSocial',
        src: 'connectSocial',
        input: ({ event }) => ({ uri: eventOf({ event }, 'social.returned').uri }),
        onDone: { target: 'connecting', actions: { type: 'setUser', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: leaving,
      after: { answer: { target: 'failed', actions: 'setTimedOut' } },
    },
    connecting: {
      description: 'The user is signed in. The wallet is being connected like any other.',
      tags: ['busy', 'inProgress'],
      entry: 'clearError',
      invoke: {
        id: 'connectWallet',
        src: 'connectWallet',
        onDone: [
          {
            guard: { type: 'isConnected', params: ({ event }) => event },
            target: 'idle',
            actions: [
              'storeLogin',
              'trackDone',
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
          { guard: { type: 'isCancelled', params: ({ event }) => event }, target: 'idle', actions: cancelling },
          { target: 'unconnected', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        onError: { target: 'unconnected', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: { 'social.cancel': leaving['social.cancel'], 'social.viewLeft': leaving['social.viewLeft'] },
      after: { connect: { target: 'unconnected', actions: 'setTimedOut' } },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      entry: 'trackFailed',
      tags: 'inProgress',
      on: { ...leaving, 'social.retry': 'connecting' },
    },
    failed: {
      description: 'The sign-in failed and its error is shown. It can be retried.',
      entry: ['settleFailed', 'clearRequestId', 'trackFailed'],
      on: begunAnew,
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site signs out the user who had signed in.',
      exit: 'clearSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
})

export const socialLogic = withContract<SocialContract>()(socialMachine)
