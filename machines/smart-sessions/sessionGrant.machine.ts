/** Flow, one per grant: the app's request is validated, registered with the API, granted by the wallet and activated. */
import { assign, setup } from 'xstate'
import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { AddedSession, GrantedPermissions, PermissionRequest } from './smartSession.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { getActorSnapshot, sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, done, expired, failed, isUnsupportedMethod } from '../shared/outcome.rules.ts'
import { withCoSigner } from './smartSessions.rules.ts'
import { modal } from '../shell/modal.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'
import type { SessionGrantContract } from './sessionGrant.contract.ts'

type Context = SessionGrantContract['context']
type Ungranted = { outcome: Outcome<never> }

/** The id of its only wallet request. */
const REQUEST_ID = '1'
const CREATED = 'SmartSessionCreated'

const fails = ({ event }: { event: { error: unknown } }): Ungranted => ({
  outcome: failed(toLatchkeyError(event.error)),
})
const unanswered = (): Ungranted => ({ outcome: expired(new LatchkeyError('request.expired')) })
const unadded = (): Ungranted => ({ outcome: failed(new LatchkeyError('api.expired')) })
const endAsCancelled = { type: 'setEnd', params: { outcome: cancelled } } as const

/** The outcome if the wallet did not grant the permissions. */
const ungranted = ({ event: { outcome } }: { event: { outcome: Outcome<unknown> } }): Ungranted => {
  if (outcome.status === 'done') return { outcome: cancelled }
  const isUnknown = outcome.status === 'failed' && isUnsupportedMethod(outcome.error.cause)
  return {
    outcome: isUnknown ? failed(new LatchkeyError('smartSession.methodMissing', { cause: outcome.error })) : outcome,
  }
}
/** The outcome if the granted session cannot be used. An invalid wallet response keeps its own error. */
const unactivated = (cause: unknown): Ungranted => ({
  outcome: failed(
    LatchkeyError.is(cause, 'wallet.invalidResponse')
      ? cause
      : new LatchkeyError('smartSession.notActivated', { cause }),
  ),
})

export const sessionGrantMachine = setup({
  types: {} as SetupTypes<SessionGrantContract>,
  actors: {
    /** Validates the app's request, and checks that the wallet can grant it. */
    check: promiseActor<PermissionRequest, { connection: Connection; requested: unknown }>('sessionGrant.check'),
    /** Registers the session with the API, which co-signs with its own key. */
    add: promiseActor<AddedSession, { connection: Connection; request: PermissionRequest }>('sessionGrant.add'),
    /** Passes the wallet's response to the API, which activates the session. */
    activate: promiseActor<
      GrantedPermissions,
      { connection: Connection; request: PermissionRequest; added: AddedSession; answer: unknown }
    >('sessionGrant.activate'),
  },
  actions: {
    setRequest: assign({ request: (_, { output }: { output: PermissionRequest }) => output }),
    setAdded: assign({ added: (_, { output }: { output: AddedSession }) => output }),
    setAnswer: assign({
      answer: (_, { outcome }: { outcome: Outcome<unknown> }) => ('value' in outcome ? outcome.value : undefined),
    }),
    setGranted: assign({ outcome: (_, { output }: { output: GrantedPermissions }) => done(output) }),
    setEnd: assign({ outcome: (_, { outcome }: Ungranted) => outcome }),
    setOpened: assign({
      opened: ({ system }) => {
        const shell = getActorSnapshot(system, modal)
        return shell !== undefined && !shell.context.embedded && !shell.hasTag('open')
      },
    }),
    submitRequest: sendToActor(requests)((_: undefined, { connection, request, added }: Context, requester) => ({
      type: 'requests.submit',
      requestId: REQUEST_ID,
      request: {
        kind: 'call',
        connection,
        call: {
          method: 'wallet_grantPermissions',
          params: [withCoSigner(assertDefined(request), assertDefined(added).key)],
        },
      },
      requester,
      onEnd: { view: CREATED },
    })),
    cancelRequest: sendToActor(requests)((_: undefined, __: Context, requester) => ({
      type: 'requests.cancel',
      requestId: REQUEST_ID,
      requester,
    })),
    leaveView: sendToActor(view)((_: undefined, { opened }: Context) => ({
      type: 'view.leave',
      views: [CREATED],
      ...(opened && { closes: true }),
    })),
    /** The user granted permissions that cannot be used, and can revoke them only in the wallet. */
    showFailed: sendToActor(snackbar)((_: undefined, { outcome }: Context) =>
      'error' in outcome
        ? {
            type: 'snackbar.show',
            message: { variant: 'error', code: outcome.error.code, params: outcome.error.params },
          }
        : undefined,
    ),
  },
  guards: {
    /** The wallet granted the permissions, so the session is activated next. */
    isAnswered: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.status === 'done',
  },
  delays: {
    /** How long each step may take: the validation, the creation and the activation of the session. */
    api: configurableDelay('apiMs'),
    /** If the wallet request does not settle within this time, the grant is treated as failed (`expired`). */
    lost: configurableDelay('walletRequestMs', 'walletRequestMs', 'loadMs'),
  },
}).createMachine({
  id: 'sessionGrant',
  description: 'One grant of permissions: validated, registered with the API, granted by the wallet and activated.',
  meta: { kind: 'flow', spec: ['1.9'] },
  context: ({ input: { request: requested, ...activeAccount } }) => ({
    ...activeAccount,
    requested,
    request: undefined,
    added: undefined,
    answer: undefined,
    opened: false,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'checking',
  on: { 'sessionGrant.cancel': { target: '.ended', actions: endAsCancelled } },
  states: {
    checking: {
      description: "The app's request is being validated, and checked against what the wallet can grant.",
      tags: 'busy',
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context: { connection, requested } }) => ({ connection, requested }),
        onDone: { target: 'adding', actions: { type: 'setRequest', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'setEnd', params: fails } },
      },
      after: { api: { target: 'ended', actions: { type: 'setEnd', params: unanswered } } },
    },
    adding: {
      description: 'The API is creating the session and a key that co-signs.',
      tags: 'busy',
      invoke: {
        id: 'add',
        src: 'add',
        input: ({ context: { connection, request } }) => ({ connection, request: assertDefined(request) }),
        onDone: { target: 'requesting', actions: { type: 'setAdded', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'setEnd', params: fails } },
      },
      after: { api: { target: 'ended', actions: { type: 'setEnd', params: unadded } } },
    },
    requesting: {
      description: 'The wallet shows the requested permissions.',
      tags: 'busy',
      entry: ['setOpened', 'submitRequest'],
      on: {
        'sessionGrant.cancel': { target: 'ended', actions: [endAsCancelled, 'cancelRequest', 'leaveView'] },
        'requests.settled': [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event },
            target: 'activating',
            actions: { type: 'setAnswer', params: ({ event }) => event },
          },
          { target: 'ended', actions: [{ type: 'setEnd', params: ungranted }, 'leaveView'] },
        ],
      },
      after: {
        lost: { target: 'ended', actions: [{ type: 'setEnd', params: unanswered }, 'cancelRequest', 'leaveView'] },
      },
    },
    activating: {
      description: 'The wallet granted the permissions. The API is being notified, so that its key signs.',
      tags: 'busy',
      invoke: {
        id: 'activate',
        src: 'activate',
        input: ({ context: { connection, request, added, answer } }) => ({
          connection,
          request: assertDefined(request),
          added: assertDefined(added),
          answer,
        }),
        onDone: { target: 'granted', actions: { type: 'setGranted', params: ({ event }) => event } },
        onError: {
          target: 'ended',
          actions: [{ type: 'setEnd', params: ({ event }) => unactivated(event.error) }, 'leaveView', 'showFailed'],
        },
      },
      on: { 'sessionGrant.cancel': { target: 'ended', actions: [endAsCancelled, 'leaveView'] } },
      after: {
        api: {
          target: 'ended',
          actions: [
            { type: 'setEnd', params: () => unactivated(new LatchkeyError('api.expired')) },
            'leaveView',
            'showFailed',
          ],
        },
      },
    },
    granted: { type: 'final', description: 'The session can be used.' },
    ended: {
      type: 'final',
      description: 'There is no usable session. Outcome: `cancelled`, `declined`, `expired` or `failed`.',
    },
  },
})

export const sessionGrantLogic = withContract<SessionGrantContract>()(sessionGrantMachine)
