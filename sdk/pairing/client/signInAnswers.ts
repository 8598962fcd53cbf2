/** The wallet's responses to sign-ins: one at a time per sign-in, with a session on both sides or on neither. */
import type { Cacao } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { lendBuffer } from './buffer.ts'
import type { Calls } from './calls.ts'
import { endSession, forgetSession, isOwn } from './client.ts'
import type { Client } from './client.types.ts'
import { internalsOf } from './internals.ts'
import type { PairingDriver } from '../port.ts'
import type { Dispatcher } from './dispatcher.ts'

type Answers = Pick<PairingDriver, 'approveSignIn' | 'rejectSignIn' | 'sessions'>

export function createSignInAnswers(client: Client, calls: Calls, { tell, afterwards }: Dispatcher): Answers {
  const { engine } = internalsOf(client)
  /** The last response to each sign-in. */
  const answers = new Map<number, Promise<unknown>>()
  /** Credentials that are being sent or were sent. */
  const given = new WeakMap<object, { signal: AbortSignal; sent: boolean }>()
  const ending = new Set<string>()
  const asked = () => client.auth.requests.getAll().filter(({ requester }) => !isOwn(client, requester))
  const find = (id: number) => asked().find((request) => request.id === id)

  const end = (topic: string) => {
    ending.add(topic)
    endSession(client, topic)
      .catch(() => {})
      .finally(() => ending.delete(topic))
  }

  async function answer<Value>(id: number, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await answers.get(id)?.catch(() => {})
    signal.throwIfAborted()
    const { pairingTopic = '' } = find(id) ?? {}
    const answered = work()
    answers.set(id, answered)
    try {
      return await answered
    } finally {
      if (answers.get(id) === answered) answers.delete(id)
      // The response was sent although it was cancelled, so the request cannot be answered any more.
      if (signal.aborted && !find(id))
        tell({ type: 'authentication.refused', pairingTopic, error: new LatchkeyError('session.authTimedOut') })
    }
  }

  async function approve(id: number, auths: Cacao[], signal: AbortSignal): Promise<unknown> {
    lendBuffer()
    const giving = { signal, sent: false }
    given.set(auths, giving)
    let wanted = false
    try {
      const { session } = await client.approveSessionAuthenticate({ id, auths })
      wanted = !signal.aborted
      return session
    } finally {
      // The client stores the session before it sends the credentials.
      const made = client.session.getAll().find(({ authentication }) => authentication === auths)
      if (made && !wanted) {
        if (giving.sent) end(made.topic)
        else await forgetSession(client, made.topic)
      }
    }
  }

  const { sendResult } = engine
  engine.sendResult = async (sending) => {
    const cacaos = isRecord(sending.result) ? sending.result['cacaos'] : undefined
    const giving = typeof cacaos === 'object' && cacaos !== null ? given.get(cacaos) : undefined
    giving?.signal.throwIfAborted()
    if (giving) giving.sent = true
    await sendResult(sending)
  }
  // Ends sessions that were stored before a reload, when it was not yet known whether the credentials were sent.
  for (const { topic, pairingTopic } of client.session.getAll())
    if (asked().some((request) => request.pairingTopic === pairingTopic)) end(topic)

  return {
    approveSignIn: ({ id, credentials }, signal) =>
      calls.run(
        () => answer(id, signal, () => afterwards(() => approve(id, [...credentials], signal))),
        signal,
        'connect',
      ),
    rejectSignIn: (params, signal) =>
      calls.run(() => answer(params.id, signal, () => client.rejectSessionAuthenticate(params)), signal, 'connect'),
    sessions: () => client.session.getAll().filter(({ topic }) => !ending.has(topic)),
  }
}
