/** The sandbox's tokens on Solana, there from the first block: mints of a fixed supply, each with all of it in one account. */
import { base58 } from '@scure/base'
import { firstSolanaAccount } from './accounts.ts'

/** The program that the token is of. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** The program of 2022, whose tokens may keep a part of each transfer. */
export const tokenProgram2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const supply = 250_000_000_000n
const [mintBytes, holdingBytes] = [82, 165]
/** Enough that neither account ever owes rent. */
export const holdingLamports = 2_039_280n

/** An address that nobody has the key of: a sentence, padded to 32 bytes. */
export const addressNamed = (sentence: string) => base58.encode(new TextEncoder().encode(sentence.padEnd(32, '.')))

/** The token as sites list it, by its mint. */
export const solanaToken = {
  address: addressNamed('latchkey sandbox solana dollar'),
  symbol: 'USDX',
  name: 'Sandbox Dollar',
  decimals: 6,
} as const

/** Where the wallet's first account has 250,000 of it. */
export const solanaHolding = addressNamed('latchkey sandbox solana purse')

/** A token that counts as SOL does, of which the wallet's first account has 100. */
export const solanaGold = {
  address: addressNamed('latchkey sandbox solana gold'),
  symbol: 'GLD',
  name: 'Sandbox Gold',
  decimals: 9,
} as const
const goldHeld = 100_000_000_000n

/** A token that keeps one percent of each transfer, and 5 TOLL at most. */
export const solanaFeeToken = {
  address: addressNamed('latchkey sandbox solana toll'),
  symbol: 'TOLL',
  name: 'Sandbox Toll',
  decimals: 6,
} as const
const [basisPoints, keptAtMost] = [100, 5_000_000n]

/** An account of the program of 2022: its own bytes, its kind, and what it has beyond them. */
export function extended(
  base: Uint8Array,
  kind: number,
  ...extensions: [type: number, bytes: Uint8Array][]
): Uint8Array {
  const parts = extensions.map(([type, bytes]) => {
    const part = new Uint8Array(4 + bytes.length)
    new DataView(part.buffer).setUint16(0, type, true)
    new DataView(part.buffer).setUint16(2, bytes.length, true)
    part.set(bytes, 4)
    return part
  })
  const data = new Uint8Array(holdingBytes + 1 + parts.reduce((sum, { length }) => sum + length, 0))
  data.set(base)
  data[holdingBytes] = kind
  let at = holdingBytes + 1
  for (const part of parts) {
    data.set(part, at)
    at += part.length
  }
  return data
}

/** TransferFeeConfig: nobody's to change, nothing withheld yet, the same fee in every epoch. */
function feeData(): Uint8Array {
  const data = new Uint8Array(108)
  const view = new DataView(data.buffer)
  for (const at of [72, 90]) {
    view.setBigUint64(at + 8, keptAtMost, true)
    view.setUint16(at + 16, basisPoints, true)
  }
  return data
}

export function mintData(decimals: number = solanaToken.decimals, units = supply): Uint8Array {
  const data = new Uint8Array(mintBytes)
  new DataView(data.buffer).setBigUint64(36, units, true)
  // How it counts, and that it is in use.
  data.set([decimals, 1], 44)
  return data
}

export function holdingData(mint: string, owner = firstSolanaAccount.publicKey, units = supply): Uint8Array {
  const data = new Uint8Array(holdingBytes)
  data.set(base58.decode(mint))
  data.set(owner, 32)
  new DataView(data.buffer).setBigUint64(64, units, true)
  data[108] = 1
  return data
}

/** The accounts as the chain has them. `reserved`: what a maker of markets has of a token beside. */
export const tokenAccounts = (reserved: (mint: string) => bigint) => [
  {
    address: solanaToken.address,
    data: mintData(solanaToken.decimals, supply + reserved(solanaToken.address)),
    program: tokenProgram,
    lamports: holdingLamports,
  },
  { address: solanaHolding, data: holdingData(solanaToken.address), program: tokenProgram, lamports: holdingLamports },
  {
    address: solanaGold.address,
    data: mintData(solanaGold.decimals, goldHeld + reserved(solanaGold.address)),
    program: tokenProgram,
    lamports: holdingLamports,
  },
  {
    address: addressNamed('latchkey sandbox solana gold bar'),
    data: holdingData(solanaGold.address, firstSolanaAccount.publicKey, goldHeld),
    program: tokenProgram,
    lamports: holdingLamports,
  },
  {
    address: solanaFeeToken.address,
    data: extended(mintData(), 1, [1, feeData()]),
    program: tokenProgram2022,
    lamports: 2n * holdingLamports,
  },
  {
    address: addressNamed('latchkey sandbox solana toll box'),
    // ImmutableOwner, and TransferFeeAmount of nothing.
    data: extended(holdingData(solanaFeeToken.address), 2, [7, new Uint8Array()], [2, new Uint8Array(8)]),
    program: tokenProgram2022,
    lamports: 2n * holdingLamports,
  },
]
