import { referenceOf, type NetworkId } from '../../../machines/shared/namespace.types.ts'

/** Networks that share an address format: an address determines the kind, not the network. */
export type NetworkKind = 'mainnet' | 'testnet'

/** The known networks by CAIP-2 reference: the start of the hash of their genesis block (BIP-122). */
const KINDS: ReadonlyMap<string, NetworkKind> = new Map([
  ['000000000019d6689c085ae165831e93', 'mainnet'],
  /** Testnet 3, testnet 4 and signet. */
  ['000000000933ea01ad0ee984209779ba', 'testnet'],
  ['00000000da84f2bafbbc53dee25a72ae', 'testnet'],
  ['00000008819873e925422c1ff0f99f7c', 'testnet'],
])

/** The default network of each kind [3.16]. */
export const DEFAULT_NETWORKS: Readonly<Record<NetworkKind, NetworkId>> = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
}

export const kindOf = (networkId: string): NetworkKind | undefined => KINDS.get(referenceOf(networkId))
