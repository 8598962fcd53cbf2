/** Service, one an account: whether it is signed in, and how the visitor signs in with it. */
import { assign, enqueueActions, setup, type ParameterizedObject } from 'xstate'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { TIMING } from '../constants.ts'
import type { Connection, Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { RpcCall } from '../entities/question.ts'
import type { SignedIn, SignInMessage, SignInSession } from '../entities/signIn.ts'
import type { Happening } from '../facts.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import { seal, type AnySystem, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { peek, tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { now } from '../kit/time.ts'
import { walletRequestLogic } from '../requests/walletRequest.machine.ts'
import { track } from '../root/track.ts'
import { cancelled, declined, done, failed } from '../rules/outcomes.ts'
import { instantOf } from '../rules/pairing/instants.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import type { SignInContract } from './signIn.contract.ts'
import { signOut } from './signOut.contract.ts'

type Context = SignInContract['context']
// oxlint-disable-next-line no-explicit-any
type Any = any

/** What is to be signed, and the question to the wallet that has it signed. */
export interface PreparedSignIn {
  message: SignInMessage
  call: RpcCall
}

const VIEWS = ['ConnectingSiwe', 'SIWXSignMessage'] as const
/** The visitor looks at one of the views of sign-in. */
const isLookedAt = (system: AnySystem): boolean => {
  const { stack } = peek(system, view)?.context ?? {}
  const shown = stack?.at(-1)
  return VIEWS.some((each) => each === shown)
}

const accountOf = ({ connection }: Pick<Scope, 'connection'>): SignedIn => ({
  chainId: connection.networkId,
  accountAddress: connection.address,
})
const isSmart = ({ connection: { accounts } }: Pick<Scope, 'connection'>): boolean =>
  accounts[0]?.type === 'smartAccount'

/** Action: what happened counts. */
const count = (type: 'signIn.asked' | 'signIn.declined' | 'signIn.done' | 'signIn.failed') =>
  track((_: undefined, { connection }: Context): Happening => ({ type, connection }))

/** How long a sign-in holds from now on; timers of browsers count no further than their longest. */
const untilExpiry = ({ context, system }: { context: Context; system: AnySystem }): number => {
  const { expirationTime } = there(context.session).data
  const left = expirationTime === undefined ? Infinity : (instantOf(expirationTime) ?? 0) - now(system)
  return Math.min(Math.max(left, 0), TIMING.longestTimerMs)
}

type Ended = Outcome<never>
type Waiting = { attempt?: string }

/** Action: tells everybody who waits how it ended. */
const settleAll = <P extends ParameterizedObject['params']>(
  outcomeOf: (params: P, context: Context) => Outcome<SignInSession>,
) =>
  enqueueActions<Any, Any, P, Any, never, never, never, never, Any>(({ context, enqueue }, params) => {
    const outcome = outcomeOf(params, context)
    const error = outcome.status === 'failed' || outcome.status === 'expired' ? outcome.error : undefined
    enqueue.assign({ attempts: [], message: undefined, error })
    for (const attempt of (context as Context).attempts) enqueue.emit({ type: 'signIn.settled', attempt, outcome })
  })
/** Action: tells one who asked how it is. */
const settleOne = (outcomeOf: (context: Context) => Outcome<SignInSession>) =>
  enqueueActions<Any, Any, Waiting, Any, never, never, never, never, Any>(({ context, enqueue }, { attempt }) => {
    if (attempt !== undefined) enqueue.emit({ type: 'signIn.settled', attempt, outcome: outcomeOf(context) })
  })
/** Action: says where the visitor looks what the view itself does not show. */
const say = (said: (outcome: Ended, context: Context) => LatchkeyError | undefined) =>
  enqueueActions<Any, Any, { outcome: Ended }, Any, never, never, never, never, Any>(
    ({ context, system, enqueue }, { outcome }) => {
      const error = isLookedAt(system) ? said(outcome, context as Context) : undefined
      const message = error && ({ variant: 'error', code: error.code, params: error.params } as const)
      if (message) enqueue(tell(snackbar)({ type: 'snackbar.show', message }))
    },
  )

interface Broken {
  event: { error: unknown }
}
/** What is done with an attempt that failed: whoever waits is told, and the visitor. */
const failing = <Params>(params: Params) =>
  [{ type: 'sayFailed', params }, { type: 'giveUp', params }, 'trackFailed'] as const
const broken = {
  target: 'returning',
  actions: failing(({ event }: Broken) => ({ outcome: failed(toLatchkeyError(event.error)) })),
} as const
const unanswered = {
  target: 'returning',
  actions: failing(() => ({ outcome: failed(new LatchkeyError('signIn.unanswered')) })),
} as const

/** Whoever has to sign in, and does not, is not connected either. */
const disconnect = { type: 'disconnect', params: ({ context }: { context: Scope }) => context.connection } as const
/** Whether a sign-in holds cannot be told [8.36]. */
const unknown = <Params>(params: Params) =>
  [
    { guard: 'required', target: 'signedOut', actions: [...failing(params), disconnect] },
    { target: 'returning', actions: failing(params) },
  ] as const
const unknowable = ({ event: { error: cause } }: Broken) => ({
  outcome: failed(new LatchkeyError('signIn.initFailed', { cause })),
})
const unknownYet = () => ({ outcome: failed(new LatchkeyError('signIn.initFailed')) })
/** The same of one that held when it was looked up last. */
const unsure = [{ guard: 'held', target: 'signedIn' }, { target: 'returning' }] as const

const no = { type: 'giveUp', params: () => ({ outcome: declined(new LatchkeyError('request.declined')) }) } as const
/** How the visitor, or whoever asked for it, calls a sign-in off. */
const callingOff = {
  'signIn.submit': { actions: { type: 'wait', params: ({ event }: { event: Waiting }) => event } },
  'signIn.cancel': [
    {
      guard: { type: 'last', params: ({ event }: { event: Waiting }) => event },
      target: 'returning',
      actions: { type: 'giveUp', params: () => ({ outcome: cancelled }) },
    },
    {
      guard: { type: 'ofPage', params: ({ event }: { event: Waiting }) => event },
      actions: { type: 'stopWaiting', params: ({ event }: { event: Waiting }) => event },
    },
    {
      description: 'Whoever has to sign in, and does not want to, leaves.',
      guard: 'required',
      target: 'signedOut',
      actions: [no, 'trackDeclined', disconnect],
    },
    { target: 'signedOut', actions: [no, 'trackDeclined', 'leaveViews'] },
  ],
  'signIn.viewLeft': { target: 'signedOut', actions: [no, 'trackDeclined'] },
} as const

type Ending = { event: { accounts: readonly SignedIn[] } }
const ending = [
  {
    guard: { type: 'others', params: ({ event }: Ending) => event },
  },
  {
    description: 'Whoever has to be signed in leaves.',
    guard: 'required',
    target: 'signedOut',
    actions: ['dropSession', disconnect],
  },
  { target: 'signedOut', actions: 'dropSession' },
] as const

/** An outcome that holds no answer. */
const withoutAnswer = (outcome: Outcome<unknown>): Ended => (outcome.status === 'done' ? cancelled : outcome)
const found = (event: { output: SignInSession | undefined }) => ({ session: event.output })

export const signInMachine = setup({
  types: {} as TypesOf<SignInContract>,
  actors: {
    /** The sign-in of an account that holds; nothing where there is none. */
    fetchSession: effect<SignInSession | undefined, SignedIn>('signIn.fetchSession'),
    /** What the visitor is to sign, with a nonce of whoever verifies it. */
    prepare: effect<PreparedSignIn, Scope>('signIn.prepare'),
    /** Has a signature, as the wallet answered it, verified and kept. */
    verify: effect<SignInSession, { message: SignInMessage; answer: unknown }>('signIn.verify'),
    /** Hears that sign-ins may have changed elsewhere. */
    watchSessions: listener<{ type: 'signIn.lookAgain' }>('signIn.watchSessions'),
    walletRequest: walletRequestLogic<'call'>(),
  },
  actions: {
    wait: assign({
      attempts: ({ context: { attempts } }, { attempt }: Waiting) =>
        attempt === undefined ? attempts : [...attempts, attempt],
    }),
    stopWaiting: assign({
      attempts: ({ context }, { attempt }: Waiting) => context.attempts.filter((one) => one !== attempt),
    }),
    keepPrepared: assign((_, { message, call }: PreparedSignIn) => ({ message, call })),
    keepAnswer: assign({
      answer: (_, { outcome }: { outcome: Outcome<unknown> }) => ('value' in outcome ? outcome.value : undefined),
    }),
    keepSession: assign({ session: (_, { session }: { session: SignInSession | undefined }) => session }),
    dropSession: assign({ session: undefined }),
    dropExpired: assign({
      session: ({ context, system }) => (untilExpiry({ context, system }) > 0 ? context.session : undefined),
    }),
    lookWhereAsked: assign({ asked: ({ system }) => isLookedAt(system) }),
    clear: assign({ message: undefined, call: undefined, answer: undefined, error: undefined }),
    /** Tells whoever waits that nothing comes of it. */
    giveUp: settleAll(({ outcome }: { outcome: Ended }) => outcome),
    sayFailed: say((outcome, context) => {
      if (outcome.status === 'declined') return outcome.error
      if (outcome.status !== 'failed') return undefined
      if (LatchkeyError.is(outcome.error, 'signIn.initFailed')) return outcome.error
      return isSmart(context) ? new LatchkeyError('signIn.smartAccount') : undefined
    }),
    emitDone: settleAll((_: undefined, { session }) => done(there(session))),
    emitAlready: settleOne(({ session }) => done(there(session))),
    emitExempt: settleOne(() => failed(new LatchkeyError('signIn.exempt'))),
    showView: tell(view)({ type: 'view.impose', view: 'SIWXSignMessage' }),
    leaveViews: tell(view)({ type: 'view.leave', views: VIEWS, closes: true }),
    tellSignOut: tell(signOut)((_: undefined, context: Context) => ({
      type: 'signOut.know',
      account: accountOf(context),
    })),
    /** Whoever has to sign in and does not want to leaves. */
    disconnect: tell(({ namespace }: Connection) => namespaceItem(namespace))<Connection>({
      type: 'namespace.disconnect',
    }),
    trackAsked: count('signIn.asked'),
    trackDeclined: count('signIn.declined'),
    trackDone: count('signIn.done'),
    trackFailed: count('signIn.failed'),
  },
  guards: {
    exempt: ({ context }) => context.exempt,
    required: ({ context }) => context.required,
    found: (_, { session }: { session: SignInSession | undefined }) => session !== undefined,
    awaited: ({ context }) => context.attempts.length > 0,
    /** The visitor has to, or is looking. */
    asks: ({ context }) => context.required || context.asked,
    held: ({ context }) => context.session !== undefined,
    ofPage: (_, { attempt }: Waiting) => attempt !== undefined,
    /** Nobody else waits, and the visitor was not asked. */
    last: ({ context }, { attempt }: Waiting) =>
      attempt !== undefined && !context.asked && context.attempts.every((one) => one === attempt),
    signed: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.status === 'done',
    others: ({ context }, { accounts }: { accounts: readonly SignedIn[] }) => {
      const { chainId, accountAddress } = accountOf(context)
      return !accounts.some((one) => one.chainId === chainId && one.accountAddress === accountAddress)
    },
  },
  delays: { look: timeout('verifyMs'), prepare: timeout('apiMs'), verify: timeout('verifyMs'), expiry: untilExpiry },
}).createMachine({
  id: 'signIn',
  description: 'Whether the account is signed in with a signature, and how the visitor signs in.',
  meta: { kind: 'service', spec: ['1.3', '2.6', '2.8', '2.15', '8.35', '8.36'] },
  context: ({ input }) => ({
    ...input,
    asked: false,
    attempts: [],
    message: undefined,
    call: undefined,
    answer: undefined,
    session: undefined,
    error: undefined,
  }),
  initial: 'deciding',
  invoke: { id: 'watchSessions', src: 'watchSessions', onError: { actions: [] } },
  on: {
    'signIn.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
  },
  states: {
    deciding: {
      description: 'Passing through: does this account sign in at all?',
      always: [{ guard: 'exempt', target: 'exempt' }, { target: 'looking' }],
    },
    exempt: {
      description: 'Nobody signs in on this network.',
      entry: 'leaveViews',
      on: { 'signIn.submit': { actions: { type: 'emitExempt', params: ({ event }) => event } } },
    },
    looking: {
      description: 'Has the visitor signed in before?',
      tags: 'busy',
      invoke: {
        id: 'fetchSession',
        src: 'fetchSession',
        input: ({ context }) => accountOf(context),
        onDone: [
          {
            guard: { type: 'found', params: ({ event }) => found(event) },
            target: 'signedIn',
            actions: { type: 'keepSession', params: ({ event }) => found(event) },
          },
          { target: 'returning' },
        ],
        onError: unknown(unknowable),
      },
      after: { look: unknown(unknownYet) },
      on: callingOff,
    },
    returning: {
      description: 'Passing through: the visitor is not signed in. Is the visitor asked to?',
      entry: 'lookWhereAsked',
      always: [{ guard: 'awaited', target: 'preparing' }, { guard: 'asks', target: 'asking' }, { target: 'signedOut' }],
    },
    signedOut: {
      description: 'The visitor has not signed in, and need not.',
      on: {
        'signIn.submit': { target: 'preparing', actions: { type: 'wait', params: ({ event }) => event } },
        'signIn.viewEntered': 'asking',
        'signIn.lookAgain': 'checking',
      },
    },
    asking: {
      description: 'The visitor is asked to sign in.',
      entry: 'showView',
      on: {
        ...callingOff,
        'signIn.submit': { target: 'preparing', actions: { type: 'wait', params: ({ event }) => event } },
        'signIn.lookAgain': 'checking',
        'modal.closed': [
          { description: 'It is shown as soon as the modal is.', guard: 'required' },
          { target: 'signedOut', actions: 'trackDeclined' },
        ],
      },
    },
    preparing: {
      description: 'What is to be signed is written, with a nonce of whoever verifies it.',
      tags: 'busy',
      entry: ['clear', 'lookWhereAsked', 'trackAsked'],
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: { target: 'signing', actions: { type: 'keepPrepared', params: ({ event }) => event.output } },
        onError: broken,
      },
      after: { prepare: unanswered },
      on: callingOff,
    },
    signing: {
      description: 'The wallet shows what is to be signed.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connection, call } }) => ({ question: { kind: 'call', connection, call: there(call) } }),
        onDone: [
          {
            guard: { type: 'signed', params: ({ event }) => ({ outcome: event.output }) },
            target: 'verifying',
            actions: { type: 'keepAnswer', params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            description: 'The visitor said no, or the wallet did not answer.',
            target: 'returning',
            actions: [
              { type: 'sayFailed', params: ({ event }) => ({ outcome: withoutAnswer(event.output) }) },
              { type: 'giveUp', params: ({ event }) => ({ outcome: withoutAnswer(event.output) }) },
              'trackFailed',
            ],
          },
        ],
        onError: broken,
      },
      on: callingOff,
    },
    verifying: {
      description: 'Whoever verifies the signature has it, and keeps what it proves.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { message, answer } }) => ({ message: there(message), answer }),
        onDone: {
          target: 'signedIn',
          actions: [{ type: 'keepSession', params: ({ event }) => found(event) }, 'trackDone'],
        },
        onError: broken,
      },
      after: { verify: unanswered },
      on: callingOff,
    },
    signedIn: {
      description: 'The visitor has signed in.',
      entry: ['emitDone', 'leaveViews', 'tellSignOut'],
      on: {
        'signIn.submit': { actions: { type: 'emitAlready', params: ({ event }) => event } },
        'signIn.lookAgain': 'checking',
        'signIn.ended': ending,
      },
      after: { expiry: 'expiring' },
    },
    expiring: {
      description: 'Passing through: it is over, unless it holds for longer than a timer can count.',
      entry: 'dropExpired',
      always: [{ guard: 'held', target: 'signedIn' }, { target: 'returning' }],
    },
    checking: {
      description: 'Sign-ins may have changed elsewhere. What was known holds until it is known better.',
      tags: 'busy',
      invoke: {
        id: 'fetchSession',
        src: 'fetchSession',
        input: ({ context }) => accountOf(context),
        onDone: [
          {
            guard: { type: 'found', params: ({ event }) => found(event) },
            target: 'signedIn',
            actions: { type: 'keepSession', params: ({ event }) => found(event) },
          },
          { target: 'returning', actions: 'dropSession' },
        ],
        onError: unsure,
      },
      after: { look: unsure },
      on: { 'signIn.submit': { actions: { type: 'wait', params: ({ event }) => event } }, 'signIn.ended': ending },
    },
  },
})

export const signInLogic = seal<SignInContract>()(signInMachine)
