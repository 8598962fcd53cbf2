import type { Connection } from '../../machines/entities/account.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import { LatchkeyError, reasonOf } from '../../machines/errors/error.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { cancelled, done, expired, failed } from '../../machines/rules/outcomes.ts'
import { connectionIn } from '../connections.ts'
import type { Instance } from '../instance.ts'
import { request } from './request.ts'

/** A question to the EVM wallet. */
export interface Question<Value> {
  /** As an error says it. */
  action: string
  signal?: AbortSignal | undefined
  callFor(connection: Connection): Promise<RpcCall>
  /** What the answer means; throws what is wrong with it. */
  read(answer: unknown): Value | Promise<Value>
}

/** A chain is one of the site's, or the one that the wallet is on. */
export function assertOffered({ actor }: Instance, chainId: number | undefined, { networkId }: Connection): void {
  const wanted = chainId === undefined ? networkId : (`eip155:${chainId}` as const)
  const { networks } = actor('network').getSnapshot().context
  if (wanted !== networkId && !networkOf(networks, wanted)) throw new LatchkeyError('network.missing')
}

/** What becomes of something that may throw, or be called off. */
export async function attempted<Value>(
  work: () => Promise<Outcome<Value>>,
  signal?: AbortSignal,
): Promise<Outcome<Value>> {
  try {
    const outcome = await work()
    return signal?.aborted ? cancelled : outcome
  } catch (error) {
    if (signal?.aborted) return cancelled
    if (LatchkeyError.is(error, 'send.unreadable')) return expired(error)
    if (error instanceof LatchkeyError) return failed(error)
    return failed(new LatchkeyError('request.failed', { params: { reason: reasonOf(error) }, cause: error }))
  }
}

/** The EVM wallet that is connected. Throws why there is none. */
export function walletOf(instance: Instance, action: string): Connection {
  const { configuration, started } = instance
  if (!configuration.namespaces.includes('eip155')) throw new LatchkeyError('chain.required', { params: { action } })
  const connection = connectionIn(instance, 'eip155')
  if (connection) return connection
  if (!started()) throw new LatchkeyError('connection.clientMissing')
  throw configuration.namespaces.some((other) => connectionIn(instance, other))
    ? new LatchkeyError('wallet.namespaceMissing', { params: { namespace: 'eip155' } })
    : new LatchkeyError('wallet.disconnected')
}

/** Asks the EVM wallet. An answer that does not look as it should is a failure, not a value. */
export const askWallet = <Value>(
  instance: Instance,
  { action, signal, callFor, read }: Question<Value>,
): Promise<Outcome<Value>> =>
  attempted(async () => {
    const call = await callFor(walletOf(instance, action))
    if (!instance.started()) return cancelled
    const outcome = await request(instance, call, { namespace: 'eip155', ...(signal && { signal }) })
    return outcome.status === 'done' ? done(await read(outcome.value)) : outcome
  })
