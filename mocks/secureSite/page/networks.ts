/** The networks that the wallet supports, and the frame's current one. */
import type { SecureSiteNetwork } from '../network.ts'
import { RefusalError } from './refusals.ts'

/** A page's id of a network: a number, a CAIP-2 id, or a number as text. */
export type ChainReference = string | number

export interface Networks {
  all: readonly SecureSiteNetwork[]
  current(): SecureSiteNetwork
  /** The network with this id, or the current one. Throws a refusal for an unknown id. */
  find(reference?: ChainReference): SecureSiteNetwork
  switchTo(reference: ChainReference): SecureSiteNetwork
}

const toNetworkId = (reference: ChainReference): string =>
  /^(\d+|0x[\da-f]+)$/i.test(`${reference}`) ? `eip155:${Number(reference)}` : `${reference}`

/** The protocol's id of a network: a number for EVM networks, the CAIP-2 id for others. */
export function protocolChainId({ networkId }: SecureSiteNetwork): ChainReference {
  const [namespace, reference] = networkId.split(':')
  return namespace === 'eip155' ? Number(reference) : networkId
}

/** Starts on the network with this id, or on the first one. */
export function createNetworks(supported: readonly SecureSiteNetwork[], initial: ChainReference | null): Networks {
  const lookUp = (reference: ChainReference): SecureSiteNetwork | undefined =>
    supported.find(({ networkId }) => networkId === toNetworkId(reference))
  const requireNetwork = (reference: ChainReference): SecureSiteNetwork => {
    const network = lookUp(reference)
    if (!network) throw new RefusalError(`The wallet does not know the network ${reference}`)
    return network
  }
  let current = (initial === null ? undefined : lookUp(initial)) ?? supported[0]
  const requireCurrent = () => {
    if (!current) throw new RefusalError('The wallet knows no network')
    return current
  }
  return {
    all: supported,
    current: requireCurrent,
    find: (reference) => (reference === undefined ? requireCurrent() : requireNetwork(reference)),
    switchTo: (reference) => (current = requireNetwork(reference)),
  }
}
