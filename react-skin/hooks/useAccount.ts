import { useCallback, useMemo } from 'react'
import type { AccountState, ConnectedAccount, Namespace, NoAccount } from '../../sdk/index.ts'
import { accountOf } from '../../sdk/skin.ts'
import { useActorSelector, type SnapshotByName } from './useActorSelector.ts'
import { useNetwork } from './useNetwork.ts'

/** An account as `useAccount` returns it. Check `isConnected` or `status` to narrow the other fields. */
export type UseAccountReturnType<Of extends Namespace = Namespace> =
  | (ConnectedAccount<Of> & { isConnected: true; isConnecting: false; isDisconnected: false })
  | (NoAccount & { isConnected: false; isConnecting: boolean; isDisconnected: boolean })

const isEqual = (before: AccountState, now: AccountState): boolean => JSON.stringify(before) === JSON.stringify(now)

/**
 * Returns the account in a namespace.
 * @param namespace By default that of the active network. For `eip155`, the address and the chain id have viem's types.
 * @returns `status`, the same as `isConnected`, `isConnecting` and `isDisconnected`, and for a connected account `address`,
 * `caipAddress`, `chainId`, `networkId`, `namespace`, `accounts` and `connector`.
 */
export function useAccount<Of extends Namespace = Namespace>(namespace?: Of): UseAccountReturnType<Of> {
  const { chainNamespace } = useNetwork().network
  const select = useCallback(
    (snapshot: SnapshotByName<`namespace:${Namespace}`>) => accountOf(snapshot, namespace),
    [namespace],
  )
  const account = useActorSelector(`namespace:${namespace ?? chainNamespace}`, select, isEqual)
  return useMemo(() => {
    const { status } = account
    if (status === 'connected') return { ...account, isConnected: true, isConnecting: false, isDisconnected: false }
    const isConnecting = status === 'connecting'
    return { ...account, isConnected: false, isConnecting, isDisconnected: !isConnecting }
  }, [account])
}
