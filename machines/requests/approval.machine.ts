/** Service: what a question to a wallet means, for the visitor who is to decide. */
import { assign, setup } from 'xstate'
import type { Explanation, Forecast } from '../entities/explanation.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { there } from '../kit/there.ts'
import { unknownCall, withForecast } from '../rules/explaining.ts'
import type { ApprovalContract, AskedCall } from './approval.contract.ts'

/** What a forecast is made of. */
interface Forecasting {
  asked: AskedCall
  explanation: Explanation
}

export const approvalMachine = setup({
  types: {} as TypesOf<ApprovalContract>,
  actors: {
    /** What a question means: its parts, and what to look at twice. */
    explain: effect<Explanation, AskedCall>('approval.explain'),
    /** What would come of it; nothing where nobody can tell. */
    forecast: effect<Forecast | undefined, Forecasting>('approval.forecast'),
  },
  actions: {
    keep: assign({ asked: (_, { asked }: { asked: AskedCall }) => asked, explanation: undefined }),
    keepExplanation: assign({ explanation: (_, { output }: { output: Explanation }) => output }),
    keepForecast: assign({
      explanation: ({ context }, { output }: { output: Forecast | undefined }) =>
        withForecast(there(context.explanation), output),
    }),
    /** What nobody could read is shown as it was asked, and said to be. */
    keepRaw: assign({
      explanation: ({ context }) => {
        const { call } = there(context.asked)
        return unknownCall(call.method, call.params)
      },
    }),
    clear: assign({ asked: undefined, explanation: undefined }),
  },
  delays: { explain: timeout('explainMs') },
}).createMachine({
  id: 'approval',
  description: 'What a question to a wallet means, for the visitor who is to decide.',
  meta: { kind: 'service', spec: ['4.32'] },
  context: { asked: undefined, explanation: undefined },
  initial: 'idle',
  on: {
    'approval.show': { target: '.explaining', actions: { type: 'keep', params: ({ event }) => event } },
    'approval.hide': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: { description: 'Nothing is asked that the visitor decides.' },
    explaining: {
      description: 'Tokens and contracts are looked up on the chain.',
      tags: 'busy',
      invoke: {
        id: 'explain',
        src: 'explain',
        input: ({ context }) => there(context.asked),
        onDone: { target: 'forecasting', actions: { type: 'keepExplanation', params: ({ event }) => event } },
        onError: { target: 'unread', actions: 'keepRaw' },
      },
      after: { explain: { target: 'unread', actions: 'keepRaw' } },
    },
    forecasting: {
      description: 'It is known what is asked, and tried on the chain what would come of it.',
      invoke: {
        id: 'forecast',
        src: 'forecast',
        input: ({ context }) => ({ asked: there(context.asked), explanation: there(context.explanation) }),
        onDone: { target: 'explained', actions: { type: 'keepForecast', params: ({ event }) => event } },
        onError: 'explained',
      },
      after: { explain: 'explained' },
    },
    explained: { description: 'It is known what is asked.' },
    unread: { description: 'It could not be read: it is shown as it was asked.' },
  },
})

export const approvalLogic = seal<ApprovalContract>()(approvalMachine)
