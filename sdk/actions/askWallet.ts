import type { Connection } from '../../machines/entities/account.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import { LatchkeyError, reasonOf } from '../../machines/errors/error.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import { responseKind } from '../../machines/rules/hex.ts'
import { cancelled, done, failed } from '../../machines/rules/outcomes.ts'
import { connectionIn } from '../connections.ts'
import type { Instance } from '../instance.ts'
import { request } from './request.ts'

/** A question to the EVM wallet whose answer is a hash or a signature. */
export interface Question {
  /** As an error says it. */
  action: string
  signal?: AbortSignal | undefined
  callFor(connection: Connection): Promise<RpcCall>
  isAnswer(value: unknown): value is string
}

/** Asks the EVM wallet. An answer that does not look as it should is a failure, not a value. */
export async function askWallet(
  instance: Instance,
  { action, signal, callFor, isAnswer }: Question,
): Promise<Outcome<string>> {
  const { configuration, started } = instance
  if (!configuration.namespaces.includes('eip155'))
    return failed(new LatchkeyError('chain.required', { params: { action } }))
  const connection = connectionIn(instance, 'eip155')
  if (!connection) return failed(started() ? missing(instance) : new LatchkeyError('connection.clientMissing'))
  try {
    const call = await callFor(connection)
    if (!started()) return cancelled
    const outcome = await request(instance, call, { namespace: 'eip155', ...(signal && { signal }) })
    if (outcome.status !== 'done') return outcome
    return responseKind(outcome.value) === 'transaction' && isAnswer(outcome.value)
      ? done(outcome.value)
      : failed(new LatchkeyError('wallet.invalidResponse'))
  } catch (error) {
    if (error instanceof LatchkeyError) return failed(error)
    return failed(new LatchkeyError('request.failed', { params: { reason: reasonOf(error) }, cause: error }))
  }
}

/** Why no EVM wallet can be asked. */
const missing = (instance: Instance): LatchkeyError =>
  instance.configuration.namespaces.some((other) => connectionIn(instance, other))
    ? new LatchkeyError('wallet.namespaceMissing', { params: { namespace: 'eip155' } })
    : new LatchkeyError('wallet.disconnected')
