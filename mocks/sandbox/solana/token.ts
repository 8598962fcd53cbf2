/** The sandbox's token on Solana, there from the first block: a mint of a fixed supply, and all of it in one account. */
import { base58 } from '@scure/base'
import { firstSolanaAccount } from './accounts.ts'

/** The program that the token is of. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const supply = 250_000_000_000n
const [mintBytes, holdingBytes] = [82, 165]
/** Enough that neither account ever owes rent. */
const lamports = 2_039_280n

/** An address that nobody has the key of: a sentence, padded to 32 bytes. */
const addressNamed = (sentence: string) => base58.encode(new TextEncoder().encode(sentence.padEnd(32, '.')))

/** The token as sites list it, by its mint. */
export const solanaToken = {
  address: addressNamed('latchkey sandbox solana dollar'),
  symbol: 'USDX',
  name: 'Sandbox Dollar',
  decimals: 6,
} as const

/** Where the wallet's first account has 250,000 of it. */
export const solanaHolding = addressNamed('latchkey sandbox solana purse')

function mintData(): Uint8Array {
  const data = new Uint8Array(mintBytes)
  new DataView(data.buffer).setBigUint64(36, supply, true)
  // How it counts, and that it is in use.
  data.set([solanaToken.decimals, 1], 44)
  return data
}

function holdingData(): Uint8Array {
  const data = new Uint8Array(holdingBytes)
  data.set(base58.decode(solanaToken.address))
  data.set(firstSolanaAccount.publicKey, 32)
  new DataView(data.buffer).setBigUint64(64, supply, true)
  data[108] = 1
  return data
}

/** The two accounts as the chain has them. */
export const tokenAccounts = () =>
  [
    { address: solanaToken.address, data: mintData() },
    { address: solanaHolding, data: holdingData() },
  ].map((account) => ({ ...account, program: tokenProgram, lamports }))
