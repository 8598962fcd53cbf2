import type { Command } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * Returns a function that sends a command to the service that the command's first word names.
 * @returns `latchkey.dispatch`.
 */
export function useDispatch(): (command: Command) => void {
  return useLatchkey().dispatch
}
