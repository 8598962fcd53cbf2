import type { Latchkey } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSignTypedDataReturnType = ActionState<`0x${string}`> & Pick<Latchkey, 'signTypedData'>

/**
 * Asks the wallet to sign structured data (EIP-712).
 * @returns `signTypedData`, and the state of its last call; `data` is the signature as 0x hex.
 */
export function useSignTypedData(): UseSignTypedDataReturnType {
  const [state, signTypedData] = useAction(useLatchkey().signTypedData)
  return { ...state, signTypedData }
}
