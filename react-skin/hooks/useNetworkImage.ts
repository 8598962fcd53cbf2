import type { Network } from '../../sdk/index.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * Returns the URL of a network's image. An image of the API is available after the first API call, so it makes no request itself.
 * @param network The network.
 * @returns The URL, or `undefined` if there is none yet.
 */
export function useNetworkImage(network: Network): string | undefined {
  const { networkImage } = useLatchkey()
  return useActorSelector('project', ({ value }) =>
    value === 'idle' ? network.assets?.imageUrl : networkImage(network),
  )
}
