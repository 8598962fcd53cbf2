/** Item, one an attempt to connect: a session of an earlier visit, or an offer until a wallet takes it up. */
import { assign, setup } from 'xstate'
import type { Outcome } from '../entities/attempt.ts'
import type { Cacao, PairingSession } from '../schemas/pairing.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { track } from '../root/track.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { Happening } from '../facts.ts'
import { cancelled, done, failed } from '../rules/outcomes.ts'
import type { SignInParams } from '../rules/pairing/authenticate.ts'
import { proposedNamespaces } from '../rules/pairing/handlers.ts'
import type { OfferContract } from './offer.contract.ts'
import type { Offer, Proposed } from './proposal.contract.ts'
import { provider } from './provider.contract.ts'

type Ended = Pick<Extract<OfferContract['event'], { type: 'offer.ended' }>, 'outcome' | 'credentials'>
type Heard = Extract<OfferContract['event'], { type: 'offer.made' | 'offer.ended' }>

/** Action: what became of a sign-in with a session counts. */
const count = (type: 'signIn.done' | 'signIn.failed') =>
  track((_: undefined, { params, credentials }: OfferContract['context']): Happening => ({
    type,
    networkId: there(params).chains[0] as NetworkId,
    isSmart: credentials[0]?.s.t === 'eip1271',
  }))

export const offerMachine = setup({
  types: {} as TypesOf<OfferContract>,
  actors: {
    /** Proposes a session until a wallet takes it up; takes the proposal back when the state is left before. */
    propose: listener<Heard, { proposed: Proposed; params: SignInParams | undefined }>('offer.propose'),
    /** What the wallet is to sign with the session, with a nonce of whoever verifies it. */
    write: effect<SignInParams, { chains: readonly string[] }>('offer.write'),
    /** Has what the wallet signed verified and kept. */
    keep: effect<void, { credentials: readonly Cacao[]; chains: readonly string[] }>('offer.keep'),
  },
  actions: {
    keepParams: assign({ params: (_, { output }: { output: SignInParams }) => output }),
    keepOffer: assign({ offer: (_, { offer }: { offer: Offer }) => offer }),
    keepSigned: assign((_, { outcome, credentials = [] }: Ended) => ({ outcome, credentials })),
    trackDone: count('signIn.done'),
    trackFailed: count('signIn.failed'),
    /** Whoever is not signed in is not connected either: the session is left. */
    refuse: assign(({ context: { outcome } }, { error }: { error: unknown }) => ({
      outcome: failed(toLatchkeyError(error)),
      unwanted: outcome.status === 'done' ? outcome.value.topic : undefined,
    })),
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
    signsIn: ({ context }) => context.signsIn,
    signed: ({ context }, { outcome, credentials = [] }: Ended) =>
      context.params !== undefined && outcome.status === 'done' && credentials.length > 0,
    /** What the wallet signed comes with the end of the offer, after its session. */
    signing: ({ context: { params, offer } }, { session }: { session: PairingSession }) =>
      params !== undefined && session.pairingTopic === offer?.pairingTopic,
    joining: ({ context }) => context.joining !== undefined,
    found: (_, { session }: { session: PairingSession | undefined }) => session !== undefined,
  },
  delays: { write: timeout('apiMs'), keep: timeout('verifyMs') },
}).createMachine({
  id: 'offer',
  description: 'One attempt to connect a wallet on another device.',
  meta: { kind: 'item', spec: ['4.35', '8.51'] },
  context: ({ input }) => ({
    ...input,
    params: undefined,
    offer: undefined,
    credentials: [],
    unwanted: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { id, namespace, joining, outcome, unwanted } }) => ({
    id,
    namespace,
    joining: joining !== undefined,
    outcome,
    ...(unwanted !== undefined && { unwanted }),
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Passing through: does the wallet that is spoken to serve the namespace, or is another one wanted?',
      always: [
        { guard: 'joining', target: 'settled', actions: 'keepJoined' },
        { guard: 'speaking', target: 'beginning' },
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
          { target: 'beginning' },
        ],
        'offer.unknown': {
          target: 'settled',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: failed(event.error) }) },
        },
      },
    },
    beginning: {
      description: 'Passing through: is the wallet to sign in with the session?',
      always: [{ guard: 'signsIn', target: 'writing' }, { target: 'offering' }],
    },
    writing: {
      description:
        'What is to be signed is written. Where it cannot be, the visitor is asked once the wallet is connected.',
      tags: 'offering',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { chains } }) => ({ chains }),
        onDone: { target: 'offering', actions: { type: 'keepParams', params: ({ event }) => event } },
        onError: 'offering',
      },
      after: { write: 'offering' },
    },
    offering: {
      description: 'A wallet may take it up.',
      tags: 'offering',
      invoke: {
        id: 'propose',
        src: 'propose',
        input: ({ context: { chains, params } }) => ({
          proposed: { optionalNamespaces: proposedNamespaces(chains) },
          params,
        }),
        onError: {
          target: 'settled',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: failed(toLatchkeyError(event.error)) }) },
        },
      },
      on: {
        'offer.made': {
          actions: [
            { type: 'keepOffer', params: ({ event }) => event },
            { type: 'tellMade', params: ({ event }) => event },
          ],
        },
        'session.opened': [
          { guard: { type: 'signing', params: ({ event }) => event } },
          {
            target: 'settled',
            actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: done(event.session) }) },
          },
        ],
        'offer.ended': [
          {
            guard: { type: 'signed', params: ({ event }) => event },
            target: 'keeping',
            actions: { type: 'keepSigned', params: ({ event }) => event },
          },
          { target: 'settled', actions: { type: 'keepOutcome', params: ({ event }) => event } },
        ],
      },
    },
    keeping: {
      description: 'Whoever verifies sign-ins has what the wallet signed.',
      invoke: {
        id: 'keep',
        src: 'keep',
        input: ({ context: { credentials, params } }) => ({ credentials, chains: there(params).chains }),
        onDone: { target: 'settled', actions: 'trackDone' },
        onError: { target: 'settled', actions: [{ type: 'refuse', params: ({ event }) => event }, 'trackFailed'] },
      },
      after: {
        keep: {
          target: 'settled',
          actions: [
            { type: 'refuse', params: () => ({ error: new LatchkeyError('signIn.unanswered') }) },
            'trackFailed',
          ],
        },
      },
    },
    settled: { type: 'final', description: 'What became of it is known.' },
  },
})
