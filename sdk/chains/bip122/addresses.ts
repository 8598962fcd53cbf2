import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import { referenceOf, type NetworkId } from '../../../machines/entities/namespace.ts'
import { LatchkeyError, reasonOf } from '../../../machines/errors/error.ts'

/** Networks whose addresses look alike: an address tells their kind, not the network. */
export type NetworkKind = 'mainnet' | 'testnet'

/** What it takes to spend from an address; from `p2a` anyone can. */
const TYPES = ['pkh', 'sh', 'wpkh', 'wsh', 'tr', 'p2a'] as const

export interface BitcoinAddress {
  /** As the chain writes it: bech32 in small letters. */
  address: string
  kind: NetworkKind
  type: (typeof TYPES)[number]
}

const PARAMETERS = { mainnet: NETWORK, testnet: TEST_NETWORK } as const

/** The networks that are known, by their CAIP-2 reference: the beginning of their genesis block's hash (BIP-122). */
const KINDS: Readonly<Record<string, NetworkKind>> = {
  '000000000019d6689c085ae165831e93': 'mainnet',
  /** Testnet 3, testnet 4 and signet. */
  '000000000933ea01ad0ee984209779ba': 'testnet',
  '00000000da84f2bafbbc53dee25a72ae': 'testnet',
  '00000008819873e925422c1ff0f99f7c': 'testnet',
}

/** The network of a kind that is meant where nothing else tells [3.16]. */
export const USUAL_NETWORK: Readonly<Record<NetworkKind, NetworkId>> = {
  mainnet: 'bip122:000000000019d6689c085ae165831e93',
  testnet: 'bip122:000000000933ea01ad0ee984209779ba',
}

export const kindOf = (networkId: string): NetworkKind | undefined => KINDS[referenceOf(networkId)]

/** Whose address it can be. Only bech32 says so before its checksum is known to be right. */
const kindsOf = (text: string): readonly NetworkKind[] => {
  if (/^bc1/i.test(text)) return ['mainnet']
  return /^tb1/i.test(text) ? ['testnet'] : ['mainnet', 'testnet']
}

/**
 * Reads an address of any Bitcoin network, with its checksum: base58 (P2PKH, P2SH), bech32 (BIP-173) and bech32m
 * (BIP-350). Throws `address.*` errors.
 */
export function readAddress(text: string): BitcoinAddress {
  if (/^[^\s.]+(\.[^\s.]+)+$/.test(text)) throw new LatchkeyError('address.name', { params: { name: text } })
  const causes: unknown[] = []
  for (const kind of kindsOf(text)) {
    try {
      const decoded = Address(PARAMETERS[kind]).decode(text)
      const type = TYPES.find((known) => known === decoded.type)
      if (type) return { address: /^(bc|tb)1/i.test(text) ? text.toLowerCase() : text, kind, type }
    } catch (cause) {
      causes.push(cause)
    }
  }
  const mistyped = causes.some((cause) => /checksum/i.test(reasonOf(cause)))
  throw new LatchkeyError(mistyped ? 'address.checksum' : 'address.invalid', { cause: causes[0] })
}

/** An address where its network is known as well. Throws `address.otherNetwork` for one that belongs elsewhere. */
export function readAddressOn(networkId: string, text: string): BitcoinAddress {
  const read = readAddress(text)
  if (read.kind !== kindOf(networkId)) throw new LatchkeyError('address.otherNetwork')
  return read
}

export function isAddress(text: string): boolean {
  try {
    return Boolean(readAddress(text))
  } catch {
    return false
  }
}

/** The address that an output is locked to; nothing where it is locked in another way, or on another network. */
export function addressOfScript(networkId: string, script: Uint8Array): string | undefined {
  const kind = kindOf(networkId)
  try {
    return kind && Address(PARAMETERS[kind]).encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}
