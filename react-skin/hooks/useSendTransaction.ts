import type { Latchkey } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSendTransactionReturnType = ActionState<`0x${string}`> & Pick<Latchkey, 'sendTransaction'>

/**
 * Asks the wallet to send an EVM transaction.
 * @returns `sendTransaction`, whose `value` is in wei, and the state of its last call; `data` is the transaction hash.
 */
export function useSendTransaction(): UseSendTransactionReturnType {
  const [state, sendTransaction] = useAction(useLatchkey().sendTransaction)
  return { ...state, sendTransaction }
}
