import type { Network } from '../../sdk/index.ts'
import { useNetworkImage } from '../hooks.ts'
import { Picture } from './Picture.tsx'

/** The picture of a network, beside its own name or that of its namespace. */
export const NetworkPicture = ({ network, name = network.name }: { network: Network; name?: string }) => (
  <Picture name={name} url={useNetworkImage(network)} round />
)
