/** The networks that the wallet supports, and the frame's current one. */
import type { SecureSiteNetwork } from '../network.ts'
import { Refused } from './refusals.ts'

/** A page's id of a network: a number, a CAIP-2 id, or a number as text. */
export type ChainName = string | number

export interface Networks {
  all: readonly SecureSiteNetwork[]
  current(): SecureSiteNetwork
  /** The network with this id, or the current one. Throws a refusal for an unknown id. */
  find(name?: ChainName): SecureSiteNetwork
  switchTo(name: ChainName): SecureSiteNetwork
}

const idOf = (name: ChainName): string => (/^(\d+|0x[\da-f]+)$/i.test(`${name}`) ? `eip155:${Number(name)}` : `${name}`)

/** The protocol's id of a network: a number for EVM networks, the CAIP-2 id for others. */
export function nameOf({ networkId }: SecureSiteNetwork): ChainName {
  const [namespace, reference] = networkId.split(':')
  return namespace === 'eip155' ? Number(reference) : networkId
}

/** Starts on the network with this id, or on the first one. */
export function createNetworks(offered: readonly SecureSiteNetwork[], first: ChainName | null): Networks {
  const find = (name: ChainName): SecureSiteNetwork | undefined =>
    offered.find(({ networkId }) => networkId === idOf(name))
  const needed = (name: ChainName): SecureSiteNetwork => {
    const network = find(name)
    if (!network) throw new Refused(`The wallet does not know the network ${name}`)
    return network
  }
  let current = (first === null ? undefined : find(first)) ?? offered[0]
  const currentOne = () => {
    if (!current) throw new Refused('The wallet knows no network')
    return current
  }
  return {
    all: offered,
    current: currentOne,
    find: (name) => (name === undefined ? currentOne() : needed(name)),
    switchTo: (name) => (current = needed(name)),
  }
}
