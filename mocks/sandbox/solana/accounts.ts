/** The sandbox's Solana accounts: two publicly known keys, worthless on every other chain. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** A Solana account with its key. Its address is its public key in base58. */
export interface SolanaAccount {
  address: string
  publicKey: Uint8Array
  /** The ed25519 seed that `sign` uses. */
  secretKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** Derives an account from a sentence, padded to a seed of 32 bytes. */
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

/** The wallet's first Solana account, with 100 SOL. */
export const firstSolanaAccount = deriveAccount('latchkey sandbox solana one')

/** The wallet's second Solana account, which is empty. */
export const secondSolanaAccount = deriveAccount('latchkey sandbox solana two')

/** The wallet's Solana accounts, in its order. */
export const solanaAccounts = [firstSolanaAccount, secondSolanaAccount] as const
