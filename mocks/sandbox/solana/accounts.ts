/** The sandbox's people on Solana: two keys that everybody knows, worthless on every other chain. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** A Solana account that signs: its address is its public key in base58. */
export interface SolanaAccount {
  address: string
  publicKey: Uint8Array
  /** The ed25519 seed, which `sign` signs with. */
  secretKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** Derives an account: its seed is a sentence, padded to 32 bytes. */
export function deriveAccount(sentence: string): SolanaAccount {
  const secretKey = new TextEncoder().encode(sentence.padEnd(32, '.'))
  const publicKey = ed25519.getPublicKey(secretKey)
  return {
    address: base58.encode(publicKey),
    publicKey,
    secretKey,
    sign: (message) => ed25519.sign(message, secretKey),
  }
}

/** The wallet's first Solana account: has 100 SOL. */
export const firstSolanaAccount = deriveAccount('latchkey sandbox solana one')

/** The wallet's second Solana account: has nothing. */
export const secondSolanaAccount = deriveAccount('latchkey sandbox solana two')

/** The Solana accounts the wallet holds, in its order. */
export const solanaAccounts = [firstSolanaAccount, secondSolanaAccount] as const
