/** The wallet's responses to sign-ins: one at a time per sign-in, with a session on both sides or on neither. */
import type { Cacao } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { installBuffer } from './buffer.ts'
import type { Calls } from './calls.ts'
import { endSession, deleteSession, isOwn } from './client.ts'
import type { Client } from './client.types.ts'
import { internalsOf } from './internals.ts'
import type { PairingDriver } from '../port.ts'
import type { Dispatcher } from './dispatcher.ts'

type Answers = Pick<PairingDriver, 'approveSignIn' | 'rejectSignIn' | 'sessions'>

export function createSignInAnswers(client: Client, calls: Calls, { dispatch, deferMessages }: Dispatcher): Answers {
  const { engine } = internalsOf(client)
  /** The last response to each sign-in. */
  const answers = new Map<number, Promise<unknown>>()
  /** Credentials that are being sent or were sent. */
  const sendStates = new WeakMap<object, { signal: AbortSignal; isSent: boolean }>()
  const endingTopics = new Set<string>()
  const pendingRequests = () => client.auth.requests.getAll().filter(({ requester }) => !isOwn(client, requester))
  const findRequest = (id: number) => pendingRequests().find((request) => request.id === id)

  const endInBackground = (topic: string) => {
    endingTopics.add(topic)
    endSession(client, topic)
      .catch(() => {})
      .finally(() => endingTopics.delete(topic))
  }

  async function respond<Value>(id: number, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await answers.get(id)?.catch(() => {})
    signal.throwIfAborted()
    const { pairingTopic = '' } = findRequest(id) ?? {}
    const response = work()
    answers.set(id, response)
    try {
      return await response
    } finally {
      if (answers.get(id) === response) answers.delete(id)
      // The response was sent although it was cancelled, so the request cannot be answered any more.
      if (signal.aborted && !findRequest(id))
        dispatch({ type: 'authentication.refused', pairingTopic, error: new LatchkeyError('session.authTimedOut') })
    }
  }

  async function approve(id: number, auths: Cacao[], signal: AbortSignal): Promise<unknown> {
    installBuffer()
    const sendState = { signal, isSent: false }
    sendStates.set(auths, sendState)
    let isNeeded = false
    try {
      const { session } = await client.approveSessionAuthenticate({ id, auths })
      isNeeded = !signal.aborted
      return session
    } finally {
      // The client stores the session before it sends the credentials.
      const createdSession = client.session.getAll().find(({ authentication }) => authentication === auths)
      if (createdSession && !isNeeded) {
        if (sendState.isSent) endInBackground(createdSession.topic)
        else await deleteSession(client, createdSession.topic)
      }
    }
  }

  const { sendResult } = engine
  engine.sendResult = async (sending) => {
    const cacaos = isRecord(sending.result) ? sending.result['cacaos'] : undefined
    const sendState = typeof cacaos === 'object' && cacaos !== null ? sendStates.get(cacaos) : undefined
    sendState?.signal.throwIfAborted()
    if (sendState) sendState.isSent = true
    await sendResult(sending)
  }
  // Ends sessions that were stored before a reload, when it was not yet known whether the credentials were sent.
  for (const { topic, pairingTopic } of client.session.getAll())
    if (pendingRequests().some((request) => request.pairingTopic === pairingTopic)) endInBackground(topic)

  return {
    approveSignIn: ({ id, credentials }, signal) =>
      calls.run(
        () => respond(id, signal, () => deferMessages(() => approve(id, [...credentials], signal))),
        signal,
        'connect',
      ),
    rejectSignIn: (params, signal) =>
      calls.run(() => respond(params.id, signal, () => client.rejectSessionAuthenticate(params)), signal, 'connect'),
    sessions: () => client.session.getAll().filter(({ topic }) => !endingTopics.has(topic)),
  }
}
