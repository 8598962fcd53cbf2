/** Service: sign-in to the embedded wallet with a Farcaster app, through a link or a code to scan. */
import { assign, emit, raise, setup } from 'xstate'
import { EMAIL } from '../../constants.ts'
import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { PersistedState } from '../../storage/persisted.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../../core/contract.ts'
import { promiseActor } from '../../core/actors.ts'
import { sendToActor } from '../../core/messaging.ts'
import { assertDefined } from '../../core/assertDefined.ts'
import { storage } from '../../storage/storage.contract.ts'
import { cancelled } from '../../shared/outcome.rules.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import { view } from '../../shell/view.contract.ts'
import type { FarcasterContract } from './farcaster.contract.ts'
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

type Context = FarcasterContract['context']
type User = FrameAnswer<'CONNECT_FARCASTER'>

const replacing = [{ type: 'settle', params: { outcome: cancelled } }, 'leaveViews', 'forget'] as const
const cancelling = [...replacing, 'trackCancelled'] as const
const ofAnother = {
  guard: { type: 'isOtherRequest', params: ({ event }: { event: { requestId?: string } }) => event },
} as const
const other = { type: 'isOther', params: ({ event }: { event: { connection: Connection } }) => event } as const
/** Cancels the attempt. A user whom it may have signed in is signed out again. */
const leavingBy = <Actions>(actions: Actions) => {
  const cancelTransitions = [
    { guard: 'hasToSignOut', target: '#farcaster.signingOut', actions },
    { target: '#farcaster.idle', actions },
  ] as const
  return {
    'farcaster.cancel': [ofAnother, ...cancelTransitions],
    'farcaster.viewLeft': cancelTransitions,
    'modal.closed': cancelTransitions,
    'account.connected': [
      { guard: { ...other, type: 'isOtherAndHasToSignOut' }, target: '#farcaster.signingOut', actions },
      { guard: other, target: '#farcaster.idle', actions },
    ],
  } as const
}
const leaving = leavingBy(cancelling)

export const farcasterMachine = setup({
  types: {} as SetupTypes<FarcasterContract>,
  actors: {
    /** Requests the link that opens the app. `inUse`: a user is signed in already. */
    requestUrl: promiseActor<{ url: string; inUse: boolean }>('farcaster.requestUrl'),
    /** Waits until the user approves in the app. */
    connectFarcaster: promiseActor<User>('farcaster.connectFarcaster'),
    connectWallet,
    signOut,
  },
  actions: {
    startAttempt: assign((_, { requestId }: { requestId?: string }) => ({
      requestId,
      url: undefined,
      userName: undefined,
      pollCount: 0,
      error: undefined,
    })),
    restartAttempt: assign({ url: undefined, pollCount: 0, error: undefined }),
    setUrl: assign(({ context }, { output }: { output: { url: string; inUse: boolean } }) => ({
      url: output.url,
      inUse: wasSignedIn(context, output),
    })),
    syncOtherTabs: assign({
      inUse: ({ context }, { persisted }: { persisted: PersistedState }) => isSignedInElsewhere(context, persisted),
    }),
    setSignedIn: assign({ signedIn: true }),
    clearSignIn: assign({ signedIn: false }),
    setUser: assign({ userName: (_, { output }: { output: User }) => output.userName || undefined }),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setRefusal: assign({
      error: (_, { output }: { output: Outcome<Connection> }) => ('error' in output ? output.error : undefined),
    }),
    setTimedOut: assign({ error: () => new LatchkeyError('embedded.expired') }),
    setExpired: assign({ error: () => new LatchkeyError('social.expired') }),
    clearError: assign({ error: undefined }),
    countPoll: assign({ pollCount: ({ context }) => context.pollCount + 1 }),
    clearRequestId: assign({ requestId: undefined }),
    forget: assign({ requestId: undefined, error: undefined, url: undefined }),
    storeLogin: sendToActor(storage)((_: undefined, { userName }: Context) => ({
      type: 'storage.setEmbedded',
      embedded: { social: 'farcaster', userName, email: undefined, emailLoginAt: undefined },
    })),
    ...trackSocial(() => 'farcaster'),
    show: sendToActor(view)({ type: 'view.showAttempt', view: 'ConnectingFarcaster', directed: true }),
    leaveViews: sendToActor(view)({ type: 'view.leave', views: ['ConnectingFarcaster'] }),
    settle: emit(({ context: { requestId } }, { outcome }: { outcome: Outcome<Connection> }) => ({
      type: 'farcaster.settled' as const,
      requestId,
      outcome,
    })),
    settleFailed: emit(({ context: { requestId, error } }) => ({
      type: 'farcaster.settled' as const,
      requestId,
      outcome: { status: 'failed' as const, error: assertDefined(error) },
    })),
    restart: raise((_, { requestId }: { requestId?: string }) => ({
      type: 'farcaster.begin' as const,
      ...(requestId !== undefined && { requestId }),
    })),
  },
  guards: {
    /** The message to the frame timed out, but the link is still valid, so the message is sent again. */
    hasPollsLeft: ({ context }, { error }: { error: unknown }) =>
      LatchkeyError.is(error, 'embedded.expired') && context.pollCount < EMAIL.devicePolls,
    /** The user did not approve in the app before the link expired. */
    isUnanswered: (_, { error }: { error: unknown }) => LatchkeyError.is(error, 'embedded.expired'),
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
  },
}).createMachine({
  id: 'farcaster',
  description:
    'Sign-in with a Farcaster app, through a link or a code to scan. The wallet then connects like any other.',
  meta: { kind: 'service', spec: ['2.6', '3.41', '3.48', '4.30'] },
  context: {
    url: undefined,
    userName: undefined,
    pollCount: 0,
    requestId: undefined,
    inUse: false,
    signedIn: false,
    error: undefined,
  },
  initial: 'idle',
  on: {
    'storage.updated': { actions: { type: 'syncOtherTabs', params: ({ event }) => event } },
    'farcaster.begin': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [...replacing, { type: 'restart', params: ({ event }) => event }],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      on: {
        'farcaster.begin': { target: 'requesting', actions: { type: 'startAttempt', params: ({ event }) => event } },
      },
    },
    requesting: {
      description: 'The link is being requested.',
      tags: ['busy', 'inProgress'],
      entry: ['restartAttempt', 'trackStarted', 'show'],
      invoke: {
        id: 'requestUrl',
        src: 'requestUrl',
        onDone: { target: 'waiting', actions: { type: 'setUrl', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: leaving,
      after: { answer: { target: 'failed', actions: 'setTimedOut' } },
    },
    waiting: {
      description: 'Waits until the user approves in the app.',
      tags: 'inProgress',
      entry: ['countPoll', 'setSignedIn'],
      invoke: {
        id: 'connectFarcaster',
        src: 'connectFarcaster',
        onDone: {
          target: 'connecting',
          actions: [{ type: 'setUser', params: ({ event }) => event }, 'trackAgreed'],
        },
        onError: [
          { guard: { type: 'hasPollsLeft', params: ({ event }) => event }, target: 'waiting', reenter: true },
          { guard: { type: 'isUnanswered', params: ({ event }) => event }, target: 'failed', actions: 'setExpired' },
          { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
        ],
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
      on: { 'farcaster.cancel': leaving['farcaster.cancel'], 'farcaster.viewLeft': leaving['farcaster.viewLeft'] },
      after: { connect: { target: 'unconnected', actions: 'setTimedOut' } },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      entry: 'trackFailed',
      tags: 'inProgress',
      on: { ...leaving, 'farcaster.retry': 'connecting' },
    },
    failed: {
      description: 'The sign-in failed and its error is shown. It can be retried.',
      entry: ['settleFailed', 'clearRequestId', 'trackFailed'],
      on: {
        ...leavingBy(['leaveViews', 'forget'] as const),
        'farcaster.retry': 'requesting',
        'farcaster.begin': { target: 'requesting', actions: { type: 'startAttempt', params: ({ event }) => event } },
      },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site ends it, and signs out the user who had signed in.',
      exit: 'clearSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
})

export const farcasterLogic = withContract<FarcasterContract>()(farcasterMachine)
