/** Item, one per call of the app: it is answered here, by the wallet, by a node or by a bundler, or it is rejected. */
import { assign, setup } from 'xstate'
import type { PairingSession } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { receivedCapabilities, type ReceivedCapabilities } from './rules/capabilities.ts'
import { validateSwitch, chainAfter, localOutcome, routesForCall, type Route } from './rules/routes.ts'
import { namespaceSessionOf, type NamespaceSession } from './rules/sharedSession.ts'
import type { CallContract, RequestArguments } from './call.contract.ts'
import { provider } from './provider.contract.ts'

/** Why the app cannot switch to the chain of the route, according to the session. */
const switchFault = ({ routes, line }: CallContract['context']) => line && validateSwitch(routes[0], line.session)

/** The wallet's capabilities in an answer, for later calls. */
const capabilitiesIn = ({ call, line }: CallContract['context'], answer: unknown) =>
  line && receivedCapabilities(call, { topic: line.session.topic, answer })

export const callMachine = setup({
  types: {} as SetupTypes<CallContract>,
  actors: {
    /** Sends the call to the wallet, a node or a bundler. Resolves to the response. */
    follow: promiseActor<unknown, { route: Route; call: RequestArguments; line: NamespaceSession }>('call.follow'),
  },
  actions: {
    setKnown: assign({ outcome: ({ context: { routes, outcome } }) => localOutcome(routes[0]) ?? outcome }),
    setAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    setFailure: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    setAbsence: assign({
      outcome: ({ context }) => failed(switchFault(context) ?? new LatchkeyError('session.notConnected')),
    }),
    setSession: assign({
      line: ({ context }, { session }: { session: PairingSession }) => context.line && { ...context.line, session },
    }),
    /** The wallet's answer itself does not matter: only its approval of the chain counts. */
    setArrival: assign({ outcome: () => done(null) }),
    dropRoute: assign({ routes: ({ context: { routes } }) => routes.slice(1) }),
    notifyCapabilities: sendToActor(provider)((capabilities: ReceivedCapabilities) => ({
      type: 'provider.capabilitiesReceived',
      ...capabilities,
    })),
    notifyMoved: sendToActor(provider)((_: undefined, { routes }: CallContract['context']) => ({
      type: 'provider.setChain',
      chainId: chainAfter(routes[0]) ?? '',
    })),
  },
  guards: {
    /** The call needs no request: its result is known, such as the shared accounts, or it is rejected. */
    isAnswerKnown: ({ context: { routes } }) => localOutcome(routes[0]) !== undefined,
    /** The response contains the wallet's capabilities, which are stored for later calls. */
    hasCapabilities: ({ context }, { output }: { output: unknown }) => capabilitiesIn(context, output) !== undefined,
    /** The request failed, but there is another way to get a response, such as the wallet instead of a bundler. */
    hasAnotherRoute: ({ context: { routes } }) => routes.length > 1,
    /** The call switches to another chain, so it waits until the wallet shares an account there. */
    isSwitchingChain: ({ context: { routes } }) => chainAfter(routes[0]) !== undefined,
    /** The wallet has approved the chain that the call switches to, so the app can use it. */
    isOnChain: ({ context }) => chainAfter(context.routes[0]) !== undefined && switchFault(context) === undefined,
    /** The call switches to a chain that the wallet approved before, so no request is needed. */
    isAnswerKnownAndSwitchingChain: ({ context: { routes } }) =>
      localOutcome(routes[0]) !== undefined && chainAfter(routes[0]) !== undefined,
  },
  delays: {
    /** The maximum wait for a response: the time for a decision in the wallet, and for exchanging the messages. */
    follow: configurableDelay('walletRequestMs', 'exchangeMs'),
    /** The maximum wait for the wallet to approve a chain, after it accepted the switch. */
    arrive: configurableDelay('networkSettleMs'),
  },
}).createMachine({
  id: 'call',
  description: 'One call of the app to the connected wallet.',
  meta: { kind: 'item', spec: ['8.51', '8.52', '9.17'] },
  context: ({ input }) => ({
    id: input.id,
    call: input.call,
    line: namespaceSessionOf(input.activeSession, input.namespace),
    routes: routesForCall(input, input.settings),
    outcome: cancelled,
  }),
  output: ({ context: { id, outcome } }) => ({ id, outcome }),
  initial: 'choosing',
  on: { 'call.changed': { actions: { type: 'setSession', params: ({ event }) => event } } },
  states: {
    choosing: {
      description: 'Checks whether the response is known without a request.',
      always: [
        { guard: 'isAnswerKnownAndSwitchingChain', target: 'settled', actions: ['setKnown', 'notifyMoved'] },
        { guard: 'isAnswerKnown', target: 'settled', actions: 'setKnown' },
        { target: 'requesting' },
      ],
    },
    requesting: {
      description: 'Waits for the response of the wallet, a node or a bundler.',
      tags: 'busy',
      invoke: {
        id: 'follow',
        src: 'follow',
        input: ({ context: { routes, call, line } }) => ({
          route: assertDefined(routes[0]),
          call,
          line: assertDefined(line),
        }),
        onDone: [
          {
            guard: 'isOnChain',
            target: 'settled',
            actions: ['setArrival', 'notifyMoved'],
          },
          { guard: 'isSwitchingChain', target: 'waitingForChain' },
          {
            guard: { type: 'hasCapabilities', params: ({ event }) => event },
            target: 'settled',
            actions: [
              { type: 'setAnswer', params: ({ event }) => event },
              {
                type: 'notifyCapabilities',
                params: ({ context, event }) => assertDefined(capabilitiesIn(context, event.output)),
              },
            ],
          },
          { target: 'settled', actions: { type: 'setAnswer', params: ({ event }) => event } },
        ],
        onError: [
          { guard: 'hasAnotherRoute', target: 'choosing', actions: 'dropRoute' },
          { target: 'settled', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
      },
      on: { 'call.cancel': 'cancelled' },
      after: { follow: { target: 'expired', actions: 'setTimedOut' } },
    },
    waitingForChain: {
      description:
        'The wallet accepted the switch to another chain. Waits until it approves the chain and shares an account there.',
      tags: 'busy',
      always: { guard: 'isOnChain', target: 'settled', actions: ['setArrival', 'notifyMoved'] },
      on: { 'call.cancel': 'cancelled' },
      after: { arrive: { target: 'settled', actions: 'setAbsence' } },
    },
    settled: { type: 'final', description: 'The call returned a result or was rejected.' },
    expired: { type: 'final', description: 'There was no response in time.' },
    cancelled: { type: 'final', description: 'The call was cancelled.' },
  },
})
