/** Service: explains what a wallet request means to the user who decides on it. */
import { assign, setup } from 'xstate'
import type { Explanation, Forecast } from './explanation.types.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { there } from '../core/assertDefined.ts'
import { unknownCall, withForecast } from './explanation.rules.ts'
import type { ApprovalContract, AskedCall } from './approval.contract.ts'

/** The input of a forecast. */
interface Forecasting {
  asked: AskedCall
  explanation: Explanation
}

export const approvalMachine = setup({
  types: {} as TypesOf<ApprovalContract>,
  actors: {
    /** Explains a request: its parts and its warnings. */
    explain: effect<Explanation, AskedCall>('approval.explain'),
    /** Forecasts the result of a request; undefined if the chain cannot tell. */
    forecast: effect<Forecast | undefined, Forecasting>('approval.forecast'),
  },
  actions: {
    keep: assign({ asked: (_, { asked }: { asked: AskedCall }) => asked, explanation: undefined }),
    keepExplanation: assign({ explanation: (_, { output }: { output: Explanation }) => output }),
    keepForecast: assign({
      explanation: ({ context }, { output }: { output: Forecast | undefined }) =>
        withForecast(there(context.explanation), output),
    }),
    /** A request that could not be explained is shown as raw data, with a warning. */
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
  description: 'Explains what a wallet request means to the user who decides on it.',
  meta: { kind: 'service', spec: ['4.32'] },
  context: { asked: undefined, explanation: undefined },
  initial: 'idle',
  on: {
    'approval.show': { target: '.explaining', actions: { type: 'keep', params: ({ event }) => event } },
    'approval.hide': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: { description: "No request waits for the user's decision." },
    explaining: {
      description: 'Tokens and contracts are being looked up on the chain.',
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
      description: 'The request is explained. Its result is being simulated on the chain.',
      invoke: {
        id: 'forecast',
        src: 'forecast',
        input: ({ context }) => ({ asked: there(context.asked), explanation: there(context.explanation) }),
        onDone: { target: 'explained', actions: { type: 'keepForecast', params: ({ event }) => event } },
        onError: 'explained',
      },
      after: { explain: 'explained' },
    },
    explained: { description: 'The request is explained.' },
    unread: { description: 'The request could not be explained: its raw data is shown.' },
  },
})

export const approvalLogic = seal<ApprovalContract>()(approvalMachine)
