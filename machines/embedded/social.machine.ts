/** Service: signing in to the embedded wallet by an account at a provider, in a window beside the page. */
import { assign, emit, raise, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Secret } from '../entities/secret.ts'
import type { SocialProvider } from '../entities/social.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { eventOf } from '../kit/event.ts'
import { tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { memory } from '../root/memory.contract.ts'
import { cancelled } from '../rules/outcomes.ts'
import type { FrameAnswer } from '../schemas/frame.ts'
import { view } from '../shell/view.contract.ts'
import type { SocialContract } from './social.contract.ts'
import { bounds, connectWallet, isInUse, isOther, signOut } from './wayIn.ts'

type Context = SocialContract['context']
type Heard = Extract<
  SocialContract['event'],
  { type: 'social.returned' | 'social.windowClosed' | 'social.windowFailed' }
>
type User = FrameAnswer<'CONNECT_SOCIAL'>
interface Chosen {
  provider: SocialProvider
  attempt?: string
}

const cancelling = [{ type: 'settle', params: { outcome: cancelled } }, 'leaveViews', 'forget'] as const
/** Nobody waits for it any more. */
const calledOff = { target: '#social.idle', actions: cancelling } as const
/** The same once somebody has signed in, or may have. */
const signedOff = [
  { guard: 'inUse', ...calledOff },
  { target: '#social.signingOut', actions: cancelling },
] as const

const ofAttempt = { type: 'ofAttempt', params: ({ event }: { event: { attempt?: string } }) => event } as const
const ofAnother = { guard: { ...ofAttempt, type: 'ofAnother' } } as const
const other = { type: 'isOther', params: ({ event }: { event: { connection: Connection } }) => event } as const

export const socialMachine = setup({
  types: {} as TypesOf<SocialContract>,
  actors: {
    /** Opens the window, and hears what becomes of it; closes it in the end. */
    watchWindow: listener<Heard>('social.watchWindow'),
    /** Asks where the provider is, and leads the window there. */
    leadWindow: effect<void, { provider: SocialProvider }>('social.leadWindow'),
    /** Has the frame sign in with what came back. */
    connectSocial: effect<User, { uri: Secret }>('social.connectSocial'),
    connectWallet,
    signOut,
  },
  actions: {
    keepChosen: assign((_, { provider, attempt }: Chosen) => ({
      provider,
      attempt,
      userName: undefined,
      email: undefined,
      error: undefined,
    })),
    keepInUse: assign({ inUse: ({ system }) => isInUse(system) }),
    keepUser: assign((_, { output: { userName, email } }: { output: User }) => ({
      userName: userName ?? undefined,
      email: email ?? undefined,
    })),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    keepRefusal: assign({
      error: (_, { output }: { output: Outcome<Connection> }) => ('error' in output ? output.error : undefined),
    }),
    keepSilence: assign({ error: () => new LatchkeyError('embedded.expired') }),
    keepExpired: assign({ error: () => new LatchkeyError('social.expired') }),
    clearError: assign({ error: undefined }),
    forgetAttempt: assign({ attempt: undefined }),
    forget: assign({ attempt: undefined, error: undefined }),
    rememberDone: tell(memory)((_: undefined, { provider, userName, email }: Context) => ({
      type: 'memory.keepEmbedded',
      embedded: { used: true, social: provider, userName, email, emailLoginAt: undefined },
    })),
    show: tell(view)({ type: 'view.showAttempt', view: 'ConnectingSocial', directed: true }),
    leaveViews: tell(view)({ type: 'view.leave', views: ['ConnectingSocial'] }),
    settle: emit(({ context: { attempt } }, { outcome }: { outcome: Outcome<Connection> }) => ({
      type: 'social.settled' as const,
      attempt,
      outcome,
    })),
    settleFailed: emit(({ context: { attempt, error } }) => ({
      type: 'social.settled' as const,
      attempt,
      outcome: { status: 'failed' as const, error: there(error) },
    })),
    chooseAgain: raise((_, { provider, attempt }: Chosen) => ({
      type: 'social.choose' as const,
      provider,
      ...(attempt !== undefined && { attempt }),
    })),
  },
  guards: {
    connected: (_, { output }: { output: Outcome<Connection> }) => output.status === 'done',
    calledOff: (_, { output }: { output: Outcome<Connection> }) => output.status === 'cancelled',
    ofAttempt: ({ context }, { attempt }: { attempt?: string }) => attempt === undefined || attempt === context.attempt,
    ofAnother: ({ context }, { attempt }: { attempt?: string }) => attempt !== undefined && attempt !== context.attempt,
    isOther,
    inUse: ({ context }) => context.inUse,
  },
  delays: { answer: bounds.answer, connect: bounds.connect, signOut: bounds.signOut, overdue: timeout('socialMs') },
}).createMachine({
  id: 'social',
  description: 'Signing in by an account elsewhere, in a window beside the page, and then a wallet like any other.',
  meta: { kind: 'service', spec: ['3.41', '3.48', '4.30', '5.22'] },
  context: {
    provider: undefined,
    userName: undefined,
    email: undefined,
    attempt: undefined,
    inUse: false,
    error: undefined,
  },
  initial: 'idle',
  on: {
    'social.choose': {
      description: 'It takes the place of what is under way.',
      target: '.idle',
      actions: [...cancelling, { type: 'chooseAgain', params: ({ event }) => event }],
    },
  },
  states: {
    idle: {
      description: 'Nobody is signing in.',
      on: {
        'social.choose': { target: 'open', actions: { type: 'keepChosen', params: ({ event }) => event } },
      },
    },
    open: {
      description: 'The window is open, and the visitor signs in there.',
      tags: ['busy', 'underWay'],
      entry: ['clearError', 'show'],
      invoke: {
        id: 'watchWindow',
        src: 'watchWindow',
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      initial: 'asking',
      on: {
        'social.windowFailed': { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
        'social.windowClosed': calledOff,
        'social.cancel': { guard: ofAttempt, ...calledOff },
        'social.viewLeft': calledOff,
        'modal.closed': calledOff,
        'account.connected': { guard: other, ...calledOff },
      },
      after: { overdue: { target: 'failed', actions: 'keepExpired' } },
      states: {
        asking: {
          description: 'The secure site says where the provider is.',
          invoke: {
            id: 'leadWindow',
            src: 'leadWindow',
            input: ({ context }) => ({ provider: there(context.provider) }),
            onDone: 'waiting',
            onError: { target: '#social.failed', actions: { type: 'keepError', params: ({ event }) => event } },
          },
        },
        waiting: {
          description: 'The provider asks the visitor.',
          on: { 'social.returned': '#social.accepting' },
        },
      },
    },
    accepting: {
      description: 'Who is it?',
      tags: ['busy', 'underWay'],
      entry: 'keepInUse',
      invoke: {
        id: 'connectSocial',
        src: 'connectSocial',
        input: ({ event }) => ({ uri: eventOf({ event }, 'social.returned').uri }),
        onDone: {
          target: 'connecting',
          actions: [{ type: 'keepUser', params: ({ event }) => event }, 'rememberDone'],
        },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: {
        'social.cancel': [ofAnother, ...signedOff],
        'social.viewLeft': signedOff,
        'modal.closed': signedOff,
        'account.connected': { guard: other, ...calledOff },
      },
      after: { answer: { target: 'failed', actions: 'keepSilence' } },
    },
    connecting: {
      description: 'Who has signed in has a wallet, which is connected like any other.',
      tags: ['busy', 'underWay'],
      entry: 'clearError',
      invoke: {
        id: 'connectWallet',
        src: 'connectWallet',
        onDone: [
          {
            guard: { type: 'connected', params: ({ event }) => event },
            target: 'idle',
            actions: [{ type: 'settle', params: ({ event }) => ({ outcome: event.output }) }, 'leaveViews', 'forget'],
          },
          { guard: { type: 'calledOff', params: ({ event }) => event }, target: 'idle', actions: cancelling },
          { target: 'unconnected', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
        onError: { target: 'unconnected', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: { 'social.cancel': [ofAnother, ...signedOff], 'social.viewLeft': signedOff },
      after: { connect: { target: 'unconnected', actions: 'keepSilence' } },
    },
    unconnected: {
      description: 'The visitor has signed in, and the wallet could not be connected. It can be tried again.',
      tags: 'underWay',
      on: {
        'social.retry': 'connecting',
        'social.cancel': [ofAnother, ...signedOff],
        'social.viewLeft': signedOff,
        'modal.closed': signedOff,
        'account.connected': { guard: other, ...calledOff },
      },
    },
    failed: {
      description: 'It did not go on, for the reason that is shown. It can be tried again.',
      entry: ['settleFailed', 'forgetAttempt'],
      on: {
        'social.retry': 'open',
        'social.choose': { target: 'open', actions: { type: 'keepChosen', params: ({ event }) => event } },
        'social.cancel': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'social.viewLeft': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'modal.closed': { target: 'idle', actions: ['leaveViews', 'forget'] },
        'account.connected': { guard: other, target: 'idle', actions: ['leaveViews', 'forget'] },
      },
    },
    signingOut: {
      description: 'Nobody waits any more: the secure site signs out who had signed in.',
      invoke: { id: 'signOut', src: 'signOut', onDone: 'idle', onError: 'idle' },
      after: { signOut: 'idle' },
    },
  },
})

export const socialLogic = seal<SocialContract>()(socialMachine)
