/** Item, one per attempt to connect: a session of an earlier visit, or a proposal until a wallet approves it. */
import { assign, setup } from 'xstate'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Cacao, PairingSession } from './pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import type { SetupTypes } from '../core/contract.ts'
import { promiseActor, callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { AnalyticsRecord } from '../events.ts'
import { cancelled, done, failed } from '../shared/outcome.rules.ts'
import type { SignInParams } from './rules/authenticate.ts'
import { proposedNamespaces } from './rules/handlers.ts'
import type { PairingAttemptContract } from './pairingAttempt.contract.ts'
import type { PairingUri, Proposed } from './proposal.contract.ts'
import { provider } from './provider.contract.ts'

type ProposalEnd = Pick<Extract<PairingAttemptContract['event'], { type: 'proposal.ended' }>, 'outcome' | 'credentials'>
type ProposalEvent = Extract<PairingAttemptContract['event'], { type: 'pairingUri.created' | 'proposal.ended' }>

/** Action: record the result of a sign-in with a session for analytics. */
const trackSignIn = (type: 'signIn.done' | 'signIn.failed') =>
  trackEvent((_: undefined, { params, credentials }: PairingAttemptContract['context']): AnalyticsRecord => ({
    type,
    networkId: assertDefined(params).chains[0] as NetworkId,
    isSmart: credentials[0]?.s.t === 'eip1271',
  }))

export const pairingAttemptMachine = setup({
  types: {} as SetupTypes<PairingAttemptContract>,
  actors: {
    /** Proposes a session until a wallet accepts it. Withdraws the proposal if the state is left before. */
    propose: callbackActor<ProposalEvent, { proposed: Proposed; params: SignInParams | undefined }>(
      'pairingAttempt.propose',
    ),
    /** Writes what the wallet must sign with the session, with a nonce from the verifier. */
    write: promiseActor<SignInParams, { chains: readonly string[] }>('pairingAttempt.write'),
    /** Sends the credentials to the verifier, which verifies and stores them. */
    storeCredentials: promiseActor<void, { credentials: readonly Cacao[]; chains: readonly string[] }>(
      'pairingAttempt.storeCredentials',
    ),
  },
  actions: {
    setParams: assign({ params: (_, { output }: { output: SignInParams }) => output }),
    setPairingUri: assign({ pairingUri: (_, { pairingUri }: { pairingUri: PairingUri }) => pairingUri }),
    setSigned: assign((_, { outcome, credentials = [] }: ProposalEnd) => ({ outcome, credentials })),
    trackDone: trackSignIn('signIn.done'),
    trackFailed: trackSignIn('signIn.failed'),
    /** A user who is not signed in is not connected either: the session is disconnected. */
    setRefused: assign(({ context: { outcome } }, { error }: { error: unknown }) => ({
      outcome: failed(toLatchkeyError(error)),
      unwanted: outcome.status === 'done' ? outcome.value.topic : undefined,
    })),
    requestSessions: sendToActor(provider)({ type: 'provider.restore' }),
    notifyUriCreated: sendToActor(provider)(
      ({ pairingUri }: { pairingUri: PairingUri }, { id }: PairingAttemptContract['context']) => ({
        type: 'provider.uriCreated',
        id,
        pairingUri,
      }),
    ),
    setJoined: assign({
      outcome: ({ context: { reusedSession } }) => (reusedSession ? done(reusedSession) : cancelled),
    }),
    setOutcome: assign({ outcome: (_, { outcome }: { outcome: Outcome<PairingSession> }) => outcome }),
  },
  guards: {
    /** A session is active already, so the user connects another wallet and earlier sessions do not matter. */
    hasActiveSession: ({ context }) => context.hasActiveSession,
    /** Connecting includes a sign-in, so the text to sign is written first. */
    isSignIn: ({ context }) => context.signsIn,
    /** The wallet connected and signed the text, so its credentials are sent to the verifier. */
    isSigned: ({ context }, { outcome, credentials = [] }: ProposalEnd) =>
      context.params !== undefined && outcome.status === 'done' && credentials.length > 0,
    /** The session was opened by this attempt, but its credentials arrive later, with the end of the proposal. */
    isBeingSigned: ({ context: { params, pairingUri } }, { session }: { session: PairingSession }) =>
      params !== undefined && session.pairingTopic === pairingUri?.pairingTopic,
    /** The active session also serves this namespace, so it is used instead of a new one. */
    isReusingSession: ({ context }) => context.reusedSession !== undefined,
    /** A session of an earlier visit was found, so none is proposed. */
    hasSession: (_, { session }: { session: PairingSession | undefined }) => session !== undefined,
  },
  delays: {
    /** The maximum time to write the text to sign. After that, the wallet connects without a sign-in. */
    write: configurableDelay('apiMs'),
    /** The maximum wait for the verifier. After that, the sign-in has failed and the session is disconnected. */
    storeCredentials: configurableDelay('verifyMs'),
  },
}).createMachine({
  id: 'pairingAttempt',
  description: 'One attempt to connect a wallet on another device.',
  meta: { kind: 'item', spec: ['4.35', '8.51'] },
  context: ({ input }) => ({
    ...input,
    params: undefined,
    pairingUri: undefined,
    credentials: [],
    unwanted: undefined,
    outcome: cancelled,
  }),
  output: ({ context: { id, namespace, reusedSession, outcome, unwanted } }) => ({
    id,
    namespace,
    isReused: reusedSession !== undefined,
    outcome,
    ...(unwanted !== undefined && { unwanted }),
  }),
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Checks whether the active session serves the namespace, or another wallet is to connect.',
      always: [
        { guard: 'isReusingSession', target: 'settled', actions: 'setJoined' },
        { guard: 'hasActiveSession', target: 'beginning' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'Waits for the search for sessions of an earlier visit.',
      entry: 'requestSessions',
      on: {
        'pairingAttempt.searched': [
          {
            guard: { type: 'hasSession', params: ({ event }) => event },
            target: 'settled',
            actions: {
              type: 'setOutcome',
              params: ({ event: { session } }) => ({ outcome: session ? done(session) : cancelled }),
            },
          },
          { target: 'beginning' },
        ],
        'pairingAttempt.unknown': {
          target: 'settled',
          actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: failed(event.error) }) },
        },
      },
    },
    beginning: {
      description: 'Checks whether connecting includes a sign-in by the wallet.',
      always: [{ guard: 'isSignIn', target: 'writing' }, { target: 'waitingForWallet' }],
    },
    writing: {
      description:
        'The text to sign is being written. If that fails, the user signs in after the wallet has connected.',
      tags: 'proposing',
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context: { chains } }) => ({ chains }),
        onDone: { target: 'waitingForWallet', actions: { type: 'setParams', params: ({ event }) => event } },
        onError: 'waitingForWallet',
      },
      after: { write: 'waitingForWallet' },
    },
    waitingForWallet: {
      description: 'Waits for a wallet to approve the proposal.',
      tags: 'proposing',
      invoke: {
        id: 'propose',
        src: 'propose',
        input: ({ context: { chains, params } }) => ({
          proposed: { optionalNamespaces: proposedNamespaces(chains) },
          params,
        }),
        onError: {
          target: 'settled',
          actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: failed(toLatchkeyError(event.error)) }) },
        },
      },
      on: {
        'pairingUri.created': {
          actions: [
            { type: 'setPairingUri', params: ({ event }) => event },
            { type: 'notifyUriCreated', params: ({ event }) => event },
          ],
        },
        'session.opened': [
          { guard: { type: 'isBeingSigned', params: ({ event }) => event } },
          {
            target: 'settled',
            actions: { type: 'setOutcome', params: ({ event }) => ({ outcome: done(event.session) }) },
          },
        ],
        'proposal.ended': [
          {
            guard: { type: 'isSigned', params: ({ event }) => event },
            target: 'storingCredentials',
            actions: { type: 'setSigned', params: ({ event }) => event },
          },
          { target: 'settled', actions: { type: 'setOutcome', params: ({ event }) => event } },
        ],
      },
    },
    storingCredentials: {
      description: 'Sends the signed message to the verifier, which verifies and stores it.',
      invoke: {
        id: 'storeCredentials',
        src: 'storeCredentials',
        input: ({ context: { credentials, params } }) => ({ credentials, chains: assertDefined(params).chains }),
        onDone: { target: 'settled', actions: 'trackDone' },
        onError: { target: 'settled', actions: [{ type: 'setRefused', params: ({ event }) => event }, 'trackFailed'] },
      },
      after: {
        storeCredentials: {
          target: 'settled',
          actions: [
            { type: 'setRefused', params: () => ({ error: new LatchkeyError('signIn.unanswered') }) },
            'trackFailed',
          ],
        },
      },
    },
    settled: { type: 'final', description: 'The attempt ended.' },
  },
})
