import { useCallback, useRef, useState } from 'react'
import type { LatchkeyError, Outcome } from '../../sdk/index.ts'

/** `idle`: not called yet, or the last call was cancelled. */
interface Idle {
  status: 'idle'
  data: undefined
  error: undefined
  isIdle: true
  isPending: false
  isSuccess: false
  isError: false
}
interface Pending {
  status: 'pending'
  data: undefined
  error: undefined
  isIdle: false
  isPending: true
  isSuccess: false
  isError: false
}
interface Success<Value> {
  status: 'success'
  data: Value
  error: undefined
  isIdle: false
  isPending: false
  isSuccess: true
  isError: false
}
/** The wallet failed or did not answer in time, or the user declined. */
interface Failure {
  status: 'error'
  data: undefined
  error: LatchkeyError
  isIdle: false
  isPending: false
  isSuccess: false
  isError: true
}

/** The state of a call. Check `status` or a flag to narrow `data` and `error`. */
export type CallState<Value> = Idle | Pending | Success<Value> | Failure

/**
 * The state of a hook's last call. If calls overlap, only the last one counts. `outcome` tells whether an error means that the user
 * declined, and whether the call was cancelled.
 */
export type ActionState<Value> = CallState<Value> & {
  outcome: Outcome<Value> | undefined
  /** Clears the result. */
  reset: () => void
}

const flags = {
  data: undefined,
  error: undefined,
  isIdle: false,
  isPending: false,
  isSuccess: false,
  isError: false,
} as const
const idle = { ...flags, status: 'idle', isIdle: true } as const
const pending = { ...flags, status: 'pending', isPending: true } as const

export function stateOf<Value>(outcome: Outcome<Value> | undefined, isPending: boolean): CallState<Value> {
  if (isPending) return pending
  if (outcome?.status === 'done') return { ...flags, status: 'success', data: outcome.value, isSuccess: true }
  if (outcome && outcome.status !== 'cancelled')
    return { ...flags, status: 'error', error: outcome.error, isError: true }
  return idle
}

/** Follows the calls of an action: its state, and the action to call. */
export function useAction<Parameters extends unknown[], Value>(
  action: (...parameters: Parameters) => Promise<Outcome<Value>>,
): [state: ActionState<Value>, call: (...parameters: Parameters) => Promise<Outcome<Value>>] {
  const [last, setLast] = useState<{ isPending: boolean; outcome: Outcome<Value> | undefined }>(settled)
  const calls = useRef(0)
  const call = useCallback(
    async (...parameters: Parameters) => {
      calls.current += 1
      const own = calls.current
      setLast({ isPending: true, outcome: undefined })
      const outcome = await action(...parameters)
      if (calls.current === own) setLast({ isPending: false, outcome })
      return outcome
    },
    [action],
  )
  const reset = useCallback(() => {
    calls.current += 1
    setLast(settled)
  }, [])
  return [{ ...stateOf(last.outcome, last.isPending), outcome: last.outcome, reset }, call]
}
const settled = { isPending: false, outcome: undefined }
