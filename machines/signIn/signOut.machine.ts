/** Service: the accounts that are signed in on this page, and how their sign-ins end. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import { namespaceOf, type Namespace } from '../entities/namespace.ts'
import type { SignedIn } from '../entities/signIn.ts'
import type { Outcome } from '../entities/attempt.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { tellIfThere } from '../kit/system.ts'
import { done, failed } from '../rules/outcomes.ts'
import { signIn } from './signIn.contract.ts'
import type { SignOutContract } from './signOut.contract.ts'

type Context = SignOutContract['context']
type Ended = { outcome: Outcome<undefined> }

const isSame = (one: SignedIn, other: SignedIn): boolean =>
  one.chainId === other.chainId && one.accountAddress === other.accountAddress
const without = (accounts: readonly SignedIn[], ended: readonly SignedIn[]) =>
  accounts.filter((one) => !ended.some((other) => isSame(one, other)))

/** What a namespace's wallet no longer acts for, or no longer on that network. */
const leftBy = ({ known, rules: { endsWith } }: Context, { namespace, address, networkId }: Connection) =>
  known.filter(
    ({ chainId, accountAddress }) =>
      namespaceOf(chainId) === namespace &&
      ((endsWith.account && accountAddress !== address) || (endsWith.network && chainId !== networkId)),
  )
const ofNamespace = ({ known, rules: { endsWith } }: Context, namespace: Namespace) =>
  endsWith.connection ? known.filter(({ chainId }) => namespaceOf(chainId) === namespace) : []

const failure = (cause: unknown): Ended => ({ outcome: failed(toLatchkeyError(cause)) })
const moved = [
  {
    guard: { type: 'leaves', params: ({ event }: { event: { connection: Connection } }) => event },
    target: '.ending',
    actions: { type: 'endLeft', params: ({ event }: { event: { connection: Connection } }) => event },
  },
] as const

export const signOutMachine = setup({
  types: {} as TypesOf<SignOutContract>,
  actors: {
    /** Ends the sign-ins of accounts, one after the other. */
    revoke: effect<void, readonly SignedIn[]>('signOut.revoke'),
  },
  actions: {
    know: assign({
      known: ({ context: { known } }, { account }: { account: SignedIn }) => [...without(known, [account]), account],
    }),
    wait: assign({ attempts: ({ context }, { attempt }: { attempt: string }) => [...context.attempts, attempt] }),
    stopWaiting: assign({
      attempts: ({ context }, { attempt }: { attempt: string }) => context.attempts.filter((one) => one !== attempt),
    }),
    endAll: assign({ ending: ({ context }) => context.known }),
    endLeft: assign({
      ending: ({ context }, { connection }: { connection: Connection }) => [
        ...without(context.ending, leftBy(context, connection)),
        ...leftBy(context, connection),
      ],
    }),
    endNamespace: assign({
      ending: ({ context }, { namespace }: { namespace: Namespace }) => [
        ...without(context.ending, ofNamespace(context, namespace)),
        ...ofNamespace(context, namespace),
      ],
    }),
    forget: assign(({ context: { known, ending } }) => ({ known: without(known, ending), ending: [] })),
    keep: assign({ ending: [] }),
    tellEnded: tellIfThere(signIn)((_: undefined, { ending }: Context) => ({ type: 'signIn.ended', accounts: ending })),
    settle: enqueueActions(({ context: { attempts }, enqueue }, { outcome }: Ended) => {
      enqueue.assign({ attempts: [] })
      for (const attempt of attempts) enqueue.emit({ type: 'signOut.settled', attempt, outcome })
    }),
  },
  guards: {
    leaves: ({ context }, { connection }: { connection: Connection }) => leftBy(context, connection).length > 0,
    leavesNamespace: ({ context }, { namespace }: { namespace: Namespace }) =>
      ofNamespace(context, namespace).length > 0,
  },
  delays: { revoke: timeout('apiMs') },
}).createMachine({
  id: 'signOut',
  description: 'The accounts that are signed in on this page, and how their sign-ins end.',
  meta: { kind: 'service', spec: ['1.3'] },
  context: ({ input }) => ({ rules: input, known: [], ending: [], attempts: [] }),
  initial: 'idle',
  on: {
    'signOut.know': { actions: { type: 'know', params: ({ event }) => event } },
    'signOut.submit': { target: '.ending', actions: [{ type: 'wait', params: ({ event }) => event }, 'endAll'] },
    'signOut.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
    'account.disconnected': {
      guard: { type: 'leavesNamespace', params: ({ event }) => event },
      target: '.ending',
      actions: { type: 'endNamespace', params: ({ event }) => event },
    },
    'account.changed': moved,
    'account.networkChanged': moved,
  },
  states: {
    idle: { description: 'Who is signed in stays so.' },
    ending: {
      description: 'Sign-ins end: whoever keeps them is told.',
      tags: 'busy',
      invoke: {
        id: 'revoke',
        src: 'revoke',
        input: ({ context: { ending } }) => ending,
        onDone: {
          target: 'idle',
          actions: ['tellEnded', 'forget', { type: 'settle', params: { outcome: done(undefined) } }],
        },
        onError: {
          target: 'idle',
          actions: ['keep', { type: 'settle', params: ({ event }) => failure(event.error) }],
        },
      },
      after: {
        revoke: {
          target: 'idle',
          actions: ['keep', { type: 'settle', params: () => failure(new LatchkeyError('signIn.unanswered')) }],
        },
      },
    },
  },
})

export const signOutLogic = seal<SignOutContract>()(signOutMachine)
