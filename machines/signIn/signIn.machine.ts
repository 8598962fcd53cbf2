/** Service, one an account: whether it is signed in, and how the visitor signs in with it. */
import { assign, enqueueActions, setup, type ParameterizedObject } from 'xstate'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { TIMING } from '../constants.ts'
import type { Connection, Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { SignedIn, SignInSession } from '../entities/signIn.ts'
import type { Happening } from '../facts.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import { seal, type AnySystem, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { peek, tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { now } from '../kit/time.ts'
import { track } from '../root/track.ts'
import { cancelled, declined, done, failed } from '../rules/outcomes.ts'
import { instantOf } from '../rules/pairing/instants.ts'
import { isSeen } from '../shell/seen.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import { signatureLogic } from './signature.machine.ts'
import type { SignInContract } from './signIn.contract.ts'

type Context = SignInContract['context']
// oxlint-disable-next-line no-explicit-any
type Any = any

const VIEWS = ['ConnectingSiwe', 'SIWXSignMessage'] as const
/** The view that shows the error of the last attempt. */
const SAID_IN = ['SIWXSignMessage'] as const
/** The visitor looks at one of the views of sign-in. */
const isLookedAt = (system: AnySystem): boolean => {
  const { stack } = peek(system, view)?.context ?? {}
  const shown = stack?.at(-1)
  return isSeen(system) && VIEWS.some((each) => each === shown)
}
/** Something keeps the modal that the visitor decides. */
const isTaken = (system: AnySystem): boolean => {
  const { routes, stack } = peek(system, view)?.context ?? {}
  const { locks, imposed } = routes?.[stack?.at(-1) ?? 'Connect'] ?? {}
  return locks === true && !imposed
}

const accountOf = ({ connection }: Pick<Scope, 'connection'>): SignedIn => ({
  chainId: connection.networkId,
  accountAddress: connection.address,
})
const isSmart = ({ connection: { accounts } }: Pick<Scope, 'connection'>): boolean =>
  accounts[0]?.type === 'smartAccount'

/** Action: what happened counts. */
const count = (type: 'signIn.asked' | 'signIn.declined' | 'signIn.done' | 'signIn.failed') =>
  track((_: undefined, context: Context): Happening => ({
    type,
    networkId: context.connection.networkId,
    isSmart: isSmart(context),
  }))

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
    enqueue.assign({ attempts: [], error })
    for (const attempt of (context as Context).attempts) enqueue.emit({ type: 'signIn.settled', attempt, outcome })
  })
/** Action: tells one who asked how it is. */
const settleOne = (outcomeOf: (context: Context) => Outcome<SignInSession>) =>
  enqueueActions<Any, Any, Waiting, Any, never, never, never, never, Any>(({ context, enqueue }, { attempt }) => {
    if (attempt !== undefined) enqueue.emit({ type: 'signIn.settled', attempt, outcome: outcomeOf(context) })
  })
/** Action: says where the visitor looks what the view of the sign-in does not show, and what it shows itself where it is not shown. */
const say = (said: (outcome: Ended, context: Context) => LatchkeyError | undefined) =>
  enqueueActions<Any, Any, { outcome: Ended }, Any, never, never, never, never, Any>(
    ({ context, system, enqueue }, { outcome }) => {
      const error = isLookedAt(system) ? said(outcome, context as Context) : undefined
      if (!error) return
      const saidIn = 'error' in outcome && outcome.error === error && outcome.status !== 'declined' ? SAID_IN : []
      const message = { variant: 'error', code: error.code, params: error.params, saidIn } as const
      enqueue(tell(snackbar)({ type: 'snackbar.show', message }))
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
/** Whether a sign-in holds cannot be told [8.36]. */
const unknown = <Params>(params: Params) =>
  [
    { guard: 'required', target: 'leaving', actions: failing(params) },
    { target: 'returning', actions: failing(params) },
  ] as const
const unknowable = ({ event: { error: cause } }: Broken) => ({
  outcome: failed(new LatchkeyError('signIn.initFailed', { cause })),
})
const unknownYet = () => ({ outcome: failed(new LatchkeyError('signIn.initFailed')) })
/** The same of one that held when it was looked up last. */
const unsure = [{ guard: 'held', target: 'signedIn' }, { target: 'returning' }] as const

const no = { type: 'giveUp', params: () => ({ outcome: declined(new LatchkeyError('request.declined')) }) } as const
const event = ({ event: asked }: { event: Waiting }) => asked
const stopWaiting = {
  guard: { type: 'ofPage', params: event },
  actions: { type: 'stopWaiting', params: event },
} as const
/** Whoever has to sign in, and does not want to, leaves. */
const leave = { guard: 'required', target: 'leaving', actions: [no, 'trackDeclined'] } as const
const decline = { target: 'signedOut', actions: [no, 'trackDeclined', 'leaveViews'] } as const
/** How the visitor, or whoever asked for it, calls a sign-in off. */
const callingOff = {
  'signIn.submit': { actions: { type: 'wait', params: event } },
  'signIn.cancel': [
    {
      guard: { type: 'last', params: event },
      target: 'returning',
      actions: { type: 'giveUp', params: () => ({ outcome: cancelled }) },
    },
    stopWaiting,
    leave,
    decline,
  ],
  'signIn.viewLeft': { target: 'signedOut', actions: [no, 'trackDeclined'] },
} as const

/** When a sign-in is looked up again, though nothing was heard of it. */
const nextLook = ({ context: { lookedAt }, system }: { context: Context; system: AnySystem }): number =>
  Math.max(0, lookedAt + TIMING.signInLookMs - now(system))
/** Looked up now and then while the page can be seen. */
const lookNowAndThen = { nextLook: { guard: 'pageSeen', target: 'checking' } } as const

/** Action: the page was out of sight for longer than that. */
const lookWhereDue = enqueueActions<Any, Any, undefined, Any, never, never, never, never, Any>(
  ({ context, system, enqueue }) => {
    if (nextLook({ context, system }) === 0) enqueue.raise({ type: 'signIn.lookAgain' })
  },
)

const sessionIn = (outcome: Outcome<SignInSession>) => (outcome.status === 'done' ? outcome.value : undefined)
/** An outcome that holds no session. */
const withoutSession = (outcome: Outcome<SignInSession>): Ended => (outcome.status === 'done' ? cancelled : outcome)
const found = ({ event }: { event: { output: SignInSession | undefined } }) => ({ session: event.output })
const known = {
  guard: { type: 'found', params: found },
  target: 'signedIn',
  actions: { type: 'keepSession', params: found },
} as const

export const signInMachine = setup({
  types: {} as TypesOf<SignInContract>,
  actors: {
    /** The sign-in of an account that holds; nothing where there is none. */
    fetchSession: effect<SignInSession | undefined, SignedIn>('signIn.fetchSession'),
    /** Hears that sign-ins may have changed elsewhere. */
    watchSessions: listener<{ type: 'signIn.lookAgain' }>('signIn.watchSessions'),
    watchPage: listener<{ type: 'page.shown' | 'page.hidden' }>('signIn.watchPage'),
    signature: signatureLogic,
  },
  actions: {
    wait: assign({
      attempts: ({ context: { attempts } }, { attempt }: Waiting) =>
        attempt === undefined ? attempts : [...attempts, attempt],
    }),
    stopWaiting: assign({
      attempts: ({ context }, { attempt }: Waiting) => context.attempts.filter((one) => one !== attempt),
    }),
    keepSession: assign({ session: (_, { session }: { session: SignInSession | undefined }) => session }),
    dropSession: assign({ session: undefined }),
    keepLook: assign({ lookedAt: ({ system }) => now(system) }),
    keepSeen: assign({ pageSeen: (_, { seen }: { seen: boolean }) => seen }),
    lookWhereDue,
    dropExpired: assign({
      session: ({ context, system }) => (untilExpiry({ context, system }) > 0 ? context.session : undefined),
    }),
    lookWhereAsked: assign({ asked: ({ system }) => isLookedAt(system) }),
    forgetError: assign({ error: undefined }),
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
    emitLeft: settleOne(() => cancelled),
    showView: tell(view)((_: undefined, __: Context, { system }) =>
      isTaken(system) ? undefined : { type: 'view.impose', view: 'SIWXSignMessage' },
    ),
    leaveViews: tell(view)({ type: 'view.leave', views: VIEWS, closes: true }),
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
    pageSeen: ({ context }) => context.pageSeen,
    ofPage: (_, { attempt }: Waiting) => attempt !== undefined,
    /** Nobody else waits, and the visitor was not asked. */
    last: ({ context }, { attempt }: Waiting) =>
      attempt !== undefined && !context.asked && context.attempts.every((one) => one === attempt),
    signed: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.status === 'done',
  },
  delays: { leave: timeout('disconnectMs'), look: timeout('verifyMs'), nextLook, expiry: untilExpiry },
}).createMachine({
  id: 'signIn',
  description: 'Whether the account is signed in with a signature, and how the visitor signs in.',
  meta: { kind: 'service', spec: ['1.3', '2.6', '2.8', '2.15', '8.35', '8.36'] },
  context: ({ input }) => ({
    ...input,
    asked: false,
    attempts: [],
    session: undefined,
    lookedAt: 0,
    pageSeen: true,
    error: undefined,
  }),
  initial: 'deciding',
  invoke: [
    { id: 'watchSessions', src: 'watchSessions', onError: { actions: [] } },
    {
      id: 'watchPage',
      src: 'watchPage',
      onError: { description: 'Where nobody can tell whether the page is seen, it counts as seen.' },
    },
  ],
  on: {
    'page.shown': { actions: [{ type: 'keepSeen', params: { seen: true } }, 'lookWhereDue'] },
    'page.hidden': { actions: { type: 'keepSeen', params: { seen: false } } },
    'signIn.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
    'signIn.end': [
      { guard: 'exempt' },
      {
        description: 'Whoever has to be signed in leaves.',
        guard: 'required',
        target: '.leaving',
        actions: [{ type: 'giveUp', params: () => ({ outcome: cancelled }) }, 'dropSession'],
      },
      {
        target: '.signedOut',
        actions: [{ type: 'giveUp', params: () => ({ outcome: cancelled }) }, 'dropSession', 'leaveViews'],
      },
    ],
  },
  states: {
    deciding: {
      description: 'Passing through: does this account sign in at all?',
      always: [{ guard: 'exempt', target: 'exempt' }, { target: 'looking' }],
    },
    exempt: {
      description: 'Nobody signs in on this network.',
      entry: 'leaveViews',
      on: {
        'signIn.submit': { actions: { type: 'emitExempt', params: ({ event }) => event } },
        'signIn.viewEntered': { actions: 'leaveViews' },
      },
    },
    looking: {
      description: 'Has the visitor signed in before?',
      tags: 'busy',
      entry: 'keepLook',
      invoke: {
        id: 'fetchSession',
        src: 'fetchSession',
        input: ({ context }) => accountOf(context),
        onDone: [known, { target: 'returning' }],
        onError: unknown(unknowable),
      },
      after: { look: unknown(unknownYet) },
      on: {
        'signIn.submit': { actions: { type: 'wait', params: event } },
        'signIn.cancel': [stopWaiting, leave, { actions: [no, 'trackDeclined', 'leaveViews'] }],
        'signIn.lookAgain': { target: 'looking', reenter: true },
      },
    },
    returning: {
      description: 'Passing through: the visitor is not signed in. Is the visitor asked to?',
      entry: 'lookWhereAsked',
      always: [{ guard: 'awaited', target: 'signing' }, { guard: 'asks', target: 'asking' }, { target: 'signedOut' }],
    },
    signedOut: {
      description: 'The visitor has not signed in, and need not.',
      on: {
        'signIn.submit': { target: 'signing', actions: { type: 'wait', params: ({ event }) => event } },
        'signIn.viewEntered': 'asking',
        'signIn.lookAgain': 'checking',
      },
      after: lookNowAndThen,
    },
    leaving: {
      description: 'Whoever has to be signed in, and is not, is disconnected. With the connection this ends.',
      tags: 'busy',
      entry: { type: 'disconnect', params: ({ context }) => context.connection },
      on: { 'signIn.submit': { actions: { type: 'emitLeft', params: event } } },
      after: { leave: 'returning' },
    },
    asking: {
      description: 'The visitor is asked to sign in.',
      entry: 'showView',
      on: {
        ...callingOff,
        'signIn.submit': { target: 'signing', actions: { type: 'wait', params: ({ event }) => event } },
        'signIn.lookAgain': 'checking',
        'view.shown': { description: 'What kept the modal may have gone.', guard: 'required', actions: 'showView' },
        'modal.closed': [
          { description: 'It is shown as soon as the modal is.', guard: 'required' },
          { target: 'signedOut', actions: 'trackDeclined' },
        ],
      },
      after: lookNowAndThen,
    },
    signing: {
      description: 'The visitor signs in.',
      tags: 'busy',
      entry: ['forgetError', 'lookWhereAsked', 'trackAsked'],
      invoke: {
        id: 'signature',
        src: 'signature',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: [
          {
            guard: { type: 'signed', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            actions: [
              { type: 'keepSession', params: ({ event }) => ({ session: there(sessionIn(event.output)) }) },
              'keepLook',
              'trackDone',
            ],
          },
          {
            description: 'The visitor said no, or it could not be done.',
            target: 'returning',
            actions: [
              { type: 'sayFailed', params: ({ event }) => ({ outcome: withoutSession(event.output) }) },
              { type: 'giveUp', params: ({ event }) => ({ outcome: withoutSession(event.output) }) },
              'trackFailed',
            ],
          },
        ],
        onError: broken,
      },
      on: callingOff,
    },
    signedIn: {
      description: 'The visitor has signed in.',
      entry: ['emitDone', 'leaveViews'],
      on: {
        'signIn.submit': { actions: { type: 'emitAlready', params: ({ event }) => event } },
        'signIn.lookAgain': 'checking',
        'signIn.viewEntered': { actions: 'leaveViews' },
      },
      after: { expiry: 'expiring', ...lookNowAndThen },
    },
    expiring: {
      description: 'Passing through: it is over, unless it holds for longer than a timer can count.',
      entry: 'dropExpired',
      always: [{ guard: 'held', target: 'signedIn' }, { target: 'returning' }],
    },
    checking: {
      description: 'Sign-ins may have changed elsewhere. What was known holds until it is known better.',
      entry: 'keepLook',
      invoke: {
        id: 'fetchSession',
        src: 'fetchSession',
        input: ({ context }) => accountOf(context),
        onDone: [known, { target: 'returning', actions: 'dropSession' }],
        onError: unsure,
      },
      after: { look: unsure },
      on: {
        'signIn.submit': [
          { guard: 'held', actions: { type: 'wait', params: event } },
          { target: 'signing', actions: { type: 'wait', params: event } },
        ],
        'signIn.cancel': [stopWaiting, leave, decline],
        'signIn.viewLeft': { target: 'signedOut', actions: [no, 'trackDeclined'] },
        'signIn.lookAgain': { target: 'checking', reenter: true },
      },
    },
  },
})

export const signInLogic = seal<SignInContract>()(signInMachine)
