/** Flow, one per revocation: the session is fetched, revoked by the wallet, and revoked in the API. */
import { assign, setup } from 'xstate'
import { caipAddressOf, type Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { SmartSession } from './smartSession.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { now } from '../core/time.ts'
import { requests } from '../wallet-requests/requests.contract.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { groupOf } from './smartSessions.rules.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import type { SessionRevocationContract } from './sessionRevocation.contract.ts'

type Context = SessionRevocationContract['context']
type Unrevoked = { outcome: Outcome<never> }

/** The id of its only wallet request. */
const ATTEMPT = '1'

const calledOff = { type: 'keepEnd', params: { outcome: cancelled } } as const
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
  types: {} as TypesOf<SessionRevocationContract>,
  actors: {
    /** Fetches all sessions of the account. */
    fetchSessions: effect<readonly SmartSession[], Connection>('sessionRevocation.fetchSessions'),
    /** Passes the wallet's answer to the API. */
    revoke: effect<void, { connection: Connection; pci: string; answer: unknown }>('sessionRevocation.revoke'),
  },
  actions: {
    /** Only an active session can be revoked. */
    keepSession: assign({
      session: ({ context: { pci }, system }, { output }: { output: readonly SmartSession[] }) =>
        output.find((each) => each.pci === pci && groupOf(each, now(system)) === 'active'),
    }),
    keepAnswer: assign({
      answer: (_, { outcome }: { outcome: Outcome<unknown> }) => ('value' in outcome ? outcome.value : undefined),
    }),
    keepUnknown: assign({
      outcome: ({ context: { pci } }) => failed(new LatchkeyError('smartSession.unknown', { params: { pci } })),
    }),
    keepRevoked: assign({ outcome: done(undefined) }),
    keepEnd: assign({ outcome: (_, { outcome }: Unrevoked) => outcome }),
    ask: tell(requests)((_: undefined, { connection, pci, session }: Context, asker) => {
      const { permissions, expiry } = there(session)
      const asked = { pci, permissions, expiry, address: caipAddressOf(connection) }
      return {
        type: 'requests.submit',
        attempt: ATTEMPT,
        question: { kind: 'call', connection, call: { method: 'wallet_revokePermissions', params: [asked] } },
        asker,
      }
    }),
    unask: tell(requests)((_: undefined, __: Context, asker) => ({
      type: 'requests.cancel',
      attempt: ATTEMPT,
      asker,
    })),
    say: tell(snackbar)((_: undefined, { isSaid, outcome }: Context) =>
      isSaid && 'error' in outcome
        ? {
            type: 'snackbar.show',
            message: { variant: 'error', code: outcome.error.code, params: outcome.error.params },
          }
        : undefined,
    ),
  },
  guards: {
    known: ({ context }) => context.session !== undefined,
    answered: (_, { outcome }: { outcome: Outcome<unknown> }) => outcome.status === 'done',
  },
  delays: {
    api: timeout('apiMs'),
    /** Longer than any wallet request lasts. */
    lost: timeout('walletRequestMs', 'walletRequestMs', 'loadMs'),
  },
}).createMachine({
  id: 'sessionRevocation',
  description: 'Revokes one session: it is fetched, revoked by the wallet, and revoked in the API.',
  meta: { kind: 'flow', spec: ['1.9', '7.22'] },
  context: ({ input }) => ({ ...input, session: undefined, answer: undefined, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'looking',
  on: { 'sessionRevocation.cancel': { target: '.ended', actions: calledOff } },
  states: {
    looking: {
      description: 'The session is being fetched, because the wallet request names its permissions.',
      tags: 'busy',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        input: ({ context }) => context.connection,
        onDone: { target: 'deciding', actions: { type: 'keepSession', params: ({ event }) => event } },
        onError: { target: 'ended', actions: [{ type: 'keepEnd', params: ({ event }) => unread(event.error) }, 'say'] },
      },
      after: { api: { target: 'ended', actions: [{ type: 'keepEnd', params: () => unread(late()) }, 'say'] } },
    },
    deciding: {
      description: 'Decides whether the session exists and is active.',
      always: [
        { guard: 'known', target: 'asking' },
        { target: 'ended', actions: ['keepUnknown', 'say'] },
      ],
    },
    asking: {
      description: 'The wallet shows the revocation.',
      tags: 'busy',
      entry: 'ask',
      on: {
        'sessionRevocation.cancel': { target: 'ended', actions: [calledOff, 'unask'] },
        'requests.settled': [
          {
            guard: { type: 'answered', params: ({ event }) => event },
            target: 'telling',
            actions: { type: 'keepAnswer', params: ({ event }) => event },
          },
          { target: 'ended', actions: [{ type: 'keepEnd', params: refused }, 'say'] },
        ],
      },
      after: {
        lost: {
          target: 'ended',
          actions: [
            { type: 'keepEnd', params: () => ({ outcome: expired(new LatchkeyError('request.expired')) }) },
            'unask',
            'say',
          ],
        },
      },
    },
    telling: {
      description: 'The wallet revoked the session. The API is being notified, so that its key no longer signs.',
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context: { connection, pci, answer } }) => ({ connection, pci, answer }),
        onDone: { target: 'revoked', actions: 'keepRevoked' },
        onError: {
          target: 'ended',
          actions: [{ type: 'keepEnd', params: ({ event }) => unrevoked(event.error) }, 'say'],
        },
      },
      after: { api: { target: 'ended', actions: [{ type: 'keepEnd', params: () => unrevoked(late()) }, 'say'] } },
    },
    revoked: { type: 'final', description: 'The session can no longer be used.' },
    ended: {
      type: 'final',
      description: 'The revocation did not complete. The wallet may have revoked the session already.',
    },
  },
})

export const sessionRevocationLogic = seal<SessionRevocationContract>()(sessionRevocationMachine)
