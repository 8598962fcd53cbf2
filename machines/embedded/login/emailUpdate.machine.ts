/**
 * Service: changes the email address of the embedded wallet, with one code sent to the current address and one to the new
 * address.
 */
import { assign, emit, setup, stateIn } from 'xstate'
import { EMAIL } from '../../constants.ts'
import type { ActiveAccount } from '../../shared/account.types.ts'
import type { Outcome } from '../../shared/outcome.types.ts'
import type { Secret } from '../../shared/secret.types.ts'
import type { ViewName } from '../../shell/view.types.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../../core/contract.ts'
import { promiseActor, configurableDelay } from '../../core/actors.ts'
import { eventOf } from '../../core/event.ts'
import { sendToActor } from '../../core/messaging.ts'
import { assertDefined } from '../../core/assertDefined.ts'
import { now } from '../../core/time.ts'
import { storage } from '../../storage/storage.contract.ts'
import { trackEvent } from '../../analytics/trackEvent.ts'
import { isEmail, secondsToCode } from './email.rules.ts'
import { cancelled, done, failed } from '../../shared/outcome.rules.ts'
import type { FrameAnswer } from '../frame.schemas.ts'
import { view } from '../../shell/view.contract.ts'
import type { EmailUpdateContract } from './emailUpdate.contract.ts'
import { trackCode } from './loginMethods.ts'

type Action = FrameAnswer<'UPDATE_EMAIL'>['action']
type Submitted = { email: string; requestId?: string }

/** The views of the codes, and all views of the change. */
const CODES: readonly ViewName[] = ['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp']
const VIEWS: readonly ViewName[] = ['UpdateEmailWallet', ...CODES]

const show = (target: 'UpdateEmailPrimaryOtp' | 'UpdateEmailSecondaryOtp') =>
  sendToActor(view)({ type: 'view.showAttempt', view: target, directed: true })
const leave = (views: readonly ViewName[]) => sendToActor(view)({ type: 'view.leave', views })

/** Cancels the change. The typed address is kept when the user navigates back. */
const leavingTo = <Target extends string>(target: Target) => {
  const settle = { type: 'settle', params: { outcome: cancelled } } as const
  const calledOff = { target, actions: [settle, 'leaveCodes', 'forget'] } as const
  return {
    'emailUpdate.cancel': {
      guard: { type: 'isOwnRequest', params: ({ event }: { event: { requestId?: string } }) => event },
      ...calledOff,
    },
    'emailUpdate.viewLeft': calledOff,
    'modal.closed': { target, actions: [settle, 'leaveCodes', 'clearAll'] },
    'activeAccount.changed': {
      description: 'The embedded wallet is no longer active.',
      guard: {
        type: 'isFrameLeft',
        params: ({ event }: { event: { activeAccount: ActiveAccount | undefined } }) => event,
      },
      target,
      actions: [
        { type: 'setWallet', params: ({ event }: { event: { activeAccount: ActiveAccount | undefined } }) => event },
        settle,
        'leaveViews',
        'clearAll',
      ],
    },
  } as const
}
const leaving = leavingTo('#emailUpdate.idle')

const submitted = {
  target: '#emailUpdate.deciding',
  actions: { type: 'setSubmitted', params: ({ event }: { event: Submitted }) => event },
} as const

export const emailUpdateMachine = setup({
  types: {} as SetupTypes<EmailUpdateContract>,
  actors: {
    /** Requests a code. Resolves to where it was sent: to the current address or to the new one. */
    updateEmail: promiseActor<FrameAnswer<'UPDATE_EMAIL'>, { email: string }>('emailUpdate.updateEmail'),
    /** Submits the code sent to the current address. The next code is then sent to the new address. */
    confirmCurrent: promiseActor<void, { code: Secret }>('emailUpdate.confirmCurrent'),
    /** Submits the code sent to the new address. Resolves to the address that the wallet has now. */
    confirmNew: promiseActor<string, { code: Secret }>('emailUpdate.confirmNew'),
  },
  actions: {
    setSubmitted: assign((_, { email, requestId }: Submitted) => ({
      newEmail: email.trim(),
      requestId,
      error: undefined,
    })),
    setWallet: assign({
      embedded: (_, { activeAccount }: { activeAccount: ActiveAccount | undefined }) =>
        activeAccount?.connection.connector.type === 'AUTH',
    }),
    setRequestTime: assign({ lastRequestedAt: ({ system }) => now(system) }),
    /** A rejected or completed change does not delay the next code. */
    clearRequestTime: assign({ lastRequestedAt: undefined }),
    countDown: assign({ secondsLeft: ({ context, system }) => secondsToCode(context.lastRequestedAt, now(system)) }),
    storeNewEmail: sendToActor(storage)(({ output }: { output: string }) => ({
      type: 'storage.setEmbedded',
      embedded: { email: output },
    })),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    setUnsigned: assign({ error: () => new LatchkeyError('embedded.notSignedIn') }),
    setInvalid: assign({ error: () => new LatchkeyError('email.invalid') }),
    setCooldown: assign({
      error: ({ context }) => new LatchkeyError('email.cooldown', { params: { n: context.secondsLeft } }),
    }),
    setTimedOut: assign({ error: () => new LatchkeyError('embedded.expired') }),
    clearError: assign({ error: undefined }),
    forget: assign({ requestId: undefined, error: undefined }),
    clearAll: assign({ requestId: undefined, error: undefined, newEmail: undefined }),
    showCurrent: show('UpdateEmailPrimaryOtp'),
    showNew: show('UpdateEmailSecondaryOtp'),
    leaveCodes: leave(CODES),
    leaveViews: leave(VIEWS),
    ...trackCode,
    trackEdited: trackEvent(() => ({ type: 'email.edited' })),
    settle: emit(({ context: { requestId } }, { outcome }: { outcome: Outcome<string> }) => ({
      type: 'emailUpdate.settled' as const,
      requestId,
      outcome,
    })),
    settleFailed: emit(({ context: { requestId, error } }) => ({
      type: 'emailUpdate.settled' as const,
      requestId,
      outcome: failed(assertDefined(error)),
    })),
  },
  guards: {
    /** The active account is not of the embedded wallet, so there is no email address to change. */
    isSignedOut: ({ context }) => !context.embedded,
    /** The text is not an email address, so no code is requested. */
    isInvalid: ({ context }) => !isEmail(assertDefined(context.newEmail)),
    /** No other code may be requested yet, so the countdown goes on. */
    isCoolingDown: ({ context }) => context.secondsLeft > 0,
    /** The cooldown after the last code is over, so another code may be requested. */
    isCooledDown: ({ context }) => context.secondsLeft === 0,
    /** The first code was sent to the current address. If the wallet has none yet, it was sent to the new address. */
    isNextAction: (_, { output, action }: { output: { action: Action }; action: Action }) => output.action === action,
    /** The user has not cancelled the change, so the result is shown. */
    isAwaited: stateIn({ checkingNew: 'awaited' }),
    /** The command is for the change in progress, or names no change. */
    isOwnRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId === undefined || requestId === context.requestId,
    /** The embedded wallet is no longer active, so the change is cancelled. */
    isFrameLeft: (_, { activeAccount }: { activeAccount: ActiveAccount | undefined }) =>
      activeAccount?.connection.connector.type !== 'AUTH',
    /** The user moved to a view that does not belong to the change, so the typed address is cleared. */
    isOtherView: (_, { view: shown }: { view: ViewName }) => !VIEWS.includes(shown),
  },
  delays: {
    /** Longer than any message takes, including the time to load the frame for it. */
    answer: configurableDelay('loadMs', 'frameReadyMs', 'frameAnswerMs', 'frameAnswerMs'),
    /** The interval of the countdown. */
    second: EMAIL.secondMs,
  },
}).createMachine({
  id: 'emailUpdate',
  description:
    'Changes the email address of the embedded wallet, with one code sent to the current address and one to the new address.',
  meta: { kind: 'service', spec: ['3.40', '5.21', '5.26', '7.42'] },
  context: ({ input }) => ({
    ...input,
    newEmail: undefined,
    lastRequestedAt: undefined,
    secondsLeft: 0,
    requestId: undefined,
    error: undefined,
  }),
  initial: 'idle',
  on: {
    'activeAccount.changed': { actions: { type: 'setWallet', params: ({ event }) => event } },
    'emailUpdate.submit': {
      description: 'Replaces the change in progress.',
      target: '.deciding',
      actions: [
        { type: 'settle', params: { outcome: cancelled } },
        'leaveCodes',
        { type: 'setSubmitted', params: ({ event }) => event },
      ],
    },
  },
  states: {
    idle: {
      description: 'No change is in progress.',
      on: {
        'emailUpdate.submit': submitted,
        'modal.closed': { actions: 'clearAll' },
        'view.shown': { guard: { type: 'isOtherView', params: ({ event }) => event }, actions: 'clearAll' },
      },
    },
    coolingDown: {
      description: 'Another code was requested too early. Counts down until one may be requested.',
      entry: ['countDown', 'setCooldown'],
      always: { guard: 'isCooledDown', target: 'idle', actions: 'clearError' },
      on: {
        'emailUpdate.submit': submitted,
        'modal.closed': { target: 'idle', actions: 'clearAll' },
        'view.shown': {
          description: 'The user moved to another view.',
          guard: { type: 'isOtherView', params: ({ event }) => event },
          target: 'idle',
          actions: 'clearAll',
        },
        'activeAccount.changed': {
          description: 'The embedded wallet is no longer active.',
          guard: { type: 'isFrameLeft', params: ({ event }) => event },
          target: 'idle',
          actions: [{ type: 'setWallet', params: ({ event }) => event }, 'leaveViews', 'clearAll'],
        },
      },
      after: { second: { target: 'coolingDown', reenter: true } },
    },
    deciding: {
      description: 'Checks whether a code may be requested.',
      entry: 'countDown',
      always: [
        { guard: 'isSignedOut', target: 'idle', actions: ['setUnsigned', 'settleFailed'] },
        { guard: 'isInvalid', target: 'idle', actions: ['setInvalid', 'settleFailed'] },
        { guard: 'isCoolingDown', target: 'coolingDown', actions: ['setCooldown', 'settleFailed'] },
        { target: 'requesting', actions: 'trackEdited' },
      ],
    },
    requesting: {
      description: 'A code is being requested.',
      tags: ['busy', 'inProgress'],
      entry: ['setRequestTime', 'countDown'],
      invoke: {
        id: 'updateEmail',
        src: 'updateEmail',
        input: ({ context }) => ({ email: assertDefined(context.newEmail) }),
        onDone: [
          {
            guard: {
              type: 'isNextAction',
              params: ({ event }) => ({ ...event, action: 'VERIFY_PRIMARY_OTP' as const }),
            },
            target: 'enteringCurrent',
            actions: ['showCurrent', 'trackSent'],
          },
          { description: 'The wallet had no address yet.', target: 'enteringNew', actions: ['showNew', 'trackSent'] },
        ],
        onError: {
          target: 'idle',
          actions: [
            { type: 'setError', params: ({ event }) => event },
            'clearRequestTime',
            'settleFailed',
            'leaveCodes',
          ],
        },
      },
      on: {
        ...leaving,
        'view.shown': {
          description: 'The user navigated back before a code was sent.',
          guard: { type: 'isOtherView', params: ({ event }) => event },
          ...leaving['emailUpdate.viewLeft'],
        },
      },
      after: { answer: { target: 'idle', actions: ['setTimedOut', 'settleFailed', 'leaveCodes'] } },
    },
    enteringCurrent: {
      description: 'Waits for the code sent to the current address. Counts down until another code may be requested.',
      tags: 'inProgress',
      entry: 'countDown',
      on: {
        ...leaving,
        'emailUpdate.submitCode': 'checkingCurrent',
        'emailUpdate.resend': { guard: 'isCooledDown', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'isCoolingDown', target: 'enteringCurrent', reenter: true } },
    },
    checkingCurrent: {
      description: 'The code for the current address is being checked.',
      tags: ['busy', 'inProgress'],
      entry: 'clearError',
      invoke: {
        id: 'confirmCurrent',
        src: 'confirmCurrent',
        input: ({ event }) => ({ code: eventOf({ event }, 'emailUpdate.submitCode').code }),
        onDone: { target: 'enteringNew', actions: ['trackAccepted', 'showNew', 'trackSent'] },
        onError: {
          target: 'enteringCurrent',
          actions: [{ type: 'setError', params: ({ event }) => event }, 'trackRefused'],
        },
      },
      on: leaving,
      after: { answer: { target: 'enteringCurrent', actions: ['setTimedOut', 'trackRefused'] } },
    },
    enteringNew: {
      description: 'Waits for the code sent to the new address. Counts down until another code may be requested.',
      tags: 'inProgress',
      entry: 'countDown',
      on: {
        ...leaving,
        'emailUpdate.submitCode': 'checkingNew',
        'emailUpdate.resend': { guard: 'isCooledDown', target: 'requesting', actions: 'clearError' },
      },
      after: { second: { guard: 'isCoolingDown', target: 'enteringNew', reenter: true } },
    },
    checkingNew: {
      description: 'The code for the new address is being checked. If it is correct, the wallet has the new address.',
      tags: 'busy',
      entry: 'clearError',
      initial: 'awaited',
      invoke: {
        id: 'confirmNew',
        src: 'confirmNew',
        input: ({ event }) => ({ code: eventOf({ event }, 'emailUpdate.submitCode').code }),
        onDone: [
          {
            guard: 'isAwaited',
            target: 'idle',
            actions: [
              'trackAccepted',
              { type: 'storeNewEmail', params: ({ event }) => event },
              { type: 'settle', params: ({ event }) => ({ outcome: done(event.output) }) },
              'leaveViews',
              'clearRequestTime',
              'clearAll',
            ],
          },
          {
            target: 'idle',
            actions: ['trackAccepted', 'clearRequestTime', { type: 'storeNewEmail', params: ({ event }) => event }],
          },
        ],
        onError: [
          {
            guard: 'isAwaited',
            target: 'enteringNew',
            actions: [{ type: 'setError', params: ({ event }) => event }, 'trackRefused'],
          },
          { target: 'idle' },
        ],
      },
      after: {
        answer: [
          { guard: 'isAwaited', target: 'enteringNew', actions: ['setTimedOut', 'trackRefused'] },
          { target: 'idle' },
        ],
      },
      states: {
        awaited: {
          description: 'The user waits for the result.',
          tags: 'inProgress',
          on: { ...leavingTo('left'), 'activeAccount.changed': leaving['activeAccount.changed'] },
        },
        left: {
          description: 'The change was cancelled. If the code is accepted anyway, the new address is stored.',
          on: {
            'emailUpdate.submit': submitted,
            'view.shown': { guard: { type: 'isOtherView', params: ({ event }) => event }, actions: 'clearAll' },
            'activeAccount.changed': {
              description: 'The wallet is no longer active, so nothing about its user is stored.',
              guard: { type: 'isFrameLeft', params: ({ event }) => event },
              target: '#emailUpdate.idle',
              actions: [{ type: 'setWallet', params: ({ event }) => event }, 'clearAll'],
            },
          },
        },
      },
    },
  },
})

export const emailUpdateLogic = withContract<EmailUpdateContract>()(emailUpdateMachine)
