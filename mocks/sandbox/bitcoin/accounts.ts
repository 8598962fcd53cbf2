/** The sandbox's Bitcoin accounts: publicly known keys on a private testnet, worthless elsewhere. */
import { p2tr, p2wpkh, TEST_NETWORK, utils } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'

/** The network parameters of the sandbox's addresses. */
export const bitcoinParameters = TEST_NETWORK

/** An address and its key: P2WPKH for payments, P2TR for ordinals. */
export interface BitcoinKey {
  purpose: 'payment' | 'ordinals'
  address: string
  /** The output script of the address. */
  script: Uint8Array
  /** Compressed (33 bytes) for payments; the untweaked x coordinate (32 bytes) for ordinals. */
  publicKey: Uint8Array
  secretKey: Uint8Array
}

/** A Bitcoin account has two addresses, as in wallets that keep ordinals separate. */
export interface BitcoinAccount {
  payment: BitcoinKey
  ordinals: BitcoinKey
}

/** Derives a key pair from a sentence, padded to 32 bytes. */
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

/**
 * The wallet's first Bitcoin account: 1 BTC in three coins for payments, and a coin of 10,000 satoshis at the ordinals address.
 */
export const firstBitcoinAccount = deriveAccount('latchkey sandbox one')

/** The wallet's second Bitcoin account, which is empty. */
export const secondBitcoinAccount = deriveAccount('latchkey sandbox two')

/** The wallet's Bitcoin accounts, in its order. */
export const bitcoinAccounts = [firstBitcoinAccount, secondBitcoinAccount] as const

/** Receives the block rewards of the sandbox. */
export const miner = deriveKey('latchkey sandbox miner', 'payment')
