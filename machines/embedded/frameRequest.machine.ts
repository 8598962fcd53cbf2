/** Item, one per message to the frame of the embedded wallet. Each one is answered once and can be cancelled individually. */
import { assign, setup } from 'xstate'
import type { FrameQuestion } from './frame.schemas.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout, timeoutBy } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { frameRefusal, isDecided, patienceFor } from './frame.rules.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { frame } from './frame.contract.ts'
import type { FrameRequestContract } from './frameRequest.contract.ts'

type Context = FrameRequestContract['context']

/** Longer than the frame may take to load, except for a sign-out. */
const LOADING = { decision: 'frameAnswerMs', signOut: 'signOutMs', answer: 'frameAnswerMs' } as const
const PATIENCE = { decision: 'frameDecisionMs', signOut: 'signOutMs', answer: 'frameAnswerMs' } as const

export const frameRequestMachine = setup({
  types: {} as TypesOf<FrameRequestContract>,
  actors: {
    /** Posts the message and resolves to the frame's answer. Rejects with `embedded.refused` or `embedded.malformed`. */
    post: effect<unknown, { id: string; message: FrameQuestion }>('frameRequest.post'),
    /** Requests that the frame withdraw the message. */
    withdraw: effect<void, { id: string }>('frameRequest.withdraw'),
  },
  actions: {
    keepAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    keepRefusal: assign({ outcome: (_, { error }: { error: unknown }) => frameRefusal(error) }),
    keepLoss: assign({ outcome: (_, { error }: { error: LatchkeyError }) => failed(error) }),
    tellSilence: tell(frame)((_: undefined, { id }: Context) => ({ type: 'frame.unanswered', id })),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('embedded.expired')) }),
  },
  guards: {
    decided: ({ context }) => isDecided(context.message),
  },
  delays: {
    answer: timeoutBy(PATIENCE, ({ message }: Context) => patienceFor(message)),
    /** The frame loads within this time, or reports that it could not. */
    load: timeoutBy(LOADING, ({ message }: Context) => patienceFor(message)),
    withdrawal: timeout('signOutMs'),
  },
}).createMachine({
  id: 'frameRequest',
  description: 'One message to the frame of the embedded wallet, and its answer.',
  meta: { kind: 'item', spec: ['7.39', '7.47', '8.31', '8.32', '9.5', '9.6'] },
  context: ({ input: { id, message } }) => ({ id, message, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'waiting',
  on: { 'frameRequest.fail': { target: '.ended', actions: { type: 'keepLoss', params: ({ event }) => event } } },
  states: {
    waiting: {
      description: 'Waits for the frame to load.',
      tags: 'busy',
      on: { 'frameRequest.post': 'asking', 'frameRequest.cancel': 'ended' },
      after: { load: { target: 'ended', actions: 'keepSilence' } },
    },
    asking: {
      description: "The message was posted. Waits for the frame's answer.",
      tags: 'busy',
      initial: 'open',
      invoke: {
        id: 'post',
        src: 'post',
        input: ({ context: { id, message } }) => ({ id, message }),
        onDone: { target: 'ended', actions: { type: 'keepAnswer', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
      after: { answer: { target: 'ended', actions: 'keepSilence' } },
      states: {
        open: {
          description: 'The caller waits for the answer.',
          on: {
            'frameRequest.cancel': [{ guard: 'decided', target: 'withdrawing' }, { target: '#frameRequest.ended' }],
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
          after: { withdrawal: { target: 'withdrawn', actions: 'tellSilence' } },
          on: { 'frameRequest.cancel': 'withdrawn' },
        },
        withdrawn: {
          description: 'Waits for the final answer: the withdrawal, or the decision that the user made before.',
          on: { 'frameRequest.cancel': { description: 'The message was cancelled already.' } },
        },
      },
    },
    ended: { type: 'final', description: 'The message ended, as the outcome says.' },
  },
})

export const frameRequestLogic = seal<FrameRequestContract>()(frameRequestMachine)
