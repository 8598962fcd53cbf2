/** Parses Bitcoin addresses like the full library does, without loading it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'
import { LatchkeyError, reasonOf } from '../../../machines/shared/errors/error.ts'
import { kindOf, type NetworkKind } from './networkKinds.ts'

export interface BitcoinAddress {
  /** The canonical form: bech32 is lowercase. */
  address: string
  kind: NetworkKind
  /** The script type needed to spend from it. Anyone can spend from `p2a`. */
  type: 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr' | 'p2a'
}
type AddressFormat = Pick<BitcoinAddress, 'kind' | 'type'>

const base58check = /* @__PURE__ */ createBase58check(sha256)

/** In characters: the length of a `p2a` address, and of the longest possible witness program (BIP-173). */
const [MIN_LENGTH, MAX_LENGTH] = [14, 74]
/** By the version byte before the 20-byte hash. */
const HASH_VERSIONS: Readonly<Record<number, AddressFormat>> = {
  0x00: { kind: 'mainnet', type: 'pkh' },
  0x05: { kind: 'mainnet', type: 'sh' },
  0x6f: { kind: 'testnet', type: 'pkh' },
  0xc4: { kind: 'testnet', type: 'sh' },
}
const PREFIXES: Readonly<Record<string, NetworkKind>> = { bc: 'mainnet', tb: 'testnet' }
/** The witness program that anyone can spend from (BIP-433). */
const ANYONE = '4e73'

function readHash(text: string): AddressFormat | undefined {
  const [version = -1, ...hash] = base58check.decode(text)
  return hash.length === 20 ? HASH_VERSIONS[version] : undefined
}

function typeOf(version: number | undefined, program: Uint8Array): BitcoinAddress['type'] | undefined {
  const { length } = program
  if (version === 0) return length === 20 ? 'wpkh' : length === 32 ? 'wsh' : undefined
  if (version === 1) return length === 32 ? 'tr' : hex.encode(program) === ANYONE ? 'p2a' : undefined
  return undefined
}

/** Version 0 uses the checksum of bech32 (BIP-173), later versions that of bech32m (BIP-350). */
function readWitness(text: string): AddressFormat | undefined {
  const isFirst = bech32.decodeUnsafe(text)?.words[0] === 0
  const { prefix, words } = (isFirst ? bech32 : bech32m).decode(text)
  const [version, ...program] = words
  const kind = PREFIXES[prefix]
  const type = typeOf(version, bech32.fromWords(program))
  return kind && type && isFirst === (version === 0) ? { kind, type } : undefined
}

/**
 * Parses an address of any Bitcoin network and verifies its checksum: base58 (P2PKH, P2SH), bech32 (BIP-173) and bech32m
 * (BIP-350). Throws `address.*` errors.
 */
export function readAddress(text: string): BitcoinAddress {
  if (/^[^\s.]+(\.[^\s.]+)+$/.test(text)) throw new LatchkeyError('address.name', { params: { name: text } })
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) throw new LatchkeyError('address.invalid')
  const isWitness = /^(bc|tb)1/i.test(text)
  let format: AddressFormat | undefined
  try {
    format = isWitness ? readWitness(text) : readHash(text)
  } catch (cause) {
    const isMistyped = /checksum/i.test(reasonOf(cause))
    throw new LatchkeyError(isMistyped ? 'address.checksum' : 'address.invalid', { cause })
  }
  if (!format) throw new LatchkeyError('address.invalid')
  return { address: isWitness ? text.toLowerCase() : text, ...format }
}

/** Parses an address for a known network. Throws `address.otherNetwork` if it belongs to another one. */
export function readAddressOn(networkId: string, text: string): BitcoinAddress {
  const parsed = readAddress(text)
  if (parsed.kind !== kindOf(networkId)) throw new LatchkeyError('address.otherNetwork')
  return parsed
}

export function isAddress(text: string): boolean {
  try {
    return Boolean(readAddress(text))
  } catch {
    return false
  }
}
