import type { ViewName } from '../../sdk/index.ts'
import { useActorSelector } from './useActorSelector.ts'

/** The current view. */
export const useView = (): ViewName =>
  useActorSelector('view', ({ context: { stack } }) => stack[stack.length - 1] ?? stack[0])
