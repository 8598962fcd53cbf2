/** The app's proposals and sign-ins: creates them, reports their result once, and withdraws them. */
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type { PairingMessage } from '../../../machines/pairing/messages.ts'
import { peerError } from '../../../machines/pairing/rules/peerErrors.ts'
import { parsePairingUri } from '../../../machines/pairing/rules/uri.ts'
import { installBuffer } from './buffer.ts'
import type { Calls } from './calls.ts'
import {
  endSession,
  deleteProposal,
  deleteSignIn,
  isOwn,
  storeRequiredNamespaces,
  retractPairing,
  watchResponses,
} from './client.ts'
import type { Client } from './client.types.ts'
import { handleSignIns } from './engineGuards.ts'
import type { PairingUri } from '../../../machines/pairing/proposal.contract.ts'
import type { PairingDriver } from '../port.ts'
import type { Dispatcher } from './dispatcher.ts'

type ProposalResult = Extract<PairingMessage, { pairingTopic: string }>
interface Proposals extends Pick<PairingDriver, 'propose' | 'authenticate' | 'withdraw' | 'pairingUris' | 'pairings'> {
  /** Resolves when the peers have been notified of all withdrawals. */
  waitForWithdrawals(): Promise<void>
}

const toPairingUri = (uri: string): PairingUri => {
  const { topic, expiryTimestamp = 0 } = parsePairingUri(uri)
  return { uri, pairingTopic: topic, expiresAt: expiryTimestamp * 1_000 }
}

type ProposalStates = ReturnType<typeof createProposalStates>

/** The open proposals and sign-ins. Each one ends once. */
function createProposalStates(client: Client, dispatch: Dispatcher['dispatch']) {
  const signIns = new Set<string>()
  /** Pairings whose proposal was answered or withdrawn. A session settled on a `closed` one is ended immediately. */
  const closedPairings = new Map<string, 'answered' | 'closed'>()
  const unwatch = new Map<string, () => void>()
  const withdrawals = new Set<Promise<void>>()

  function close(pairingTopic: string, status: 'answered' | 'closed') {
    closedPairings.set(pairingTopic, status)
    unwatch.get(pairingTopic)?.()
    unwatch.delete(pairingTopic)
  }

  function reportResult(result: ProposalResult) {
    const { type, pairingTopic } = result
    if (closedPairings.has(pairingTopic)) return
    close(pairingTopic, type.endsWith('.refused') ? 'closed' : 'answered')
    dispatch(result)
  }

  const refuse = (pairingTopic: string, error: LatchkeyError) =>
    reportResult({
      type: signIns.has(pairingTopic) ? 'authentication.refused' : 'proposal.refused',
      pairingTopic,
      error,
    })

  const endSettledSessions = (pairingTopic: string) => {
    for (const session of client.session.getAll())
      if (session.pairingTopic === pairingTopic) endSession(client, session.topic).catch(() => {})
  }

  async function withdraw({ pairingTopic }: Pick<PairingUri, 'pairingTopic'>) {
    if (closedPairings.has(pairingTopic)) return
    close(pairingTopic, 'closed')
    // The topic stays subscribed until it expires: a wallet that has just approved has a session, which must be ended.
    const retraction = retractPairing(client, pairingTopic)
    withdrawals.add(retraction)
    await retraction.finally(() => withdrawals.delete(retraction))
  }

  function createPairingUri(uri: string, signal: AbortSignal): PairingUri {
    const pairingUri = toPairingUri(uri)
    const abort = () => void withdraw(pairingUri).catch(() => {})
    if (signal.aborted) abort()
    else {
      signal.addEventListener('abort', abort, { once: true })
      unwatch.set(pairingUri.pairingTopic, () => signal.removeEventListener('abort', abort))
    }
    return pairingUri
  }
  return { signIns, closedPairings, withdrawals, reportResult, refuse, endSettledSessions, withdraw, createPairingUri }
}

/** Subscribes to the results of proposals and sign-ins. */
function watchProposals(
  client: Client,
  { signIns, closedPairings, reportResult, refuse, endSettledSessions }: ProposalStates,
  { dispatch, deferMessages }: Dispatcher,
): void {
  const { core } = client
  client.on('session_connect', ({ session }) => {
    const { pairingTopic } = session
    if (closedPairings.get(pairingTopic) === 'closed') endSettledSessions(pairingTopic)
    // A session that a wallet without sign-in support settles instead is the response to the sign-in.
    else if (!signIns.has(pairingTopic)) reportResult({ type: 'proposal.settled', pairingTopic, session })
  })
  client.on('proposal_expire', ({ id }) => {
    // The proposal is deleted by now, but its message is kept longer.
    const message = core.history.values.find((record) => record.id === id)
    if (message && !signIns.has(message.topic)) refuse(message.topic, new LatchkeyError('pairing.proposalExpired'))
  })
  watchResponses(client, 'wc_sessionPropose', ({ topic, params, error }) => {
    if (error === undefined || signIns.has(topic) || !isOwn(client, params?.proposer)) return
    refuse(topic, peerError(error, 'connect'))
  })
  core.pairing.events.on('pairing_delete', ({ topic }: { topic: string }) => {
    const proposals = client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic)
    for (const { id } of proposals) void deleteProposal(client, id)
    for (const { id, pairingTopic } of client.auth.requests.getAll()) {
      if (pairingTopic !== topic) continue
      void deleteSignIn(client, id)
      dispatch({ type: 'authentication.refused', pairingTopic, error: new LatchkeyError('session.authTimedOut') })
    }
    if (proposals.length > 0) refuse(topic, new LatchkeyError('pairing.proposalExpired'))
  })
  handleSignIns(client, async (pairingTopic, handle) => {
    await deferMessages(handle).catch((cause: unknown) =>
      refuse(pairingTopic, new LatchkeyError('session.authMalformed', { cause })),
    )
    if (closedPairings.get(pairingTopic) === 'closed') endSettledSessions(pairingTopic)
  })
}

export function createProposals(client: Client, calls: Calls, dispatcher: Dispatcher): Proposals {
  const { core } = client
  const uriOf = (pairingTopic: string) => core.pairing.formatUriFromPairing(core.pairing.pairings.get(pairingTopic))
  const state = createProposalStates(client, dispatcher.dispatch)
  const { signIns, closedPairings, withdrawals, reportResult, refuse, withdraw, createPairingUri } = state
  watchProposals(client, state, dispatcher)

  return {
    propose: ({ requiredNamespaces = {}, ...params }, signal) =>
      calls.run(
        async () => {
          // `approval` is never called: it resolves only for a single caller and in time. The events above are used instead.
          const { pairingTopic: reusedTopic = '' } = params
          const { uri = uriOf(reusedTopic) } = await client.connect(params)
          // The response to an earlier proposal over the same pairing does not count for the new one.
          closedPairings.delete(reusedTopic)
          const pairingUri = createPairingUri(uri, signal)
          await storeRequiredNamespaces(client, pairingUri.pairingTopic, requiredNamespaces)
          return pairingUri
        },
        signal,
        'connect',
      ),
    authenticate: (params, signal) =>
      calls.run(
        async () => {
          installBuffer()
          const signIn = await client.authenticate(params)
          // Call it once and immediately, before a wallet can respond: the result is not emitted elsewhere.
          const answer = signIn.response()
          const pairingUri = createPairingUri(signIn.uri, signal)
          const { pairingTopic } = pairingUri
          signIns.add(pairingTopic)
          answer.then(
            ({ auths: credentials, session }) =>
              reportResult({ type: 'authentication.answered', pairingTopic, credentials, session }),
            (error: unknown) => refuse(pairingTopic, peerError(error, 'connect')),
          )
          return pairingUri
        },
        signal,
        'connect',
      ),
    withdraw,
    pairings: () => core.pairing.pairings.getAll().map(({ topic, expiry }) => ({ topic, expiry })),
    waitForWithdrawals: async () => void (await Promise.allSettled(withdrawals)),
    pairingUris: () =>
      client.proposal.getAll().flatMap(({ pairingTopic, proposer, requiredNamespaces }) => {
        if (!isOwn(client, proposer)) return []
        const pairing = core.pairing.pairings.getAll().find(({ topic }) => topic === pairingTopic)
        // An active pairing was used or withdrawn. Only the page that requested a sign-in can decrypt its response.
        if (!pairing || pairing.active || pairing.methods || !core.crypto.keychain.has(pairingTopic)) return []
        const pairingUri = toPairingUri(core.pairing.formatUriFromPairing(pairing))
        return pairingUri.expiresAt > Date.now()
          ? [{ ...pairingUri, ...(Object.keys(requiredNamespaces).length > 0 && { requiredNamespaces }) }]
          : []
      }),
  }
}
