import { useCallback, useEffect, useMemo, useState } from 'react'
import type { NetworkId, Outcome, Receipt } from '../../sdk/index.ts'
import { stateOf, type CallState } from './useAction.ts'
import { useLatchkey } from './useLatchkey.ts'

export interface UseWaitForTransactionReceiptParameters {
  /** The hash of the transaction. Without it, the hook waits for nothing. */
  hash?: string | undefined
  /** The network that the transaction was sent on, as a CAIP-2 id. Default: the active network. */
  networkId?: NetworkId | undefined
  /** Default: `true`. */
  enabled?: boolean
}

export type UseWaitForTransactionReceiptReturnType = CallState<Receipt> & {
  outcome: Outcome<Receipt> | undefined
  /** Waits again, for example after a timeout. */
  refetch: () => void
}

/**
 * Waits until a transaction is confirmed, reverted or replaced.
 * @param parameters `hash`: without it, the hook waits for nothing. `networkId`: the network as a CAIP-2 id, by default the active one.
 * `enabled`: whether to wait, by default `true`.
 * @returns The state; `data.status` is `success`, `reverted` or `replaced`. It is an error if the transaction is not confirmed in time.
 */
export function useWaitForTransactionReceipt(
  parameters: UseWaitForTransactionReceiptParameters,
): UseWaitForTransactionReceiptReturnType {
  const { hash, networkId, enabled = true } = parameters
  const latchkey = useLatchkey()
  const [attempt, setAttempt] = useState(0)
  // A new object for each wait, so that the outcome of an earlier one is not shown.
  const wait = useMemo(
    () => (enabled && hash !== undefined ? { latchkey, hash, networkId, attempt } : undefined),
    [latchkey, hash, networkId, enabled, attempt],
  )
  const [settled, setSettled] = useState<{ wait: typeof wait; outcome: Outcome<Receipt> }>()
  useEffect(() => {
    if (!wait) return undefined
    const cancelled = new AbortController()
    const { signal } = cancelled
    // The effects of a component run before those of the provider, which starts the instance.
    const stop = wait.latchkey.start()
    void wait.latchkey
      .waitForTransactionReceipt(wait.hash, { ...(wait.networkId && { networkId: wait.networkId }), signal })
      .then((outcome) => !signal.aborted && setSettled({ wait, outcome }))
    return () => {
      cancelled.abort()
      stop()
    }
  }, [wait])
  const outcome = wait && settled?.wait === wait ? settled.outcome : undefined
  const refetch = useCallback(() => setAttempt((last) => last + 1), [])
  return { ...stateOf(outcome, wait !== undefined && !outcome), outcome, refetch }
}
