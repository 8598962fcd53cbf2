/** The networks that the wallet signs for, and which one the frame is on. */
import type { SecureSiteNetwork } from '../network.ts'
import { Refused } from './refusals.ts'

/** A network by what a page calls it: a number, a CAIP-2 id, or a number as text. */
export type ChainName = string | number

export interface Networks {
  all: readonly SecureSiteNetwork[]
  current(): SecureSiteNetwork
  /** The network of that name, else the current one. Refuses one that is not offered here. */
  find(name?: ChainName): SecureSiteNetwork
  switchTo(name: ChainName): SecureSiteNetwork
}

const idOf = (name: ChainName): string => (/^(\d+|0x[\da-f]+)$/i.test(`${name}`) ? `eip155:${Number(name)}` : `${name}`)

/** How the protocol calls a network: Ethereum's by their number, others by their CAIP-2 id. */
export function nameOf({ networkId }: SecureSiteNetwork): ChainName {
  const [namespace, reference] = networkId.split(':')
  return namespace === 'eip155' ? Number(reference) : networkId
}

/** Starts on the network of that name, else on the first one. */
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
