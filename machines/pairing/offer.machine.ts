/** Item, one per attempt to connect: a session of an earlier visit, or an offer until a wallet accepts it. */
import { assign, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Cacao, PairingSession } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { TypesOf } from '../core/contract.ts'
import { effect, listener, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { track } from '../analytics/track.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { Happening } from '../events.ts'
import { cancelled, done, failed } from '../shared/outcome.rules.ts'
import type { SignInParams } from './rules/authenticate.ts'
import { proposedNamespaces } from './rules/handlers.ts'
import type { OfferContract } from './offer.contract.ts'
import type { Offer, Proposed } from './proposal.contract.ts'
import { provider } from './provider.contract.ts'

type Ended = Pick<Extract<OfferContract['event'], { type: 'offer.ended' }>, 'outcome' | 'credentials'>
type Heard = Extract<OfferContract['event'], { type: 'offer.made' | 'offer.ended' }>

/** Action: record the result of a sign-in with a session for analytics. */
const count = (type: 'signIn.done' | 'signIn.failed') =>
  track((_: undefined, { params, credentials }: OfferContract['context']): Happening => ({
    type,
    networkId: there(params).chains[0] as NetworkId,
    isSmart: credentials[0]?.s.t === 'eip1271',
  }))

export const offerMachine = setup({
  types: {} as TypesOf<OfferContract>,
  actors: {
    /** Proposes a session until a wallet accepts it. Withdraws the proposal if the state is left before. */
    propose: listener<Heard, { proposed: Proposed; params: SignInParams | undefined }>('offer.propose'),
    /** Writes what the wallet must sign with the session, with a nonce from the verifier. */
    write: effect<SignInParams, { chains: readonly string[] }>('offer.write'),
    /** Sends the credentials to the verifier, which verifies and stores them. */
    keep: effect<void, { credentials: readonly Cacao[]; chains: readonly string[] }>('offer.keep'),
  },
  actions: {
    keepParams: assign({ params: (_, { output }: { output: SignInParams }) => output }),
    keepOffer: assign({ offer: (_, { offer }: { offer: Offer }) => offer }),
    keepSigned: assign((_, { outcome, credentials = [] }: Ended) => ({ outcome, credentials })),
    trackDone: count('signIn.done'),
    trackFailed: count('signIn.failed'),
    /** A user who is not signed in is not connected either: the session is disconnected. */
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
    /** With a sign-in, the credentials arrive with the end of the offer, after the session. */
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
      description: 'Checks whether the active session serves the namespace, or another wallet is to connect.',
      always: [
        { guard: 'joining', target: 'settled', actions: 'keepJoined' },
        { guard: 'speaking', target: 'beginning' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'Waits for the search for sessions of an earlier visit.',
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
      description: 'Checks whether connecting includes a sign-in by the wallet.',
      always: [{ guard: 'signsIn', target: 'writing' }, { target: 'offering' }],
    },
    writing: {
      description:
        'The text to sign is being written. If that fails, the user signs in after the wallet has connected.',
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
      description: 'Waits for a wallet to accept the offer.',
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
      description: 'The verifier receives what the wallet signed.',
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
    settled: { type: 'final', description: 'The attempt ended.' },
  },
})
