/** Service: the embedded wallet is given another e-mail address, with a code to the one that it has, and one to the new one. */
import { assign, emit, setup, stateIn } from 'xstate'
import { EMAIL } from '../constants.ts'
import type { Scope } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Secret } from '../entities/secret.ts'
import type { ViewName } from '../entities/view.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { eventOf } from '../kit/event.ts'
import { tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { now } from '../kit/time.ts'
import { memory } from '../root/memory.contract.ts'
import { track } from '../root/track.ts'
import { isEmail, secondsToCode } from '../rules/emails.ts'
import { cancelled, done, failed } from '../rules/outcomes.ts'
import type { FrameAnswer } from '../schemas/frame.ts'
import { view } from '../shell/view.contract.ts'
import type { EmailUpdateContract } from './emailUpdate.contract.ts'
import { trackCode } from './wayIn.ts'

type Action = FrameAnswer<'UPDATE_EMAIL'>['action']
type Submitted = { email: string; attempt?: string }

/** The views in which codes are typed, and those with the one that they began from. */
const CODES: readonly ViewName[] = ['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp']
const VIEWS: readonly ViewName[] = ['UpdateEmailWallet', ...CODES]

const show = (shown: 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp') =>
  tell(view)({ type: 'view.showAttempt', view: shown, directed: true })
const leave = (views: readonly ViewName[]) => tell(view)({ type: 'view.leave', views })

/** Nobody waits for it any more. Who goes back finds what was typed. */
const leavingTo = <Target extends string>(target: Target) => {
  const settle = { type: 'settle', params: { outcome: cancelled } } as const
  const calledOff = { target, actions: [settle, 'leaveCodes', 'forget'] } as const
  return {
    'emailUpdate.cancel': {
      guard: { type: 'ofAttempt', params: ({ event }: { event: { attempt?: string } }) => event },
      ...calledOff,
    },
    'emailUpdate.viewLeft': calledOff,
    'modal.closed': { target, actions: [settle, 'leaveCodes', 'forgetAll'] },
    'scope.changed': {
      description: 'The wallet is not the active one any more.',
      guard: { type: 'left', params: ({ event }: { event: { scope: Scope | undefined } }) => event },
      target,
      actions: [
        { type: 'keepWallet', params: ({ event }: { event: { scope: Scope | undefined } }) => event },
        settle,
        'leaveViews',
        'forgetAll',
      ],
    },
  } as const
}
const leaving = leavingTo('#emailUpdate.idle')

const submitted = {
  target: '#emailUpdate.deciding',
  actions: { type: 'keepSubmitted', params: ({ event }: { event: Submitted }) => event },
} as const

export const emailUpdateMachine = setup({
  types: {} as TypesOf<EmailUpdateContract>,
  actors: {
    /** Asks for a code; the answer says to which address it went. */
    updateEmail: effect<FrameAnswer<'UPDATE_EMAIL'>, { email: string }>('emailUpdate.updateEmail'),
    /** Hands on the code that went to the current address; another one goes to the new address then. */
    confirmCurrent: effect<void, { code: Secret }>('emailUpdate.confirmCurrent'),
    /** Hands on the code that went to the new address. Resolves to the address that the wallet has now. */
    confirmNew: effect<string, { code: Secret }>('emailUpdate.confirmNew'),
  },
  actions: {
    keepSubmitted: assign((_, { email, attempt }: Submitted) => ({
      newEmail: email.trim(),
      attempt,
      error: undefined,
    })),
    keepWallet: assign({
      embedded: (_, { scope }: { scope: Scope | undefined }) => scope?.connection.connector.type === 'AUTH',
    }),
    keepMoment: assign({ lastAskedAt: ({ system }) => now(system) }),
    /** What was refused, or is done, keeps nobody from asking again. */
    forgetMoment: assign({ lastAskedAt: undefined }),
    countDown: assign({ secondsLeft: ({ context, system }) => secondsToCode(context.lastAskedAt, now(system)) }),
    rememberNew: tell(memory)(({ output }: { output: string }) => ({
      type: 'memory.keepEmbedded',
      embedded: { email: output },
    })),
    keepError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    keepUnsigned: assign({ error: () => new LatchkeyError('embedded.notSignedIn') }),
    keepInvalid: assign({ error: () => new LatchkeyError('email.invalid') }),
    keepCooldown: assign({
      error: ({ context }) => new LatchkeyError('email.cooldown', { params: { n: context.secondsLeft } }),
    }),
    keepSilence: assign({ error: () => new LatchkeyError('embedded.expired') }),
    clearError: assign({ error: undefined }),
    forget: assign({ attempt: undefined, error: undefined }),
    forgetAll: assign({ attempt: undefined, error: undefined, newEmail: undefined }),
    showCurrent: show('UpdateEmailPrimaryOtp'),
    showNew: show('UpdateEmailSecondaryOtp'),
    leaveCodes: leave(CODES),
    leaveViews: leave(VIEWS),
    ...trackCode,
    trackEdited: track(() => ({ type: 'email.edited' })),
    settle: emit(({ context: { attempt } }, { outcome }: { outcome: Outcome<string> }) => ({
      type: 'emailUpdate.settled' as const,
      attempt,
      outcome,
    })),
    settleFailed: emit(({ context: { attempt, error } }) => ({
      type: 'emailUpdate.settled' as const,
      attempt,
      outcome: failed(there(error)),
    })),
  },
  guards: {
    unsigned: ({ context }) => !context.embedded,
    unsound: ({ context }) => !isEmail(there(context.newEmail)),
    cooling: ({ context }) => context.secondsLeft > 0,
    cool: ({ context }) => context.secondsLeft === 0,
    leadsTo: (_, { output, action }: { output: { action: Action }; action: Action }) => output.action === action,
    awaited: stateIn({ checkingNew: 'awaited' }),
    ofAttempt: ({ context }, { attempt }: { attempt?: string }) => attempt === undefined || attempt === context.attempt,
    left: (_, { scope }: { scope: Scope | undefined }) => scope?.connection.connector.type !== 'AUTH',
    /** The visitor looks at something else than the change. */
    elsewhere: (_, { view: shown }: { view: ViewName }) => !VIEWS.includes(shown),
  },
  delays: {
    /** Longer than any message lasts, with the frame that is loaded for it. */
    answer: timeout('loadMs', 'frameReadyMs', 'frameAnswerMs', 'frameAnswerMs'),
    second: EMAIL.secondMs,
  },
}).createMachine({
  id: 'emailUpdate',
  description:
    'Another e-mail address for the embedded wallet: a code to the one that it has, then one to the new one.',
  meta: { kind: 'service', spec: ['3.40', '5.21', '5.26', '7.42'] },
  context: ({ input }) => ({
    ...input,
    newEmail: undefined,
    lastAskedAt: undefined,
    secondsLeft: 0,
    attempt: undefined,
    error: undefined,
  }),
  initial: 'idle',
  on: {
    'scope.changed': { actions: { type: 'keepWallet', params: ({ event }) => event } },
    'emailUpdate.submit': {
      description: 'It takes the place of what is under way.',
      target: '.deciding',
      actions: [
        { type: 'settle', params: { outcome: cancelled } },
        'leaveCodes',
        { type: 'keepSubmitted', params: ({ event }) => event },
      ],
    },
  },
  states: {
    idle: {
      description: 'Nothing is changed.',
      on: {
        'emailUpdate.submit': submitted,
        'modal.closed': { actions: 'forgetAll' },
        'view.shown': { guard: { type: 'elsewhere', params: ({ event }) => event }, actions: 'forgetAll' },
      },
    },
    cooling: {
      description: 'It was too early for another code. The seconds are told until one may be asked for.',
      entry: ['countDown', 'keepCooldown'],
      always: { guard: 'cool', target: 'idle', actions: 'clearError' },
      on: {
        'emailUpdate.submit': submitted,
        'modal.closed': { target: 'idle', actions: 'forgetAll' },
        'view.shown': {
          description: 'The visitor looks at something else.',
          guard: { type: 'elsewhere', params: ({ event }) => event },
          target: 'idle',
          actions: 'forgetAll',
        },
        'scope.changed': {
          description: 'The wallet is not the active one any more.',
          guard: { type: 'left', params: ({ event }) => event },
          target: 'idle',
          actions: [{ type: 'keepWallet', params: ({ event }) => event }, 'leaveViews', 'forgetAll'],
        },
      },
      after: { second: { target: 'cooling', reenter: true } },
    },
    deciding: {
      description: 'Passing through: may a code be asked for?',
      entry: 'countDown',
      always: [
        { guard: 'unsigned', target: 'idle', actions: ['keepUnsigned', 'settleFailed'] },
        { guard: 'unsound', target: 'idle', actions: ['keepInvalid', 'settleFailed'] },
        { guard: 'cooling', target: 'cooling', actions: ['keepCooldown', 'settleFailed'] },
        { target: 'requesting', actions: 'trackEdited' },
      ],
    },
    requesting: {
      description: 'A code is asked for.',
      tags: ['busy', 'underWay'],
      entry: ['keepMoment', 'countDown'],
      invoke: {
        id: 'updateEmail',
        src: 'updateEmail',
        input: ({ context }) => ({ email: there(context.newEmail) }),
        onDone: [
          {
            guard: { type: 'leadsTo', params: ({ event }) => ({ ...event, action: 'VERIFY_PRIMARY_OTP' as const }) },
            target: 'enteringCurrent',
            actions: ['showCurrent', 'trackSent'],
          },
          { description: 'The wallet had no address yet.', target: 'enteringNew', actions: ['showNew', 'trackSent'] },
        ],
        onError: {
          target: 'idle',
          actions: [{ type: 'keepError', params: ({ event }) => event }, 'forgetMoment', 'settleFailed', 'leaveCodes'],
        },
      },
      on: {
        ...leaving,
        'view.shown': {
          description: 'The visitor went back before a code was sent.',
          guard: { type: 'elsewhere', params: ({ event }) => event },
          ...leaving['emailUpdate.viewLeft'],
        },
      },
      after: { answer: { target: 'idle', actions: ['keepSilence', 'settleFailed', 'leaveCodes'] } },
    },
    enteringCurrent: {
      description: 'The visitor types the code that went to the address that the wallet has. The seconds are told.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        ...leaving,
        'emailUpdate.submitCode': 'checkingCurrent',
        'emailUpdate.resend': { guard: 'cool', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'cooling', target: 'enteringCurrent', reenter: true } },
    },
    checkingCurrent: {
      description: 'Is it that code?',
      tags: ['busy', 'underWay'],
      entry: 'clearError',
      invoke: {
        id: 'confirmCurrent',
        src: 'confirmCurrent',
        input: ({ event }) => ({ code: eventOf({ event }, 'emailUpdate.submitCode').code }),
        onDone: { target: 'enteringNew', actions: ['trackAccepted', 'showNew', 'trackSent'] },
        onError: {
          target: 'enteringCurrent',
          actions: [{ type: 'keepError', params: ({ event }) => event }, 'trackRefused'],
        },
      },
      on: leaving,
      after: { answer: { target: 'enteringCurrent', actions: ['keepSilence', 'trackRefused'] } },
    },
    enteringNew: {
      description: 'The visitor types the code that went to the new address. The seconds are told.',
      tags: 'underWay',
      entry: 'countDown',
      on: {
        ...leaving,
        'emailUpdate.submitCode': 'checkingNew',
        'emailUpdate.resend': { guard: 'cool', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'cooling', target: 'enteringNew', reenter: true } },
    },
    checkingNew: {
      description: 'Is it that code? Then the wallet has the new address.',
      tags: 'busy',
      entry: 'clearError',
      initial: 'awaited',
      invoke: {
        id: 'confirmNew',
        src: 'confirmNew',
        input: ({ event }) => ({ code: eventOf({ event }, 'emailUpdate.submitCode').code }),
        onDone: [
          {
            guard: 'awaited',
            target: 'idle',
            actions: [
              'trackAccepted',
              { type: 'rememberNew', params: ({ event }) => event },
              { type: 'settle', params: ({ event }) => ({ outcome: done(event.output) }) },
              'leaveViews',
              'forgetMoment',
              'forgetAll',
            ],
          },
          {
            target: 'idle',
            actions: ['trackAccepted', 'forgetMoment', { type: 'rememberNew', params: ({ event }) => event }],
          },
        ],
        onError: [
          {
            guard: 'awaited',
            target: 'enteringNew',
            actions: [{ type: 'keepError', params: ({ event }) => event }, 'trackRefused'],
          },
          { target: 'idle' },
        ],
      },
      after: {
        answer: [
          { guard: 'awaited', target: 'enteringNew', actions: ['keepSilence', 'trackRefused'] },
          { target: 'idle' },
        ],
      },
      states: {
        awaited: {
          description: 'The visitor waits for it.',
          tags: 'underWay',
          on: { ...leavingTo('left'), 'scope.changed': leaving['scope.changed'] },
        },
        left: {
          description: 'It was called off. Where the frame took the code all the same, the new address is remembered.',
          on: {
            'emailUpdate.submit': submitted,
            'view.shown': { guard: { type: 'elsewhere', params: ({ event }) => event }, actions: 'forgetAll' },
            'scope.changed': {
              description: 'Whoever that was has left: nothing of them is remembered.',
              guard: { type: 'left', params: ({ event }) => event },
              target: '#emailUpdate.idle',
              actions: [{ type: 'keepWallet', params: ({ event }) => event }, 'forgetAll'],
            },
          },
        },
      },
    },
  },
})

export const emailUpdateLogic = seal<EmailUpdateContract>()(emailUpdateMachine)
