/** The keys of a wallet, derived from its seed. They stay in the closures of this module. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, base64urlnopad } from '@scure/base'
import { bytesToBigInt, numberToHex, type LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export interface SolanaKey {
  /** The public key in base58. */
  address: string
  sign(message: Uint8Array): Uint8Array
}
export interface Keys {
  ethereum: LocalAccount
  solana: SolanaKey
}

/** 48 bytes avoid bias when reduced modulo the curve's order of 32 bytes. */
const ethereumBytes = 48
const solanaBytes = 32

/** Derives the keys from a seed of 32 bytes in base64url. A seed must always yield the same keys, so never change this. */
export function keysOf(seed: string): Keys {
  const bytes = base64urlnopad.decode(seed)
  const derive = (info: string, length: number) => hkdf(sha256, bytes, undefined, info, length)
  const number = bytesToBigInt(derive('latchkey embedded wallet v1: eip155 secp256k1', ethereumBytes))
  const secret = (number % (secp256k1.Point.Fn.ORDER - 1n)) + 1n
  const solanaSecret = derive('latchkey embedded wallet v1: solana ed25519', solanaBytes)
  bytes.fill(0)
  return {
    ethereum: privateKeyToAccount(numberToHex(secret, { size: 32 })),
    solana: {
      address: base58.encode(ed25519.getPublicKey(solanaSecret)),
      sign: (message) => ed25519.sign(message, solanaSecret),
    },
  }
}
