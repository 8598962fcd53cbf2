/** Answers the requests of the EIP-1193 provider. Loaded on the first request. */
import type { Namespace, NetworkId } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import { isOwnId } from '../../machines/calls/calls.rules.ts'
import { kindOfMethod } from '../../machines/wallet-requests/methods.rules.ts'
import { isRecord } from '../../machines/shared/typeGuards.rules.ts'
import type { ProviderDependencies, AccountsAndNetwork } from './accountsAndNetwork.ts'
import { CODE, ProviderRpcError } from './errors.ts'
import { toProviderError, valueOf } from './outcomes.ts'

const NAMESPACE: Namespace = 'eip155'
/** Methods that only a wallet can answer. A node can answer all others. */
const WALLET_ONLY_METHODS =
  /^(wallet_|personal_|eth_sign|eth_send(Transaction|UserOperation)|eth_(accounts|requestAccounts)$)/

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? (params as unknown[])[0] : undefined)

/** Validates an EIP-1193 request. */
function callOf(request: unknown): RpcCall {
  const { method, params } = isRecord(request) ? request : {}
  if (typeof method !== 'string' || method === '' || (params !== undefined && typeof params !== 'object'))
    throw new ProviderRpcError(CODE.invalidRequest, 'A request is { method: string, params?: array or object }.')
  return params === undefined ? { method } : { method, params }
}

/** The chain id of a switch or add request, as a CAIP-2 id. */
function networkIdIn(params: unknown): NetworkId {
  const first = firstOf(params)
  const chainId = isRecord(first) ? first['chainId'] : undefined
  if (typeof chainId !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(chainId))
    throw new ProviderRpcError(CODE.invalidParams, 'A chainId in 0x hex is needed.')
  return `eip155:${BigInt(chainId).toString()}`
}

const isAboutAccounts = (params: unknown): boolean => {
  const first = firstOf(params)
  return isRecord(first) && 'eth_accounts' in first
}

/** The EIP-2255 permission that represents the shared accounts. */
const permissionFor = (accounts: readonly string[]) => ({
  parentCapability: 'eth_accounts',
  caveats: [{ type: 'restrictReturnedAccounts', value: [...accounts] }],
})

/** Answers a request. Every failure is thrown as an EIP-1193 error. */
export async function answer(
  request: unknown,
  dependencies: ProviderDependencies,
  accountsAndNetwork: AccountsAndNetwork,
): Promise<unknown> {
  try {
    return await createAnswers(dependencies, accountsAndNetwork)(callOf(request))
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Answers calls from the machines, the wallet or the network. */
function createAnswers(
  { latchkey, rpc, started, waitUntilRestored }: ProviderDependencies,
  accountsAndNetwork: AccountsAndNetwork,
) {
  const { getAccounts, getEvmNetwork, getChainId } = accountsAndNetwork
  /** Reports a call that was cancelled by stopping the instance as `instance.notStarted`. */
  const unwrap: typeof valueOf = (outcome) => {
    if (outcome.status === 'cancelled' && !started()) throw toProviderError(new LatchkeyError('instance.notStarted'))
    return valueOf(outcome)
  }
  /** Connects an EVM wallet, unless one is connected. */
  const connectIfNeeded = async () => {
    if (getAccounts().length === 0) unwrap(await latchkey.connect({ namespace: NAMESPACE }))
  }
  const ask = async (call: RpcCall) => unwrap(await latchkey.request(call, { namespace: NAMESPACE }))

  return async (call: RpcCall): Promise<unknown> => {
    const { method, params } = call
    const id = method === 'wallet_getCallsStatus' ? firstOf(params) : undefined
    if (isOwnId(id)) {
      const { wireStatus } = await import('../chains/eip155/calls.ts')
      return wireStatus(unwrap(await latchkey.getCallsStatus(id)))
    }
    if (WALLET_ONLY_METHODS.test(method)) await waitUntilRestored()
    const connected = getAccounts().length > 0
    switch (method) {
      case 'eth_accounts':
        return getAccounts()
      case 'eth_requestAccounts':
        await connectIfNeeded()
        return getAccounts()
      case 'eth_chainId': {
        const chainId = getChainId()
        if (chainId === '') throw new LatchkeyError('network.missing')
        return chainId
      }
      case 'wallet_switchEthereumChain':
        unwrap(await latchkey.switchNetwork(networkIdIn(params)))
        return null
      case 'wallet_addEthereumChain': {
        const networkId = networkIdIn(params)
        await connectIfNeeded()
        const answer = await ask(call)
        const { addedNetwork } = await import('../network/addedNetwork.ts')
        const network = addedNetwork(networkId, firstOf(params))
        if (network) latchkey.dispatch({ type: 'network.add', network })
        return answer
      }
      case 'wallet_getPermissions':
        return connected ? ask(call) : []
      case 'wallet_requestPermissions':
        if (connected) return ask(call)
        await connectIfNeeded()
        return isAboutAccounts(params) ? [permissionFor(getAccounts())] : ask(call)
      case 'wallet_revokePermissions':
        if (isAboutAccounts(params)) await latchkey.disconnect({ namespace: NAMESPACE })
        else if (connected) return ask(call)
        return null
    }
    if (connected) return ask(call)
    if (WALLET_ONLY_METHODS.test(method)) throw new LatchkeyError('wallet.disconnected')
    if (!kindOfMethod(NAMESPACE, method, latchkey.configuration.methods)) throw new LatchkeyError('request.notAllowed')
    const network = getEvmNetwork()
    if (!network) throw new LatchkeyError('network.missing')
    return rpc.request(network, call)
  }
}
