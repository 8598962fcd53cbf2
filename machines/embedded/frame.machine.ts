/** Service: the frame of the embedded wallet, created when it is first needed, and the messages to it. */
import { assign, emit, enqueueActions, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { FrameQuestion } from './frame.schemas.ts'
import type { AlertCode } from '../shared/errors/catalog.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { mustAlert, needsDecision, isSignIn, userAfter } from './frame.rules.ts'
import { crashed } from '../shared/outcome.rules.ts'
import { alerts } from '../shell/alerts.contract.ts'
import type { FrameContract, OpenMessage } from './frame.contract.ts'
import { frameRequestLogic } from './frameRequest.machine.ts'

type Context = FrameContract['context']
interface FrameRequestInput {
  message: FrameQuestion
  requestId: string
}
interface Ended {
  id: string
  outcome: Outcome<unknown>
}

const nameOf = (id: string) => `frameRequest:${id}`
const idOf = (type: string) => type.slice(type.lastIndexOf(':') + 1)
const markAll = (open: readonly OpenMessage[], those: readonly OpenMessage[], mark: 'withdrawn' | 'isUnconfirmed') =>
  open.map((message) => (those.includes(message) ? { ...message, [mark]: true as const } : message))
const isShown = ({ decided, withdrawn }: OpenMessage) => decided !== undefined && withdrawn !== true

const ended = {
  actions: [
    {
      type: 'alertUnresponsive',
      params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event),
    },
    {
      type: 'updateSilent',
      params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event),
    },
    { type: 'setUser', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
    { type: 'syncFrame', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
    { type: 'settle', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
  ],
} as const
const endedBy = ({ type, output }: { type: string; output: Outcome<unknown> }): Ended => ({
  id: idOf(type),
  outcome: output,
})

const unreached = { type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } } as const

export const frameMachine = setup({
  types: {} as SetupTypes<FrameContract>,
  actors: {
    frameRequest: frameRequestLogic,
    /**
     * Adds the frame to the page and reports its events until the state is left. `frame.sync` sends the app's colors and data to
     * it again.
     */
    hold: callbackActor<
      Extract<FrameContract['event'], { type: 'frame.answering' | 'frame.signedOut' | 'frame.lost' }>
    >('frame.hold'),
    /** Checks whether the secure site, which serves the frame, can be reached. */
    reach: promiseActor<boolean>('frame.reach'),
    /** Shows the frame for input until the state is left. */
    show: callbackActor<never>('frame.show'),
  },
  actions: {
    startRequest: enqueueActions(({ context, enqueue }, { message, requestId }: FrameRequestInput) => {
      const id = String(context.count + 1)
      const params = message.type === 'RPC_REQUEST' ? message.payload.params : undefined
      const decided = needsDecision(message) ? { params } : undefined
      enqueue.spawnChild('frameRequest', { id: nameOf(id), input: { id, message } })
      enqueue.assign({
        open: [...context.open, { id, requestId, type: message.type, decided }],
        count: context.count + 1,
      })
    }),
    /** Messages that were posted before ignore this. */
    postAll: enqueueActions(({ context: { open }, enqueue }) => {
      for (const { id } of open) enqueue.sendTo(nameOf(id), { type: 'frameRequest.post' })
    }),
    failAll: enqueueActions(({ context: { open, error }, enqueue }) => {
      if (error) for (const { id } of open) enqueue.sendTo(nameOf(id), { type: 'frameRequest.fail', error })
    }),
    cancelRequests: enqueueActions(({ context: { open }, enqueue }, { requestId }: { requestId: string }) => {
      const those = open.filter((message) => message.requestId === requestId)
      for (const { id } of those) enqueue.sendTo(nameOf(id), { type: 'frameRequest.cancel' })
      enqueue.assign({ open: markAll(open, those, 'withdrawn') })
    }),
    withdrawRequest: enqueueActions(({ context: { open }, enqueue }, { params }: { params: unknown }) => {
      // If several messages are alike, the last one is withdrawn. For the caller they are interchangeable.
      const last = open.findLast((message) => isShown(message) && message.decided?.params === params)
      if (!last) return
      enqueue.sendTo(nameOf(last.id), { type: 'frameRequest.cancel' })
      enqueue.assign({ open: markAll(open, [last], 'withdrawn') })
    }),
    /** Emits the outcome to the caller. */
    settle: enqueueActions(({ context: { open }, enqueue }, { id, outcome }: Ended) => {
      const message = open.find((each) => each.id === id)
      if (!message) return
      enqueue.emit({ type: 'frame.settled', requestId: message.requestId, outcome })
      enqueue.stopChild(nameOf(id))
      enqueue.assign({ open: open.filter((each) => each.id !== id) })
    }),
    setError: assign({ error: (_, { error }: { error: LatchkeyError }) => error }),
    emitSignedOut: emit({ type: 'frame.signedOut' }),
    setAbsence: assign({
      error: () => new LatchkeyError('embedded.lost', { params: { reason: 'it did not answer' } }),
    }),
    setUnconfirmed: assign(({ context: { open } }, { id }: { id: string }) => ({
      open: markAll(
        open,
        open.filter((message) => message.id === id),
        'isUnconfirmed',
      ),
      isSilent: true,
    })),
    /** Any response shows that the frame works. A missing decision of the user does not show the opposite. */
    updateSilent: assign({
      isSilent: ({ context: { open, isSilent } }, { id, outcome: { status } }: Ended) => {
        const message = open.find((each) => each.id === id)
        if (status === 'cancelled' || !message) return isSilent
        return status === 'expired' ? isSilent || (mustAlert(message.type) && !message.decided) : false
      },
    }),
    setUser: assign({
      user: ({ context: { open, user } }, { id, outcome }: Ended) => {
        const message = open.find((each) => each.id === id)
        return message && outcome.status === 'done' ? userAfter(user, message.type, outcome.value) : user
      },
    }),
    clearUser: assign({ user: undefined }),
    /** After a sign-in, the frame receives the app's colors and data. */
    syncFrame: enqueueActions(({ context: { open }, enqueue }, { id, outcome }: Ended) => {
      const message = open.find((each) => each.id === id)
      if (message && outcome.status === 'done' && isSignIn(message.type, outcome.value))
        enqueue.sendTo('hold', { type: 'frame.sync' })
    }),
    resetStatus: assign({ error: undefined, isSilent: false }),
    openAlert: sendToActor(alerts)(({ code }: { code: AlertCode }) => ({ type: 'alerts.open', alert: { code } })),
    /** An unresponsive frame is reported to the developer [8.20]. */
    alertUnresponsive: sendToActor(alerts)(({ id, outcome }: Ended, { open }: Context) => {
      const message = open.find((each) => each.id === id)
      return outcome.status === 'expired' && message && mustAlert(message.type)
        ? { type: 'alerts.open', alert: { code: 'alert.iframeRequestTimeout' } }
        : undefined
    }),
  },
  guards: {
    /** The secure site responds, so it refused to load in this page: the app's domain is not allowed. */
    isReached: (_, { output }: { output: boolean }) => output,
    /** A message waits for the user's decision, so the frame is shown. */
    hasOpenRequest: ({ context }) => context.open.some(isShown),
    /** No message waits for the user's decision, so the frame is hidden. */
    hasNoOpenRequest: ({ context }) => !context.open.some(isShown),
    /** The frame stopped responding, and no open message can still get a response, so a new frame is loaded. */
    isUnresponsive: ({ context: { open, isSilent } }) =>
      isSilent && open.every(({ isUnconfirmed }) => isUnconfirmed === true),
  },
  delays: {
    /** How long the frame may take to load. */
    ready: configurableDelay('frameReadyMs'),
    /** How long to wait for the check of the secure site. */
    reach: configurableDelay('apiMs'),
    /** The time from when the frame is ready until messages are posted. */
    settle: TIMING.frameSettleMs,
  },
}).createMachine({
  id: 'frame',
  description: 'The frame of the embedded wallet: created when it is first needed. All of its messages are validated.',
  meta: { kind: 'service', spec: ['3.19', '4.29', '7.38', '7.39', '7.43', '8.19', '8.20', '8.27', '9.4', '9.7'] },
  context: { open: [], user: undefined, count: 0, isSilent: false, error: undefined },
  initial: 'absent',
  on: {
    'frame.cancel': { actions: { type: 'cancelRequests', params: ({ event }) => event } },
    'xstate.done.actor.*': ended,
    'xstate.error.actor.*': {
      description: 'A crashed item does not affect the others.',
      actions: {
        type: 'settle',
        params: ({ event }) => ({ id: idOf(event.type), outcome: crashed(event.error) }),
      },
    },
  },
  states: {
    absent: {
      description: 'The frame was not needed yet, and nothing was requested from its site.',
      on: { 'frame.request': { target: 'present', actions: { type: 'startRequest', params: ({ event }) => event } } },
    },
    present: {
      description: 'The frame is in the page.',
      entry: 'resetStatus',
      initial: 'loading',
      invoke: {
        id: 'hold',
        src: 'hold',
        onError: {
          target: 'failed',
          actions: [
            {
              type: 'setError',
              params: ({ event }) => ({ error: new LatchkeyError('embedded.loadFailed', { cause: event.error }) }),
            },
            { type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } },
          ],
        },
      },
      on: {
        'frame.request': { actions: { type: 'startRequest', params: ({ event }) => event } },
        'frame.withdraw': { actions: { type: 'withdrawRequest', params: ({ event }) => event } },
        'frame.signedOut': { actions: ['clearUser', 'emitSignedOut'] },
        'frame.lost': { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      states: {
        loading: {
          description: 'Waits for a message of the secure site from the frame.',
          tags: 'busy',
          on: { 'frame.answering': 'settling' },
          after: {
            ready: {
              target: '#frame.explaining',
              actions: { type: 'setError', params: () => ({ error: new LatchkeyError('embedded.loadFailed') }) },
            },
          },
        },
        settling: {
          description: 'The frame is ready. Waits a moment before messages are posted.',
          tags: 'busy',
          after: { settle: 'ready' },
        },
        ready: {
          description: 'The frame responds to messages.',
          initial: 'quiet',
          entry: ['resetStatus', 'postAll'],
          on: {
            'frame.request': [
              {
                description: 'The frame no longer responds, so a new one is loaded.',
                guard: 'isUnresponsive',
                target: '#frame.present',
                reenter: true,
                actions: ['setAbsence', 'failAll', { type: 'startRequest', params: ({ event }) => event }],
              },
              { actions: [{ type: 'startRequest', params: ({ event }) => event }, 'postAll'] },
            ],
            'frame.unanswered': { actions: { type: 'setUnconfirmed', params: ({ event }) => event } },
          },
          states: {
            quiet: {
              description: 'The user does not see the frame.',
              always: { guard: 'hasOpenRequest', target: 'showing' },
            },
            showing: {
              description: 'The user sees the frame and decides in it.',
              tags: 'showing',
              invoke: {
                id: 'show',
                src: 'show',
                onError: { description: 'The frame stays where it is. Its prompts can be withdrawn.' },
              },
              always: { guard: 'hasNoOpenRequest', target: 'quiet' },
            },
          },
        },
      },
    },
    explaining: {
      description: 'The frame did not load. Checks whether the secure site can be reached and thus refuses this page.',
      entry: 'failAll',
      invoke: {
        id: 'reach',
        src: 'reach',
        onDone: [
          {
            guard: { type: 'isReached', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'openAlert', params: { code: 'alert.unverifiedDomain' } },
          },
          { target: 'failed', actions: unreached },
        ],
        onError: { target: 'failed', actions: unreached },
      },
      on: {
        'frame.request': {
          target: 'present',
          actions: [unreached, { type: 'startRequest', params: ({ event }) => event }],
        },
      },
      after: { reach: { target: 'failed', actions: unreached } },
    },
    failed: {
      description: 'The frame could not be loaded, or was replaced or removed. The next message loads it again.',
      entry: 'failAll',
      on: { 'frame.request': { target: 'present', actions: { type: 'startRequest', params: ({ event }) => event } } },
    },
  },
})

export const frameLogic = withContract<FrameContract>()(frameMachine)
