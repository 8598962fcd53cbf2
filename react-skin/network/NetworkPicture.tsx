import type { Network } from '../../sdk/index.ts'
import { useNetworkImage } from '../hooks/index.ts'
import { Picture } from '../components/Picture.tsx'

/** The image of a network, next to its name or that of its namespace. */
export const NetworkPicture = ({ network, name = network.name }: { network: Network; name?: string }) => (
  <Picture name={name} url={useNetworkImage(network)} round />
)
