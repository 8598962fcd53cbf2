import type { Latchkey } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseDisconnectReturnType = ActionState<undefined> & Pick<Latchkey, 'disconnect'>

/**
 * Disconnects one namespace, or all.
 * @returns `disconnect`, and the state of its last call.
 */
export function useDisconnect(): UseDisconnectReturnType {
  const [state, disconnect] = useAction(useLatchkey().disconnect)
  return { ...state, disconnect }
}
