import type { Connection } from '../../machines/entities/account.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError, reasonOf } from '../../machines/errors/error.ts'
import type { OnEnd } from '../../machines/requests/requests.contract.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import { kindOfMethod } from '../../machines/rules/methods.ts'
import { cancelled, done, failed } from '../../machines/rules/outcomes.ts'
import { activeNamespace, connectionIn } from '../connections.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'
import { grantPermissions } from './grantPermissions.ts'
import { revokeSession, sessionIn } from './revokeSession.ts'

/** A revocation has nothing to tell; JSON-RPC writes that as null. */
const answeredWithNull = (outcome: Outcome<undefined>): Outcome<null> =>
  outcome.status === 'done' ? done(null) : outcome

/** Deeper, and of more values, than any question of JSON-RPC. */
const COPIED = { depth: 64, values: 100_000 }

/** Sessions are of the account that is active. */
const elsewhere = () =>
  new LatchkeyError('smartSession.invalid', { params: { reason: 'a network of another namespace is active' } })
const unasked = (reason: string, cause?: unknown) => new LatchkeyError('request.invalid', { params: { reason }, cause })

/** A question as it is at this moment: whoever holds the original cannot change what was read and is asked. */
function copyOf(value: unknown, depth = 0, left = { values: COPIED.values }): unknown {
  left.values -= 1
  if (depth > COPIED.depth || left.values < 0) throw unasked('it is too large')
  // As JSON a function could say anything: what is read would not be what is asked.
  if (typeof value === 'function') throw unasked('it holds a function')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => copyOf(each, depth + 1, left))
  if (ArrayBuffer.isView(value)) return structuredClone(value)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each, depth + 1, left)]))
}

const unloaded = (cause: unknown): never => {
  throw new LatchkeyError('request.failed', { params: { reason: reasonOf(cause) }, cause })
}
/** Whether the wallet and the account are those of before. */
const isSame = (one: Connection, other: Connection | undefined): boolean =>
  one.connector.id === other?.connector.id && one.address === other.address && one.networkId === other.networkId

/** What is decided by the visitor is judged before; what judges it comes with the first such question. */
async function judge({ configuration: { methods } }: Instance, namespace: Namespace, call: RpcCall): Promise<void> {
  if (namespace !== 'eip155' || kindOfMethod(namespace, call.method, methods) !== 'unsafe') return
  const { judgeCall } = await import('../requests.ts').catch(unloaded)
  judgeCall(call)
}

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
  let copy: RpcCall
  try {
    copy = copyOf(call) as RpcCall
    await judge(instance, namespace, copy)
  } catch (error) {
    return failed(error instanceof LatchkeyError ? error : unasked(reasonOf(error), error))
  }
  if (!instance.started()) return cancelled
  // The visitor may have left meanwhile, or gone to another account.
  if (!isSame(connection, connectionIn(instance, namespace))) return failed(new LatchkeyError('wallet.left'))
  const asked = namespace === 'eip155' ? sessionIn(instance, copy) : undefined
  if (asked && activeNamespace(instance) !== 'eip155') return failed(elsewhere())
  if (asked?.kind === 'grant') return grantPermissions(instance, asked.request, { signal })
  if (asked) return answeredWithNull(await revokeSession(instance, asked.pci, { signal }))
  const question = { kind: 'call', connection, call: copy } as const
  return outcomeOf(instance.find('requests'), { type: 'requests.submit', question, ...(onEnd && { onEnd }) }, signal)
}
