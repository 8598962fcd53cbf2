/** Service: sign-in to the embedded wallet with a Farcaster app, through a link or a code to scan. */
import { assign, emit, raise, setup } from 'xstate'
import { EMAIL } from '../../constants.ts'
import type { Connection } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { Remembered } from '../../storage/remembered.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { seal, type TypesOf } from '../../core/contract.ts'
import { effect } from '../../core/actors.ts'
import { tell } from '../../core/messaging.ts'
import { there } from '../../core/assertDefined.ts'
import { memory } from '../../storage/memory.contract.ts'
import { cancelled } from '../../shared/outcome.rules.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import { view } from '../../shell/view.contract.ts'
import type { FarcasterContract } from './farcaster.contract.ts'
import { bounds, connectWallet, inUseBy, isOther, isToSignOut, signOut, trackSocial, wasInUse } from './loginMethods.ts'

type Context = FarcasterContract['context']
type User = FrameAnswer<'CONNECT_FARCASTER'>

const replacing = [{ type: 'settle', params: { outcome: cancelled } }, 'leaveViews', 'forget'] as const
const cancelling = [...replacing, 'trackCancelled'] as const
const ofAnother = {
  guard: { type: 'ofAnother', params: ({ event }: { event: { attempt?: string } }) => event },
} as const
const other = { type: 'isOther', params: ({ event }: { event: { connection: Connection } }) => event } as const
/** Cancels the attempt. A user whom it may have signed in is signed out again. */
const leavingBy = <Actions>(actions: Actions) => {
  const ways = [
    { guard: 'toSignOut', target: '#farcaster.signingOut', actions },
    { target: '#farcaster.idle', actions },
  ] as const
  return {
    'farcaster.cancel': [ofAnother, ...ways],
    'farcaster.viewLeft': ways,
    'modal.closed': ways,
    'account.connected': [
      { guard: { ...other, type: 'otherToSignOut' }, target: '#farcaster.signingOut', actions },
      { guard: other, target: '#farcaster.idle', actions },
    ],
  } as const
}
const leaving = leavingBy(cancelling)

export const farcasterMachine = setup({
  types: {} as TypesOf<FarcasterContract>,
  actors: {
    /** Requests the link that opens the app. `inUse`: a user is signed in already. */
    askUrl: effect<{ url: string; inUse: boolean }>('farcaster.askUrl'),
    /** Waits until the user approves in the app. */
    connectFarcaster: effect<User>('farcaster.connectFarcaster'),
    connectWallet,
    signOut,
  },
  actions: {
    begin: assign((_, { attempt }: { attempt?: string }) => ({
      attempt,
      url: undefined,
      userName: undefined,
      looks: 0,
      error: undefined,
    })),
    beginAgain: assign({ url: undefined, looks: 0, error: undefined }),
    keepUrl: assign(({ context }, { output }: { output: { url: string; inUse: boolean } }) => ({
      url: output.url,
      inUse: wasInUse(context, output),
    })),
    heedOthers: assign({
      inUse: ({ context }, { remembered }: { remembered: Remembered }) => inUseBy(context, remembered),
    }),
    expectSignIn: assign({ signedIn: true }),
    forgetSignIn: assign({ signedIn: false }),
    keepUser: assign({ userName: (_, { output }: { output: User }) => output.userName || undefined }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    keepRefusal: assign({
      error: (_, { output }: { output: Outcome<Connection> }) => ('error' in output ? output.error : undefined),
    }),
    keepSilence: assign({ error: () => new LatchkeyError('embedded.expired') }),
    keepExpired: assign({ error: () => new LatchkeyError('social.expired') }),
    clearError: assign({ error: undefined }),
    countLook: assign({ looks: ({ context }) => context.looks + 1 }),
    forgetAttempt: assign({ attempt: undefined }),
    forget: assign({ attempt: undefined, error: undefined, url: undefined }),
    rememberDone: tell(memory)((_: undefined, { userName }: Context) => ({
      type: 'memory.keepEmbedded',
      embedded: { social: 'farcaster', userName, email: undefined, emailLoginAt: undefined },
    })),
    ...trackSocial(() => 'farcaster'),
    show: tell(view)({ type: 'view.showAttempt', view: 'ConnectingFarcaster', directed: true }),
    leaveViews: tell(view)({ type: 'view.leave', views: ['ConnectingFarcaster'] }),
    settle: emit(({ context: { attempt } }, { outcome }: { outcome: Outcome<Connection> }) => ({
      type: 'farcaster.settled' as const,
      attempt,
      outcome,
    })),
    settleFailed: emit(({ context: { attempt, error } }) => ({
      type: 'farcaster.settled' as const,
      attempt,
      outcome: { status: 'failed' as const, error: there(error) },
    })),
    chooseAgain: raise((_, { attempt }: { attempt?: string }) => ({
      type: 'farcaster.begin' as const,
      ...(attempt !== undefined && { attempt }),
    })),
  },
  guards: {
    /** One message to the frame times out before the link expires, so it is repeated. */
    looksLeft: ({ context }, { error }: { error: unknown }) =>
      LatchkeyError.is(error, 'embedded.expired') && context.looks < EMAIL.deviceLooks,
    unanswered: (_, { error }: { error: unknown }) => LatchkeyError.is(error, 'embedded.expired'),
    connected: (_, { output }: { output: Outcome<Connection> }) => output.status === 'done',
    calledOff: (_, { output }: { output: Outcome<Connection> }) => output.status === 'cancelled',
    ofAnother: ({ context }, { attempt }: { attempt?: string }) => attempt !== undefined && attempt !== context.attempt,
    isOther: (_, { connection }: { connection: Connection }) => isOther(connection),
    toSignOut: ({ context }) => isToSignOut(context),
    otherToSignOut: ({ context }, { connection }: { connection: Connection }) =>
      isToSignOut(context) && isOther(connection),
    calledOffToSignOut: ({ context }, { output }: { output: Outcome<Connection> }) =>
      isToSignOut(context) && output.status === 'cancelled',
  },
  delays: { answer: bounds.answer, connect: bounds.connect, signOut: bounds.signOut },
}).createMachine({
  id: 'farcaster',
  description:
    'Sign-in with a Farcaster app, through a link or a code to scan. The wallet then connects like any other.',
  meta: { kind: 'service', spec: ['2.6', '3.41', '3.48', '4.30'] },
  context: {
    url: undefined,
    userName: undefined,
    looks: 0,
    attempt: undefined,
    inUse: false,
    signedIn: false,
    error: undefined,
  },
  initial: 'idle',
  on: {
    'memory.changed': { actions: { type: 'heedOthers', params: ({ event }) => event } },
    'farcaster.begin': {
      description: 'Replaces the attempt in progress.',
      target: '.idle',
      actions: [...replacing, { type: 'chooseAgain', params: ({ event }) => event }],
    },
  },
  states: {
    idle: {
      description: 'No sign-in is in progress.',
      on: { 'farcaster.begin': { target: 'asking', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    asking: {
      description: 'The link is being requested.',
      tags: ['busy', 'underWay'],
      entry: ['beginAgain', 'trackStarted', 'show'],
      invoke: {
        id: 'askUrl',
        src: 'askUrl',
        onDone: { target: 'waiting', actions: { type: 'keepUrl', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: leaving,
      after: { answer: { target: 'failed', actions: 'keepSilence' } },
    },
    waiting: {
      description: 'Waits until the user approves in the app.',
      tags: 'underWay',
      entry: ['countLook', 'expectSignIn'],
      invoke: {
        id: 'connectFarcaster',
        src: 'connectFarcaster',
        onDone: {
          target: 'connecting',
          actions: [{ type: 'keepUser', params: ({ event }) => event }, 'trackAgreed'],
        },
        onError: [
          { guard: { type: 'looksLeft', params: ({ event }) => event }, target: 'waiting', reenter: true },
          { guard: { type: 'unanswered', params: ({ event }) => event }, target: 'failed', actions: 'keepExpired' },
          { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
        ],
      },
      on: leaving,
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
            guard: { type: 'connected', params: ({ event }) => event },
            target: 'idle',
            actions: [
              'rememberDone',
              'trackDone',
              { type: 'settle', params: ({ event }) => ({ outcome: event.output }) },
              'leaveViews',
              'forget',
              'forgetSignIn',
            ],
          },
          {
            guard: { type: 'calledOffToSignOut', params: ({ event }) => event },
            target: 'signingOut',
            actions: cancelling,
          },
          { guard: { type: 'calledOff', params: ({ event }) => event }, target: 'idle', actions: cancelling },
          { target: 'unconnected', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
        onError: { target: 'unconnected', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: { 'farcaster.cancel': leaving['farcaster.cancel'], 'farcaster.viewLeft': leaving['farcaster.viewLeft'] },
      after: { connect: { target: 'unconnected', actions: 'keepSilence' } },
    },
    unconnected: {
      description: 'The user is signed in, but the wallet could not be connected. This can be retried.',
      entry: 'trackFailed',
      tags: 'underWay',
      on: { ...leaving, 'farcaster.retry': 'connecting' },
    },
    failed: {
      description: 'The sign-in failed and its error is shown. It can be retried.',
      entry: ['settleFailed', 'forgetAttempt', 'trackFailed'],
      on: {
        ...leavingBy(['leaveViews', 'forget'] as const),
        'farcaster.retry': 'asking',
        'farcaster.begin': { target: 'asking', actions: { type: 'begin', params: ({ event }) => event } },
      },
    },
    signingOut: {
      description: 'The attempt was cancelled. The secure site ends it, and signs out the user who had signed in.',
      exit: 'forgetSignIn',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
})

export const farcasterLogic = seal<FarcasterContract>()(farcasterMachine)
