/** Service: explains what a wallet request means to the user who decides on it. */
import { assign, setup } from 'xstate'
import type { Explanation, Forecast } from './explanation.types.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { explainUnknownCall, withForecast } from './explanation.rules.ts'
import type { ApprovalContract, PendingCall } from './approval.contract.ts'

/** The input of a forecast. */
interface Forecasting {
  pendingCall: PendingCall
  explanation: Explanation
}

export const approvalMachine = setup({
  types: {} as SetupTypes<ApprovalContract>,
  actors: {
    /** Explains a request: its parts and its warnings. */
    explain: promiseActor<Explanation, PendingCall>('approval.explain'),
    /** Forecasts the result of a request; undefined if it cannot be simulated on the chain. */
    forecast: promiseActor<Forecast | undefined, Forecasting>('approval.forecast'),
  },
  actions: {
    setCall: assign({
      pendingCall: (_, { pendingCall }: { pendingCall: PendingCall }) => pendingCall,
      explanation: undefined,
    }),
    setExplanation: assign({ explanation: (_, { output }: { output: Explanation }) => output }),
    setForecast: assign({
      explanation: ({ context }, { output }: { output: Forecast | undefined }) =>
        withForecast(assertDefined(context.explanation), output),
    }),
    /** A request that could not be explained is shown as raw data, with a warning. */
    setRaw: assign({
      explanation: ({ context }) => {
        const { call } = assertDefined(context.pendingCall)
        return explainUnknownCall(call.method, call.params)
      },
    }),
    clear: assign({ pendingCall: undefined, explanation: undefined }),
  },
  delays: {
    /** How long the explanation, and then the forecast, may take. */
    explain: configurableDelay('explainMs'),
  },
}).createMachine({
  id: 'approval',
  description: 'Explains what a wallet request means to the user who decides on it.',
  meta: { kind: 'service', spec: ['4.32'] },
  context: { pendingCall: undefined, explanation: undefined },
  initial: 'idle',
  on: {
    'approval.show': { target: '.explaining', actions: { type: 'setCall', params: ({ event }) => event } },
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
        input: ({ context }) => assertDefined(context.pendingCall),
        onDone: { target: 'forecasting', actions: { type: 'setExplanation', params: ({ event }) => event } },
        onError: { target: 'unread', actions: 'setRaw' },
      },
      after: { explain: { target: 'unread', actions: 'setRaw' } },
    },
    forecasting: {
      description: 'The request is explained. Its result is being simulated on the chain.',
      invoke: {
        id: 'forecast',
        src: 'forecast',
        input: ({ context }) => ({
          pendingCall: assertDefined(context.pendingCall),
          explanation: assertDefined(context.explanation),
        }),
        onDone: { target: 'explained', actions: { type: 'setForecast', params: ({ event }) => event } },
        onError: 'explained',
      },
      after: { explain: 'explained' },
    },
    explained: { description: 'The request is explained.' },
    unread: { description: 'The request could not be explained: its raw data is shown.' },
  },
})

export const approvalLogic = withContract<ApprovalContract>()(approvalMachine)
