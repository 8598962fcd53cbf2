import type { Network } from '../../sdk/index.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useIcon } from './useIcon.ts'
import { useLatchkey } from './useLatchkey.ts'

/**
 * Returns the URL of a network's image: your own, or that of the option `icons`, or the API's. An image of the API is available after the
 * first API call, so it makes no request itself.
 * @param network The network.
 * @returns The URL, or `undefined` if there is none yet.
 */
export function useNetworkImage(network: Network): string | undefined {
  const { networkImage } = useLatchkey()
  const own = network.assets?.imageUrl
  const icon = useIcon(own === undefined ? `network:${network.caipNetworkId}` : undefined)
  const ofApi = useActorSelector('project', ({ value }) => (value === 'idle' ? undefined : networkImage(network)))
  return own ?? (icon === null ? ofApi : icon)
}
