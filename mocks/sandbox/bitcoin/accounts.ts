/** The sandbox's people on Bitcoin: keys that everybody knows, on a testnet of its own, worthless everywhere else. */
import { p2tr, p2wpkh, TEST_NETWORK, utils } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'

/** The network whose addresses the sandbox's are. */
export const bitcoinParameters = TEST_NETWORK

/** An address with the key to it: for payments a P2WPKH one, for ordinals a P2TR one. */
export interface BitcoinKey {
  purpose: 'payment' | 'ordinals'
  address: string
  /** What an output to the address is locked with. */
  script: Uint8Array
  /** Compressed (33 bytes) for payments; the x coordinate alone (32 bytes), not tweaked, for ordinals. */
  publicKey: Uint8Array
  secretKey: Uint8Array
}

/** A Bitcoin account has two addresses, as wallets that know ordinals keep them apart. */
export interface BitcoinAccount {
  payment: BitcoinKey
  ordinals: BitcoinKey
}

/** Derives a key: it is a sentence, padded to 32 bytes. */
function deriveKey(sentence: string, purpose: BitcoinKey['purpose']): BitcoinKey {
  const secretKey = new TextEncoder().encode(sentence.padEnd(32, '.'))
  const publicKey = purpose === 'payment' ? pubECDSA(secretKey) : utils.pubSchnorr(secretKey)
  const { address, script } =
    purpose === 'payment' ? p2wpkh(publicKey, bitcoinParameters) : p2tr(publicKey, undefined, bitcoinParameters)
  if (address === undefined) throw new Error(`The key of "${sentence}" has no address.`)
  return { purpose, address, script, publicKey, secretKey }
}

const deriveAccount = (sentence: string): BitcoinAccount => ({
  payment: deriveKey(`${sentence} pays`, 'payment'),
  ordinals: deriveKey(`${sentence} keeps`, 'ordinals'),
})

/** The wallet's first Bitcoin account: has 1 BTC to pay with in three coins, and a coin of 10,000 satoshis it keeps. */
export const firstBitcoinAccount = deriveAccount('latchkey sandbox one')

/** The wallet's second Bitcoin account: has nothing. */
export const secondBitcoinAccount = deriveAccount('latchkey sandbox two')

/** The Bitcoin accounts the wallet holds, in its order. */
export const bitcoinAccounts = [firstBitcoinAccount, secondBitcoinAccount] as const

/** Whoever mines the sandbox's blocks. */
export const miner = deriveKey('latchkey sandbox miner', 'payment')
