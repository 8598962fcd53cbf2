/** Flow, one per revocation: the session is fetched, revoked by the wallet, and revoked in the API. */
import { assign, setup } from 'xstate'
import { caipAddressOf, type Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SmartSession } from './smartSession.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { groupOf } from './smartSessions.rules.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import type { SessionRevocationContract } from './sessionRevocation.contract.ts'

type Context = SessionRevocationContract['context']
type Unrevoked = { outcome: Outcome<never> }

/** The id of its only wallet request. */
const REQUEST_ID = '1'

const endAsCancelled = { type: 'setEnd', params: { outcome: cancelled } } as const
const unread = (cause: unknown): Unrevoked => ({
  outcome: failed(new LatchkeyError('smartSession.fetchFailed', { cause })),
})
const unrevoked = (cause: unknown): Unrevoked => ({
  outcome: failed(new LatchkeyError('smartSession.revokeFailed', { cause })),
})
const late = () => new LatchkeyError('api.expired')
/** The outcome if the wallet did not revoke the session. A decline stays a decline. */
const refused = ({ event: { outcome } }: { event: { outcome: Outcome<unknown> } }): Unrevoked => {
  if (outcome.status === 'failed') return unrevoked(outcome.error)
  return { outcome: outcome.status === 'done' ? cancelled : outcome }
}

export const sessionRevocationMachine = setup({
  types: {} as SetupTypes<SessionRevocationContract>,
  actors: {
    /** Fetches all sessions of the account. */
    fetchSessions: promiseActor<readonly SmartSession[], Connection>('sessionRevocation.fetchSessions'),
    /** Passes the wallet's response to the API, which revokes the session as well. */
    revoke: promiseActor<void, { connection: Connection; pci: string; answer: unknown }>('sessionRevocation.revoke'),
  },
  actions: {
    /** Only an active session can be revoked. */
    setSession: assign({
      session: ({ context: { pci }, system }, { output }: { output: readonly SmartSession[] }) =>
        output.find((each) => each.pci === pci && groupOf(each, now(system)) === 'active'),
    }),
    setAnswer: assign({
      answer: (_, { outcome }: { outcome: Outcome<unknown> }) => ('value' in outcome ? outcome.value : undefined),
    }),
    setUnknown: assign({
      outcome: ({ context: { pci } }) => failed(new LatchkeyError('smartSession.unknown', { params: { pci } })),
    }),
    setRevoked: assign({ outcome: done(undefined) }),
    setEnd: assign({ outcome: (_, { outcome }: Unrevoked) => outcome }),
    submitRequest: sendToActor(requests)((_: undefined, { connection, pci, session }: Context, requester) => {
      const { permissions, expiry } = assertDefined(session)
      const params = { pci, permissions, expiry, address: caipAddressOf(connection) }
      return {
        type: 'requests.submit',
        requestId: REQUEST_ID,
        request: { kind: 'call', connection, call: { method: 'wallet_revokePermissions', params: [params] } },
        requester,
      }
    }),
    cancelRequest: sendToActor(requests)((_: undefined, __: Context, requester) => ({
      type: 'requests.cancel',
      requestId: REQUEST_ID,
      requester,
    })),
    showFailed: sendToActor(snackbar)((_: undefined, { isReported, outcome }: Context) =>
      isReported && 'error' in outcome
        ? {
            type: 'snackbar.show',
            message: { variant: 'error', code: outcome.error.code, params: outcome.error.params },
          }
        : undefined,
    ),
  },
  guards: {
    /** The session exists and is active, so the wallet can revoke it. */
    isKnown: ({ context }) => context.session !== undefined,
    /** The wallet revoked the session, so the API is notified next. */
    isAnswered: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.status === 'done',
  },
  delays: {
    /** How long the API may take to return the sessions, or to revoke the session. */
    api: configurableDelay('apiMs'),
    /** If the wallet request does not settle within this time, the revocation is treated as failed (`expired`). */
    lost: configurableDelay('walletRequestMs', 'walletRequestMs', 'loadMs'),
  },
}).createMachine({
  id: 'sessionRevocation',
  description: 'Revokes one session: it is fetched, revoked by the wallet, and revoked in the API.',
  meta: { kind: 'flow', spec: ['1.9', '7.22'] },
  context: ({ input }) => ({ ...input, session: undefined, answer: undefined, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'loading',
  on: { 'sessionRevocation.cancel': { target: '.ended', actions: endAsCancelled } },
  states: {
    loading: {
      description: 'The session is being fetched, because the wallet request names its permissions.',
      tags: 'busy',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        input: ({ context }) => context.connection,
        onDone: { target: 'deciding', actions: { type: 'setSession', params: ({ event }) => event } },
        onError: {
          target: 'ended',
          actions: [{ type: 'setEnd', params: ({ event }) => unread(event.error) }, 'showFailed'],
        },
      },
      after: { api: { target: 'ended', actions: [{ type: 'setEnd', params: () => unread(late()) }, 'showFailed'] } },
    },
    deciding: {
      description: 'Decides whether the session exists and is active.',
      always: [
        { guard: 'isKnown', target: 'requesting' },
        { target: 'ended', actions: ['setUnknown', 'showFailed'] },
      ],
    },
    requesting: {
      description: 'The wallet shows the revocation.',
      tags: 'busy',
      entry: 'submitRequest',
      on: {
        'sessionRevocation.cancel': { target: 'ended', actions: [endAsCancelled, 'cancelRequest'] },
        'requests.settled': [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event },
            target: 'reporting',
            actions: { type: 'setAnswer', params: ({ event }) => event },
          },
          { target: 'ended', actions: [{ type: 'setEnd', params: refused }, 'showFailed'] },
        ],
      },
      after: {
        lost: {
          target: 'ended',
          actions: [
            { type: 'setEnd', params: () => ({ outcome: expired(new LatchkeyError('request.expired')) }) },
            'cancelRequest',
            'showFailed',
          ],
        },
      },
    },
    reporting: {
      description: 'The wallet revoked the session. The API is being notified, so that its key no longer signs.',
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context: { connection, pci, answer } }) => ({ connection, pci, answer }),
        onDone: { target: 'revoked', actions: 'setRevoked' },
        onError: {
          target: 'ended',
          actions: [{ type: 'setEnd', params: ({ event }) => unrevoked(event.error) }, 'showFailed'],
        },
      },
      after: { api: { target: 'ended', actions: [{ type: 'setEnd', params: () => unrevoked(late()) }, 'showFailed'] } },
    },
    revoked: { type: 'final', description: 'The session can no longer be used.' },
    ended: {
      type: 'final',
      description: 'The revocation did not complete. The wallet may have revoked the session already.',
    },
  },
})

export const sessionRevocationLogic = withContract<SessionRevocationContract>()(sessionRevocationMachine)
