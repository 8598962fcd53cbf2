import type { Namespace } from '../../sdk/index.ts'
import { useActorSelector } from './useActorSelector.ts'

/** The namespace of the connection attempt that is shown: the current one, or the last one. */
export const useAttemptedNamespace = (): `namespace:${Namespace}` =>
  useActorSelector('connectors', ({ context }) => `namespace:${context.attempted}` as const)
