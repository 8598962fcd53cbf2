/** Item, one an attempt to connect: a session of an earlier visit, or an offer until a wallet takes it up. */
import { assign, setup } from 'xstate'
import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession } from '../schemas/pairing.ts'
import { toLatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { listener } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { cancelled, done, failed } from '../rules/outcomes.ts'
import { proposedNamespaces } from '../rules/pairing/handlers.ts'
import type { OfferContract } from './offer.contract.ts'
import type { Offer, Proposed } from './proposal.contract.ts'
import { provider } from './provider.contract.ts'

type Heard = Extract<OfferContract['event'], { type: 'offer.made' | 'offer.ended' }>

export const offerMachine = setup({
  types: {} as TypesOf<OfferContract>,
  actors: {
    /** Proposes a session until a wallet takes it up; takes the proposal back when the state is left before. */
    propose: listener<Heard, { proposed: Proposed }>('offer.propose'),
  },
  actions: {
    askForSessions: tell(provider)({ type: 'provider.look' }),
    tellMade: tell(provider)(({ offer }: { offer: Offer }, { id }: OfferContract['context']) => ({
      type: 'provider.offered',
      id,
      offer,
    })),
    keepJoined: assign({ outcome: ({ context: { joining } }) => (joining ? done(joining) : cancelled) }),
    keepOutcome: assign({ outcome: (_, { outcome }: { outcome: Outcome<PairingSession> }) => outcome }),
  },
  guards: {
    speaking: ({ context }) => context.speaking,
    joining: ({ context }) => context.joining !== undefined,
    found: (_, { session }: { session: PairingSession | undefined }) => session !== undefined,
  },
}).createMachine({
  id: 'offer',
  description: 'One attempt to connect a wallet on another device.',
  meta: { kind: 'item', spec: ['4.35', '8.51'] },
  context: ({ input }) => ({ ...input, outcome: cancelled }),
  output: ({ context: { id, namespace, joining, outcome } }) => ({
    id,
    namespace,
    joining: joining !== undefined,
    outcome,
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Passing through: does the wallet that is spoken to serve the namespace, or is another one wanted?',
      always: [
        { guard: 'joining', target: 'settled', actions: 'keepJoined' },
        { guard: 'speaking', target: 'offering' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'A wallet may have said yes on an earlier visit.',
      entry: 'askForSessions',
      on: {
        'offer.looked': [
          {
            guard: { type: 'found', params: ({ event }) => event },
            target: 'settled',
            actions: {
              type: 'keepOutcome',
              params: ({ event: { session } }) => ({ outcome: session ? done(session) : cancelled }),
            },
          },
          { target: 'offering' },
        ],
        'offer.unknown': {
          target: 'settled',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: failed(event.error) }) },
        },
      },
    },
    offering: {
      description: 'A wallet may take it up.',
      tags: 'offering',
      invoke: {
        id: 'propose',
        src: 'propose',
        input: ({ context: { chains } }) => ({ proposed: { optionalNamespaces: proposedNamespaces(chains) } }),
        onError: {
          target: 'settled',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: failed(toLatchkeyError(event.error)) }) },
        },
      },
      on: {
        'offer.made': { actions: { type: 'tellMade', params: ({ event }) => event } },
        'session.opened': {
          target: 'settled',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: done(event.session) }) },
        },
        'offer.ended': { target: 'settled', actions: { type: 'keepOutcome', params: ({ event }) => event } },
      },
    },
    settled: { type: 'final', description: 'What became of it is known.' },
  },
})
