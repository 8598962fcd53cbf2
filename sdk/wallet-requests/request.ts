import type { Connection } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import type { AfterRequest } from '../../machines/wallet-requests/requests.contract.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { TransactionPurpose } from '../../machines/transactions/sent.types.ts'
import { kindOfMethod } from '../../machines/wallet-requests/methods.rules.ts'
import { networkOrUnsupported } from '../../machines/network/network.rules.ts'
import { cancelled, done, failed } from '../../machines/shared/outcome.rules.ts'
import { crashOutcome } from '../../machines/wallet-requests/walletRequest.rules.ts'
import { TIMEOUTS } from '../../machines/constants.ts'
import { activeNamespace, connectionIn } from '../connection/connections.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { deepCopy, invalidRequest } from './deepCopy.ts'
import { abortable, bounded } from '../platform/abort.ts'
import { grantPermissions } from '../smart-sessions/grantPermissions.ts'
import { revokeSession, sessionIn } from '../smart-sessions/revokeSession.ts'

/** A revocation has no result. JSON-RPC represents that as null. */
const toNullOutcome = (outcome: Outcome<undefined>): Outcome<null> => (outcome.status === 'done' ? done(null) : outcome)

/** Smart sessions belong to the active account. */
const otherNamespaceError = () =>
  new LatchkeyError('smartSession.invalid', { params: { reason: 'a network of another namespace is active' } })

/** The error if the connection has changed since the call was made. */
function accountChangedError(before: Connection, current: Connection | undefined): LatchkeyError | undefined {
  if (before.connector.id !== current?.connector.id) return new LatchkeyError('wallet.left')
  if (before.address !== current.address) return new LatchkeyError('send.otherAccount')
  return before.networkId === current.networkId ? undefined : new LatchkeyError('send.otherNetwork')
}

/** Loads the validation on the first request that needs the user's approval. Fails after `TIMEOUTS.loadMs`. */
async function loadValidation(signal: AbortSignal | undefined) {
  const timeLimit = bounded(signal, TIMEOUTS.loadMs, () => new LatchkeyError('request.expired'))
  try {
    return await abortable(import('./encodeRequest.ts'), timeLimit.signal)
  } catch (cause) {
    throw new LatchkeyError('feature.notLoaded', { cause })
  } finally {
    timeLimit.end()
  }
}

/** Methods with which wallets of namespaces other than `eip155` send a transaction. */
const SEND_METHODS = ['sendTransfer', 'solana_signAndSendTransaction']

/** Validates a request that needs the user's approval. Resolves to the purpose that the transaction is stored with. */
async function validateRequest(
  { configuration: { methods, networks } }: Instance,
  { namespace, networkId }: Connection,
  call: RpcCall,
  signal: AbortSignal | undefined,
): Promise<TransactionPurpose | undefined> {
  const network = networkOrUnsupported(networks, networkId)
  if (namespace === 'eip155') {
    if (kindOfMethod(namespace, call.method, methods) !== 'unsafe') return undefined
    const { validateCall, callPurpose } = await loadValidation(signal)
    validateCall(call)
    return callPurpose(call, network)
  }
  if (!SEND_METHODS.includes(call.method)) return undefined
  // The wallet receives the request even if its purpose cannot be stored.
  const loaded = await loadValidation(signal).catch(() => undefined)
  return loaded?.callPurpose(call, network)
}

/** Sends a request to the connected wallet of a namespace, by default the active one. */
export async function request(
  instance: Instance,
  call: RpcCall,
  {
    namespace = activeNamespace(instance),
    signal,
    onEnd,
  }: { namespace?: Namespace; signal?: AbortSignal; onEnd?: AfterRequest } = {},
): Promise<Outcome<unknown>> {
  if (!instance.configuration.namespaces.includes(namespace)) return failed(new LatchkeyError('chain.adapterMissing'))
  if (!instance.started()) return failed(new LatchkeyError('connection.clientMissing'))
  const connection = connectionIn(instance, namespace)
  if (!connection) return failed(new LatchkeyError('wallet.disconnected'))
  let copy: RpcCall
  let sentFor: TransactionPurpose | undefined
  try {
    copy = deepCopy(call) as RpcCall
    sentFor = await validateRequest(instance, connection, copy, signal)
  } catch (error) {
    if (signal?.aborted) return cancelled
    return failed(error instanceof LatchkeyError ? error : invalidRequest(reasonOf(error), error))
  }
  if (!instance.started()) return cancelled
  // The user may have disconnected or switched the account meanwhile.
  const changed = accountChangedError(connection, connectionIn(instance, namespace))
  if (changed) return failed(changed)
  const sessionRequest = namespace === 'eip155' ? sessionIn(instance, copy) : undefined
  if (sessionRequest && activeNamespace(instance) !== 'eip155') return failed(otherNamespaceError())
  if (sessionRequest?.kind === 'grant') return grantPermissions(instance, sessionRequest.request, { signal })
  if (sessionRequest) return toNullOutcome(await revokeSession(instance, sessionRequest.pci, { signal }))
  const walletRequest = { kind: 'call', connection, call: copy, ...(sentFor && { sentFor }) } as const
  const command = { type: 'requests.submit', request: walletRequest, ...(onEnd && { onEnd }) } as const
  return outcomeOf(instance.find('requests'), command, signal, { crash: (error) => crashOutcome(walletRequest, error) })
}
