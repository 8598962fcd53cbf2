import type { Latchkey } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSignMessageReturnType = ActionState<`0x${string}`> & Pick<Latchkey, 'signMessage'>

/**
 * Asks the wallet to sign a text (EIP-191).
 * @returns `signMessage`, and the state of its last call; `data` is the signature as 0x hex.
 */
export function useSignMessage(): UseSignMessageReturnType {
  const [state, signMessage] = useAction(useLatchkey().signMessage)
  return { ...state, signMessage }
}
