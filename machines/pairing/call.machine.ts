/** Item, one a call of the page: it is answered here, by the wallet, by a node or by a bundler, or it is refused. */
import { assign, setup } from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { cancelled, done, expired, failed } from '../rules/outcomes.ts'
import { chainAfter, known, routesTo, type Route } from '../rules/pairing/routes.ts'
import type { Spoken } from '../rules/pairing/spoken.ts'
import type { CallContract } from './call.contract.ts'

export const callMachine = setup({
  types: {} as TypesOf<CallContract>,
  actors: {
    /** Goes a way that leads out of the page. Resolves to the answer. */
    follow: effect<unknown, { route: Route; call: CallContract['context']['call']; spoken: Spoken }>('call.follow'),
  },
  actions: {
    keepKnown: assign({ outcome: ({ context: { routes, outcome } }) => known(routes[0]) ?? outcome }),
    keepAnswer: assign({ outcome: (_, { output }: { output: unknown }) => done(output) }),
    keepFailure: assign({ outcome: (_, { error }: { error: unknown }) => failed(toLatchkeyError(error)) }),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    nextWay: assign({ routes: ({ context: { routes } }) => routes.slice(1) }),
    tellMoved: tell('provider', (_: undefined, { routes }: CallContract['context']) => ({
      type: 'provider.move',
      chainId: chainAfter(routes[0]) ?? '',
    })),
  },
  guards: {
    known: ({ context: { routes } }) => known(routes[0]) !== undefined,
    another: ({ context: { routes } }) => routes.length > 1,
    moving: ({ context: { routes } }) => chainAfter(routes[0]) !== undefined,
    knownAndMoving: ({ context: { routes } }) => known(routes[0]) !== undefined && chainAfter(routes[0]) !== undefined,
  },
  delays: { follow: TIMEOUTS.walletRequestMs + TIMEOUTS.exchangeMs },
}).createMachine({
  id: 'call',
  description: 'One call of the page to the wallet that it speaks to.',
  meta: { kind: 'item', spec: ['8.50', '8.51', '8.52', '9.17'] },
  context: ({ input: { site, ...input } }) => ({
    ...input,
    routes: routesTo(input.spoken, input.call, site),
    outcome: cancelled,
  }),
  output: ({ context: { id, outcome } }) => ({ id, outcome }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Passing through: must anybody be asked?',
      always: [
        { guard: 'knownAndMoving', target: 'settled', actions: ['keepKnown', 'tellMoved'] },
        { guard: 'known', target: 'settled', actions: 'keepKnown' },
        { target: 'following' },
      ],
    },
    following: {
      description: 'The wallet, a node or a bundler is asked.',
      tags: 'busy',
      invoke: {
        id: 'follow',
        src: 'follow',
        input: ({ context: { routes, call, spoken } }) => ({ route: there(routes[0]), call, spoken: there(spoken) }),
        onDone: [
          {
            guard: 'moving',
            target: 'settled',
            actions: [{ type: 'keepAnswer', params: ({ event }) => event }, 'tellMoved'],
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
    settled: { type: 'final' },
    expired: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
