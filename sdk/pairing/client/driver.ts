/** Translates between the machines and the official client. It works around the client's defects and makes no decisions. */
import { LatchkeyError, reasonOf } from '../../../machines/shared/errors/error.ts'
import type { PairingMessage } from '../../../machines/pairing/messages.ts'
import { createAgreedNamespaces } from './approvedNamespaces.ts'
import { createCalls, connectionError } from './calls.ts'
import { closeClient, endSession, deleteSession, isEndedInOtherTab, openClient } from './client.ts'
import type { Client, DriverOptions } from './client.types.ts'
import { createProposals } from './proposals.ts'
import { watchFloods } from './inboundGuards.ts'
import { withTimeout } from './internals.ts'
import type { PairingDriver } from '../port.ts'
import { storedRequests, watchRequests } from './sessionRequests.ts'
import { createSignInAnswers } from './signInAnswers.ts'
import { createDispatcher } from './dispatcher.ts'

/** How long a closing client waits, in milliseconds, until withdrawals are sent. */
const WITHDRAW_MS = 1_000

/** Opens the official client. It opens no socket before the first pairing or stored session. */
export async function openDriver(options: DriverOptions): Promise<PairingDriver> {
  const client = await openClient(options)
  const agreed = createAgreedNamespaces(client)
  const dispatcher = createDispatcher(() => client.session.keys)
  const { dispatch, watch, deferMessages } = dispatcher
  const calls = createCalls()
  const { waitForWithdrawals, ...proposals } = createProposals(client, calls, dispatcher)
  watchRequests(client, dispatch)
  watchSessions(client, dispatch)
  watchRelay(client, dispatch, calls.interrupt)

  /** Sends a message in a session, unless another tab ended the session. The peer does not notify this tab of that. */
  const sendInSession = <Value>(topic: string, send: () => Promise<Value>, signal: AbortSignal) =>
    calls.run(
      async () => {
        if (!(await isEndedInOtherTab(client, topic))) return send()
        await deleteSession(client, topic)
        dispatch({ type: 'session.deleted', topic })
        throw new LatchkeyError('wallet.left')
      },
      signal,
      'request',
    )

  return {
    ...proposals,
    ...createSignInAnswers(client, calls, dispatcher),
    request: ({ expirySeconds: expiry, ...call }, signal) =>
      sendInSession(call.topic, () => client.request({ ...call, expiry }), signal),

    pair: (uri, signal) => calls.run(async () => void (await client.pair({ uri })), signal, 'connect'),
    approve: (params, signal) =>
      calls.run(() => deferMessages(() => approveProposal(client, dispatch, params, signal)), signal, 'connect'),
    reject: (params, signal) => calls.run(() => client.reject(params), signal, 'connect'),
    respond: ({ topic, id, answer }, signal) =>
      calls.run(
        async () => {
          await client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } })
          // The client would keep it for a month, and write it again with every message.
          client.core.history.delete(topic, id)
        },
        signal,
        'request',
      ),

    update: (params, signal) =>
      sendInSession(params.topic, async () => (await client.update(params)).acknowledged(), signal),
    extend: (params, signal) =>
      sendInSession(params.topic, async () => (await client.extend(params)).acknowledged(), signal),
    ping: (params, signal) => sendInSession(params.topic, () => client.ping(params), signal),
    emit: (params, signal) => sendInSession(params.topic, () => client.emit(params), signal),
    async disconnect({ topic }, signal) {
      signal.throwIfAborted()
      if (!client.session.keys.includes(topic)) return
      if (await isEndedInOtherTab(client, topic)) return deleteSession(client, topic)
      try {
        await calls.run(() => endSession(client, topic), signal, 'request')
      } finally {
        await deleteSession(client, topic)
      }
    },

    ...agreed,
    received: () => storedRequests(client),
    watch,
    async close() {
      calls.interrupt(new LatchkeyError('pairing.unreachable'))
      await withTimeout(WITHDRAW_MS, waitForWithdrawals(), () => undefined)
      await closeClient(client)
    },
  }
}

/**
 * Settles a session. If the call was cancelled meanwhile, the session is ended again, because the proposal can no longer be
 * answered.
 */
async function approveProposal(
  client: Client,
  dispatch: (message: PairingMessage) => void,
  params: Parameters<PairingDriver['approve']>[0],
  signal: AbortSignal,
) {
  const { pairingTopic = '' } = client.proposal.getAll().find(({ id }) => id === params.id) ?? {}
  const { topic } = await client.approve(params)
  if (!signal.aborted) return client.session.get(topic)
  dispatch({ type: 'proposal.refused', pairingTopic, error: new LatchkeyError('pairing.proposalExpired') })
  return endSession(client, topic)
}

/** Reports the messages of a session. Their data is not validated. */
function watchSessions(client: Client, dispatch: (message: PairingMessage) => void): void {
  client.on('session_update', ({ id, topic, params }) =>
    dispatch({ type: 'session.updated', id, topic, namespaces: params.namespaces }),
  )
  client.on('session_extend', ({ id, topic }) => dispatch({ type: 'session.extended', id, topic }))
  client.on('session_ping', ({ id, topic }) => dispatch({ type: 'session.pinged', id, topic }))
  client.on('session_event', ({ id, topic, params }) => dispatch({ type: 'session.emitted', id, topic, params }))
  watchFloods(client, (topic) => dispatch({ type: 'session.flooded', topic }))
  // Also emitted when a session expires.
  client.on('session_delete', ({ topic }) => dispatch({ type: 'session.deleted', topic }))
}

/** Reports the state of the relay connection. If the relay rejects this client, all pending calls fail. */
function watchRelay(
  { core: { relayer } }: Client,
  dispatch: (message: PairingMessage) => void,
  interrupt: (error: LatchkeyError) => void,
): void {
  relayer.on('relayer_connect', () => dispatch({ type: 'relay.connected' }))
  relayer.on('relayer_disconnect', () => dispatch({ type: 'relay.disconnected' }))
  relayer.on('relayer_error', (cause: unknown) => {
    const error = connectionError(cause)
    // The wallet may have received the interrupted requests.
    interrupt(connectionError(new Error(`Connection interrupted: ${reasonOf(cause)}`, { cause })))
    dispatch({ type: 'relay.failed', error })
  })
}
