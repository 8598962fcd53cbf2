import type { Command } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * Returns a function that sends an event to the machine named by the prefix of `type`: `theme.set` goes to `theme`. It loads that
 * machine if necessary.
 * @returns `latchkey.dispatch`.
 */
export function useDispatch(): (command: Command) => void {
  return useLatchkey().dispatch
}
