import type { Outcome } from '../../machines/entities/attempt.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { OnEnd } from '../../machines/requests/requests.contract.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import { done, failed } from '../../machines/rules/outcomes.ts'
import { activeNamespace, connectionIn } from '../connections.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { revokedIn, revokeSession } from './revokeSession.ts'

/** A revocation has nothing to tell; JSON-RPC writes that as null. */
const answeredWithNull = (outcome: Outcome<undefined>): Outcome<null> =>
  outcome.status === 'done' ? done(null) : outcome

/** Asks the connected wallet of a namespace, by default the active one. */
export async function request(
  instance: Instance,
  call: RpcCall,
  {
    namespace = activeNamespace(instance),
    signal,
    onEnd,
  }: { namespace?: Namespace; signal?: AbortSignal; onEnd?: OnEnd } = {},
): Promise<Outcome<unknown>> {
  if (!instance.configuration.namespaces.includes(namespace)) return failed(new LatchkeyError('chain.adapterMissing'))
  if (!instance.started()) return failed(new LatchkeyError('connection.clientMissing'))
  const connection = connectionIn(instance, namespace)
  if (!connection) return failed(new LatchkeyError('wallet.disconnected'))
  const pci = namespace === 'eip155' ? revokedIn(instance, call) : undefined
  if (pci !== undefined) return answeredWithNull(await revokeSession(instance, pci, { signal }))
  const question = { kind: 'call', connection, call } as const
  return outcomeOf(instance.find('requests'), { type: 'requests.submit', question, ...(onEnd && { onEnd }) }, signal)
}
