/** Service: decides when sessions end, and ends them one after the other. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Connection } from '../shared/account.types.ts'
import type { SignInRules } from '../project/configuration.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { done, failed } from '../shared/outcome.rules.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { signIn } from './signIn.contract.ts'
import type { Leaving, SignOutContract } from './signOut.contract.ts'

type Context = SignOutContract['context']

type Active = { event: { connection: Connection } }
/** Another account or another network became active: the sessions of the others may end. */
const activeMeanwhile = {
  guard: 'isEndedBySwitching',
  actions: {
    type: 'enqueue',
    params: ({ event: { connection } }: Active) => ({ whose: 'others' as const, connection }),
  },
} as const
const active = { ...activeMeanwhile, target: '.deciding' } as const

const unanswered = () => ({ error: new LatchkeyError('signIn.unanswered') })

export const signOutMachine = setup({
  types: {} as SetupTypes<SignOutContract>,
  actors: {
    /** Ends some sessions in the session store. */
    end: promiseActor<void, { leaving: Leaving; rules: SignInRules }>('signOut.end'),
  },
  actions: {
    enqueue: assign({ queue: ({ context }, leaving: Leaving) => [...context.queue, leaving] }),
    addWaiter: assign({
      requestIds: ({ context: { requestIds } }, { requestId }: { requestId?: string }) =>
        requestId === undefined ? requestIds : [...requestIds, requestId],
    }),
    stopWaiting: assign({
      requestIds: ({ context }, { requestId }: { requestId: string }) =>
        context.requestIds.filter((one) => one !== requestId),
    }),
    setError: assign({ error: (_, { error }: { error: unknown }) => toLatchkeyError(error) }),
    dequeue: assign({ queue: ({ context }) => context.queue.slice(1) }),
    /** Ends the session of the active account, whatever is in progress. */
    notifyEnded: sendToActorIfRunning(signIn)(() => ({ type: 'signIn.end' })),
    settle: enqueueActions(({ context: { requestIds, error }, enqueue }) => {
      enqueue.assign({ requestIds: [], error: undefined })
      const outcome = error ? failed(error) : done(undefined)
      for (const requestId of requestIds) enqueue.emit({ type: 'signOut.settled', requestId, outcome })
    }),
    /** Shows an error only if a caller waits. */
    showFailed: sendToActor(snackbar)((_: undefined, { error, requestIds }: Context) =>
      error && requestIds.length > 0
        ? { type: 'snackbar.show', message: { variant: 'error', code: error.code, params: error.params } }
        : undefined,
    ),
  },
  guards: {
    /** More sessions have to end. */
    hasMore: ({ context }) => context.queue.length > 0,
    /** The app ends the sessions of a wallet when it disconnects. */
    isEndedByDisconnecting: ({ context }) => context.rules.endsWith.connection,
    /** The app ends the other sessions when another account or another network becomes active. */
    isEndedBySwitching: ({ context: { rules } }) => rules.endsWith.account || rules.endsWith.network,
  },
  delays: {
    /** How long the session store may take to end sessions. */
    end: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'signOut',
  description: 'Decides when sessions end, and ends them.',
  meta: { kind: 'service', spec: ['1.3'] },
  context: ({ input }) => ({ rules: input, queue: [], requestIds: [], error: undefined }),
  initial: 'idle',
  on: {
    'signOut.submit': {
      target: '.deciding',
      actions: [
        { type: 'addWaiter', params: ({ event }) => event },
        { type: 'enqueue', params: { whose: 'all' } },
        'notifyEnded',
      ],
    },
    'signOut.cancel': { actions: { type: 'stopWaiting', params: ({ event }) => event } },
    'account.disconnected': {
      guard: 'isEndedByDisconnecting',
      target: '.deciding',
      actions: { type: 'enqueue', params: ({ event: { namespace } }) => ({ whose: 'namespace', namespace }) },
    },
    'account.connected': active,
    'account.changed': active,
    'account.networkChanged': active,
  },
  states: {
    idle: { description: 'No session is being ended.' },
    deciding: {
      description: 'Decides whether more sessions have to end.',
      always: [
        { guard: 'hasMore', target: 'ending' },
        { target: 'idle', actions: ['showFailed', 'settle'] },
      ],
    },
    ending: {
      description: 'Sessions are being ended in the session store.',
      tags: 'busy',
      on: {
        'signOut.submit': {
          actions: [
            { type: 'addWaiter', params: ({ event }) => event },
            { type: 'enqueue', params: { whose: 'all' } },
            'notifyEnded',
          ],
        },
        'account.disconnected': {
          guard: 'isEndedByDisconnecting',
          actions: { type: 'enqueue', params: ({ event: { namespace } }) => ({ whose: 'namespace', namespace }) },
        },
        'account.connected': activeMeanwhile,
        'account.changed': activeMeanwhile,
        'account.networkChanged': activeMeanwhile,
      },
      invoke: {
        id: 'end',
        src: 'end',
        input: ({ context: { queue, rules } }) => ({ leaving: assertDefined(queue[0]), rules }),
        onDone: { target: 'deciding', actions: 'dequeue' },
        onError: { target: 'deciding', actions: [{ type: 'setError', params: ({ event }) => event }, 'dequeue'] },
      },
      after: {
        end: { target: 'deciding', actions: [{ type: 'setError', params: unanswered }, 'dequeue'] },
      },
    },
  },
})

export const signOutLogic = withContract<SignOutContract>()(signOutMachine)
