import type { Outcome } from '../../machines/entities/attempt.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RpcCall } from '../../machines/requests/request.contract.ts'
import { cancelled, failed } from '../../machines/rules/outcomes.ts'
import { activeNamespace, connectionIn } from '../connections.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { load } from './load.ts'

/** Asks the connected wallet of a namespace, by default the active one. */
export async function request(
  instance: Instance,
  call: RpcCall,
  { namespace = activeNamespace(instance), signal }: { namespace?: Namespace; signal?: AbortSignal } = {},
): Promise<Outcome<unknown>> {
  if (!instance.configuration.namespaces.includes(namespace)) return failed(new LatchkeyError('chain.adapterMissing'))
  const requests = await load(instance, 'requests', signal && { signal })
  if (requests.status !== 'done') return requests
  if (!instance.started()) return cancelled
  const connection = connectionIn(instance, namespace)
  if (!connection) return failed(new LatchkeyError('wallet.disconnected'))
  return outcomeOf(requests.value, { type: 'requests.submit', connection, call }, signal)
}
