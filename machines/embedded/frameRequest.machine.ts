/** Item, one per message to the frame of the embedded wallet. Each one gets one response and can be cancelled individually. */
import { assign, setup } from 'xstate'
import type { FrameQuestion } from './frame.schemas.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay, configurableDelayBy } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { frameRefusal, needsDecision, timeoutFor } from './frame.rules.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { frame } from './frame.contract.ts'
import type { FrameRequestContract } from './frameRequest.contract.ts'

type Context = FrameRequestContract['context']

/** Longer than the frame may take to load, except for a sign-out. */
const LOADING = { decision: 'frameAnswerMs', signOut: 'signOutMs', answer: 'frameAnswerMs' } as const
const PATIENCE = { decision: 'frameDecisionMs', signOut: 'signOutMs', answer: 'frameAnswerMs' } as const

export const frameRequestMachine = setup({
  types: {} as SetupTypes<FrameRequestContract>,
  actors: {
    /** Posts the message and resolves to the frame's response. Rejects with `embedded.refused` or `embedded.malformed`. */
    post: promiseActor<unknown, { id: string; message: FrameQuestion }>('frameRequest.post'),
    /** Requests that the frame withdraw the message. */
    withdraw: promiseActor<void, { id: string }>('frameRequest.withdraw'),
  },
  actions: {
    setAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    setRefusal: assign({ outcome: (_, { error }: { error: unknown }) => frameRefusal(error) }),
    setLoss: assign({ outcome: (_, { error }: { error: LatchkeyError }) => failed(error) }),
    notifySilence: sendToActor(frame)((_: undefined, { id }: Context) => ({ type: 'frame.unanswered', id })),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('embedded.expired')) }),
  },
  guards: {
    /** The user decides the message in the frame and may have decided already, so the frame must withdraw it first. */
    isDecided: ({ context }) => needsDecision(context.message),
  },
  delays: {
    /** How long to wait for the response. A decision of the user may take longer. */
    answer: configurableDelayBy(PATIENCE, ({ message }: Context) => timeoutFor(message)),
    /** How long to wait for the frame to load. */
    load: configurableDelayBy(LOADING, ({ message }: Context) => timeoutFor(message)),
    /** How long to wait until the frame confirms the withdrawal. */
    withdrawal: configurableDelay('signOutMs'),
  },
}).createMachine({
  id: 'frameRequest',
  description: 'One message to the frame of the embedded wallet, and its response.',
  meta: { kind: 'item', spec: ['7.39', '7.47', '8.31', '8.32', '9.5', '9.6'] },
  context: ({ input: { id, message } }) => ({ id, message, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'waiting',
  on: { 'frameRequest.fail': { target: '.ended', actions: { type: 'setLoss', params: ({ event }) => event } } },
  states: {
    waiting: {
      description: 'Waits for the frame to load.',
      tags: 'busy',
      on: { 'frameRequest.post': 'requesting', 'frameRequest.cancel': 'ended' },
      after: { load: { target: 'ended', actions: 'setTimedOut' } },
    },
    requesting: {
      description: "The message was posted. Waits for the frame's response.",
      tags: 'busy',
      initial: 'open',
      invoke: {
        id: 'post',
        src: 'post',
        input: ({ context: { id, message } }) => ({ id, message }),
        onDone: { target: 'ended', actions: { type: 'setAnswer', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
      },
      after: { answer: { target: 'ended', actions: 'setTimedOut' } },
      states: {
        open: {
          description: 'The caller waits for the response.',
          on: {
            'frameRequest.cancel': [{ guard: 'isDecided', target: 'withdrawing' }, { target: '#frameRequest.ended' }],
          },
        },
        withdrawing: {
          description:
            'Waits for the frame to withdraw the message. A decision that the user made before is still the answer.',
          invoke: {
            id: 'withdraw',
            src: 'withdraw',
            input: ({ context }) => ({ id: context.id }),
            onDone: 'withdrawn',
            onError: 'withdrawn',
          },
          after: { withdrawal: { target: 'withdrawn', actions: 'notifySilence' } },
          on: { 'frameRequest.cancel': 'withdrawn' },
        },
        withdrawn: {
          description: 'Waits for the final response: the withdrawal, or the decision that the user made before.',
          on: { 'frameRequest.cancel': { description: 'The message was cancelled already.' } },
        },
      },
    },
    ended: { type: 'final', description: 'The message ended. The outcome is the response, or why there is none.' },
  },
})

export const frameRequestLogic = withContract<FrameRequestContract>()(frameRequestMachine)
