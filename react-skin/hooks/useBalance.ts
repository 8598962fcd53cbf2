import { useCallback } from 'react'
import type { BalanceStatus, LatchkeyError, TokenBalance } from '../../sdk/index.ts'
import { balanceStatusOf } from '../../sdk/skin.ts'
import { useAccount } from './useAccount.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useDispatch } from './useDispatch.ts'

export interface UseBalanceReturnType {
  status: 'disconnected' | BalanceStatus
  isLoading: boolean
  isSuccess: boolean
  isError: boolean
  /** The balance of the token in which network fees are paid. */
  native: TokenBalance | undefined
  tokens: readonly TokenBalance[]
  error: LatchkeyError | undefined
  /** Reads the balances again. */
  refetch: () => void
}

const none: readonly TokenBalance[] = []

/**
 * Returns the balances of the active account.
 * @returns The tokens, native token first, and empty if no account is connected. The status `failed` means that some balances
 * could not be read. `refetch` reads them again.
 */
export function useBalance(): UseBalanceReturnType {
  const dispatch = useDispatch()
  const tokens = useActorSelector('balance', (snapshot) => snapshot?.context.tokens ?? none)
  const error = useActorSelector('balance', (snapshot) => snapshot?.context.error)
  const known = useActorSelector('balance', balanceStatusOf)
  const status = useAccount().isConnected ? known : 'disconnected'
  const refetch = useCallback(() => dispatch({ type: 'balance.refresh' }), [dispatch])
  const native = tokens.find(({ address }) => address === undefined)
  return {
    status,
    isLoading: status === 'loading',
    isSuccess: status === 'ready',
    isError: status === 'failed',
    native,
    tokens,
    error,
    refetch,
  }
}
