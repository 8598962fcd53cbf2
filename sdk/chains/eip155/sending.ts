import type { Connection } from '../../../machines/shared/account.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { assertAccountAndNetwork, hexChainId, readNetworkId } from './walletState.ts'

/**
 * Binds a transaction of the app to its chain and account, by default those of the connection. Finally checks both with the
 * wallet. Throws `request.invalid`, `send.otherNetwork`, `send.otherAccount`.
 */
export async function bindTransaction(
  provider: WalletProvider,
  { method, params }: RpcCall,
  connection: Pick<Connection, 'address' | 'networkId'>,
  signal: AbortSignal,
): Promise<RpcCall> {
  const [first, ...others] = (Array.isArray(params) ? params : []) as unknown[]
  if (!isRecord(first)) throw new LatchkeyError('request.invalid', { params: { reason: `${method}: no object` } })
  const { chainId, from = connection.address } = first
  const networkId = chainId === undefined ? connection.networkId : readNetworkId(chainId)
  await assertAccountAndNetwork(provider, { networkId, from: String(from) }, signal)
  signal.throwIfAborted()
  return { method, params: [{ ...first, from, chainId: hexChainId(networkId) }, ...others] }
}

/**
 * Binds a bundle of calls in the same way. Rejects calls that name another chain, which an earlier version of the standard
 * allowed.
 */
export async function bindCalls(
  provider: WalletProvider,
  { method, params }: RpcCall,
  connection: Pick<Connection, 'address' | 'networkId'>,
  signal: AbortSignal,
): Promise<RpcCall> {
  const [bundle] = (Array.isArray(params) ? params : []) as unknown[]
  const call = await bindTransaction(provider, { method, params: [bundle] }, connection, signal)
  const [{ chainId, calls }] = call.params as [{ chainId: string; calls?: unknown }]
  const chains = (Array.isArray(calls) ? calls : []).flatMap((item: unknown) =>
    isRecord(item) ? [item['chainId']] : [],
  )
  if (chains.some((callChainId) => callChainId !== undefined && readNetworkId(callChainId) !== readNetworkId(chainId)))
    throw new LatchkeyError('send.otherNetwork')
  return call
}
