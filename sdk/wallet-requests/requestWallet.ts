import type { Connection } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { cancelled, done, expired, failed } from '../../machines/shared/outcome.rules.ts'
import { connectionIn } from '../connection/connections.ts'
import type { Instance } from '../instance/instance.ts'
import { request } from './request.ts'

/** A request to the EVM wallet. */
export interface EvmWalletRequest<Value> {
  /** Names the action in error messages. */
  action: string
  signal?: AbortSignal | undefined
  callFor(connection: Connection): Promise<RpcCall>
  /** Parses the wallet's response. Throws if it is invalid. */
  read(answer: unknown): Value | Promise<Value>
}

/** Requires that the chain is one of the app's networks, or the one the wallet is on. Throws `network.missing`. */
export function assertConfiguredNetwork(
  { actor }: Instance,
  chainId: number | undefined,
  { networkId }: Connection,
): void {
  const targetNetworkId = chainId === undefined ? networkId : (`eip155:${chainId}` as const)
  const { networks } = actor('network').getSnapshot().context
  if (targetNetworkId !== networkId && !networkOf(networks, targetNetworkId)) throw new LatchkeyError('network.missing')
}

/** Runs `work` and converts a thrown error or an abort to an outcome. */
export async function toOutcome<Value>(
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

/** The connected EVM wallet. Throws the reason if there is none. */
export function walletOf(instance: Instance, action: string): Connection {
  const { configuration, started } = instance
  if (!configuration.namespaces.includes('eip155')) throw new LatchkeyError('chain.required', { params: { action } })
  const connection = connectionIn(instance, 'eip155')
  if (connection) return connection
  if (!started()) throw new LatchkeyError('connection.clientMissing')
  throw configuration.namespaces.some((namespace) => connectionIn(instance, namespace))
    ? new LatchkeyError('wallet.namespaceMissing', { params: { namespace: 'eip155' } })
    : new LatchkeyError('wallet.disconnected')
}

/** Sends a request to the EVM wallet. A malformed response fails; it is never returned as a value. */
export const requestWallet = <Value>(
  instance: Instance,
  { action, signal, callFor, read }: EvmWalletRequest<Value>,
): Promise<Outcome<Value>> =>
  toOutcome(async () => {
    const call = await callFor(walletOf(instance, action))
    if (!instance.started()) return cancelled
    const outcome = await request(instance, call, { namespace: 'eip155', ...(signal && { signal }) })
    return outcome.status === 'done' ? done(await read(outcome.value)) : outcome
  })
