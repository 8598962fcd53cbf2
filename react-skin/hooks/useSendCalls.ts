import type { Latchkey, SentCalls } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseSendCallsReturnType = ActionState<SentCalls> & Pick<Latchkey, 'sendCalls'>

/**
 * Asks the wallet to send several EVM calls as one bundle (EIP-5792).
 * @returns `sendCalls`, and the state of its last call; `data.id` is the id of the bundle.
 */
export function useSendCalls(): UseSendCallsReturnType {
  const [state, sendCalls] = useAction(useLatchkey().sendCalls)
  return { ...state, sendCalls }
}
