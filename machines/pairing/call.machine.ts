/** Item, one per call of the app: it is answered here, by the wallet, by a node or by a bundler, or it is rejected. */
import { assign, setup } from 'xstate'
import type { PairingSession } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { cancelled, done, expired, failed } from '../shared/outcome.rules.ts'
import { learntFrom, type Learnt } from './rules/capabilities.ts'
import { arrivalFault, chainAfter, known, routesTo, type Route } from './rules/routes.ts'
import { lineOf, type Line } from './rules/sharedSession.ts'
import type { CallContract, Question } from './call.contract.ts'
import { provider } from './provider.contract.ts'

/** Why the app cannot follow the wallet to its chain, as far as the session shows. */
const faultOf = ({ routes, line }: CallContract['context']) => line && arrivalFault(routes[0], line.session)

/** What the answer reveals about the wallet's capabilities, for later calls. */
const learnt = ({ call, line }: CallContract['context'], answer: unknown) =>
  line && learntFrom(call, { topic: line.session.topic, answer })

export const callMachine = setup({
  types: {} as TypesOf<CallContract>,
  actors: {
    /** Follows a route that needs a network request. Resolves to the answer. */
    follow: effect<unknown, { route: Route; call: Question; line: Line }>('call.follow'),
  },
  actions: {
    keepKnown: assign({ outcome: ({ context: { routes, outcome } }) => known(routes[0]) ?? outcome }),
    keepAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    keepFailure: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    keepAbsence: assign({
      outcome: ({ context }) => failed(faultOf(context) ?? new LatchkeyError('session.notConnected')),
    }),
    keepSession: assign({
      line: ({ context }, { session }: { session: PairingSession }) => context.line && { ...context.line, session },
    }),
    /** The wallet's answer itself does not matter: only its approval of the chain counts. */
    keepArrival: assign({ outcome: () => done(null) }),
    nextWay: assign({ routes: ({ context: { routes } }) => routes.slice(1) }),
    tellLearnt: tell(provider)((learnt: Learnt) => ({ type: 'provider.learnt', ...learnt })),
    tellMoved: tell(provider)((_: undefined, { routes }: CallContract['context']) => ({
      type: 'provider.move',
      chainId: chainAfter(routes[0]) ?? '',
    })),
  },
  guards: {
    known: ({ context: { routes } }) => known(routes[0]) !== undefined,
    telling: ({ context }, { output }: { output: unknown }) => learnt(context, output) !== undefined,
    another: ({ context: { routes } }) => routes.length > 1,
    moving: ({ context: { routes } }) => chainAfter(routes[0]) !== undefined,
    /** The chain is approved: it was before, or the wallet has updated the session since. */
    arrived: ({ context }) => chainAfter(context.routes[0]) !== undefined && faultOf(context) === undefined,
    knownAndMoving: ({ context: { routes } }) => known(routes[0]) !== undefined && chainAfter(routes[0]) !== undefined,
  },
  delays: { follow: timeout('walletRequestMs', 'exchangeMs'), arrive: timeout('networkSettleMs') },
}).createMachine({
  id: 'call',
  description: 'One call of the app to the connected wallet.',
  meta: { kind: 'item', spec: ['8.51', '8.52', '9.17'] },
  context: ({ input }) => ({
    id: input.id,
    call: input.call,
    line: lineOf(input.spoken, input.namespace),
    routes: routesTo(input, input.site),
    outcome: cancelled,
  }),
  output: ({ context: { id, outcome } }) => ({ id, outcome }),
  initial: 'choosing',
  on: { 'call.changed': { actions: { type: 'keepSession', params: ({ event }) => event } } },
  states: {
    choosing: {
      description: 'Checks whether the answer is known without a request.',
      always: [
        { guard: 'knownAndMoving', target: 'settled', actions: ['keepKnown', 'tellMoved'] },
        { guard: 'known', target: 'settled', actions: 'keepKnown' },
        { target: 'following' },
      ],
    },
    following: {
      description: 'Waits for the answer of the wallet, a node or a bundler.',
      tags: 'busy',
      invoke: {
        id: 'follow',
        src: 'follow',
        input: ({ context: { routes, call, line } }) => ({ route: there(routes[0]), call, line: there(line) }),
        onDone: [
          {
            guard: 'arrived',
            target: 'settled',
            actions: ['keepArrival', 'tellMoved'],
          },
          { guard: 'moving', target: 'arriving' },
          {
            guard: { type: 'telling', params: ({ event }) => event },
            target: 'settled',
            actions: [
              { type: 'keepAnswer', params: ({ event }) => event },
              { type: 'tellLearnt', params: ({ context, event }) => there(learnt(context, event.output)) },
            ],
          },
          { target: 'settled', actions: { type: 'keepAnswer', params: ({ event }) => event } },
        ],
        onError: [
          { guard: 'another', target: 'choosing', actions: 'nextWay' },
          { target: 'settled', actions: { type: 'keepFailure', params: ({ event }) => event } },
        ],
      },
      on: { 'call.cancel': 'cancelled' },
      after: { follow: { target: 'expired', actions: 'keepSilence' } },
    },
    arriving: {
      description:
        'The wallet accepted the switch to another chain. Waits until it approves the chain and shares an account there.',
      tags: 'busy',
      always: { guard: 'arrived', target: 'settled', actions: ['keepArrival', 'tellMoved'] },
      on: { 'call.cancel': 'cancelled' },
      after: { arrive: { target: 'settled', actions: 'keepAbsence' } },
    },
    settled: { type: 'final', description: 'The call was answered or rejected.' },
    expired: { type: 'final', description: 'There was no answer in time.' },
    cancelled: { type: 'final', description: 'The call was cancelled.' },
  },
})
