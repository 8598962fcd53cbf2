/** The sandbox's tokens on Solana, which exist from the first block: mints with a fixed supply. */
import { base58 } from '@scure/base'
import { firstSolanaAccount } from './accounts.ts'

/** The SPL token program. */
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
/** Token-2022, whose tokens may have a transfer fee. */
export const tokenProgram2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const supply = 250_000_000_000n
const [mintBytes, tokenAccountBytes] = [82, 165]
/** Enough lamports for both accounts to be rent-exempt. */
export const rentLamports = 2_039_280n

/** An address without a private key: a sentence, padded to 32 bytes. */
export const deriveAddress = (sentence: string) => base58.encode(new TextEncoder().encode(sentence.padEnd(32, '.')))

/** The token as apps list it, with its mint. */
export const solanaToken = {
  address: deriveAddress('latchkey sandbox solana dollar'),
  symbol: 'USDX',
  name: 'Sandbox Dollar',
  decimals: 6,
} as const

/** The token account in which the wallet's first account has 250,000 of it. */
export const solanaTokenAccount = deriveAddress('latchkey sandbox solana purse')

/** A token with as many decimals as SOL. The wallet's first account has 100. */
export const solanaGold = {
  address: deriveAddress('latchkey sandbox solana gold'),
  symbol: 'GLD',
  name: 'Sandbox Gold',
  decimals: 9,
} as const
const goldBalance = 100_000_000_000n

/** A token with a transfer fee of one percent, at most 5 TOLL. */
export const solanaFeeToken = {
  address: deriveAddress('latchkey sandbox solana toll'),
  symbol: 'TOLL',
  name: 'Sandbox Toll',
  decimals: 6,
} as const
const [basisPoints, maxFee] = [100, 5_000_000n]

/** A Token-2022 account: its base data, its account type and its extensions. */
export function withExtensions(
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
  const data = new Uint8Array(tokenAccountBytes + 1 + parts.reduce((sum, { length }) => sum + length, 0))
  data.set(base)
  data[tokenAccountBytes] = kind
  let offset = tokenAccountBytes + 1
  for (const part of parts) {
    data.set(part, offset)
    offset += part.length
  }
  return data
}

/** TransferFeeConfig: no authorities, nothing withheld yet, the same fee in every epoch. */
function feeData(): Uint8Array {
  const data = new Uint8Array(108)
  const view = new DataView(data.buffer)
  for (const offset of [72, 90]) {
    view.setBigUint64(offset + 8, maxFee, true)
    view.setUint16(offset + 16, basisPoints, true)
  }
  return data
}

export function mintData(decimals: number = solanaToken.decimals, units = supply): Uint8Array {
  const data = new Uint8Array(mintBytes)
  new DataView(data.buffer).setBigUint64(36, units, true)
  // The decimals, and the flag that the mint is initialized.
  data.set([decimals, 1], 44)
  return data
}

export function tokenAccountData(mint: string, owner = firstSolanaAccount.publicKey, units = supply): Uint8Array {
  const data = new Uint8Array(tokenAccountBytes)
  data.set(base58.decode(mint))
  data.set(owner, 32)
  new DataView(data.buffer).setBigUint64(64, units, true)
  data[108] = 1
  return data
}

/** The accounts in the chain's format. `makerReserveOf` returns the market maker's amount of a token. */
export const tokenAccounts = (makerReserveOf: (mint: string) => bigint) => [
  {
    address: solanaToken.address,
    data: mintData(solanaToken.decimals, supply + makerReserveOf(solanaToken.address)),
    program: tokenProgram,
    lamports: rentLamports,
  },
  {
    address: solanaTokenAccount,
    data: tokenAccountData(solanaToken.address),
    program: tokenProgram,
    lamports: rentLamports,
  },
  {
    address: solanaGold.address,
    data: mintData(solanaGold.decimals, goldBalance + makerReserveOf(solanaGold.address)),
    program: tokenProgram,
    lamports: rentLamports,
  },
  {
    address: deriveAddress('latchkey sandbox solana gold bar'),
    data: tokenAccountData(solanaGold.address, firstSolanaAccount.publicKey, goldBalance),
    program: tokenProgram,
    lamports: rentLamports,
  },
  {
    address: solanaFeeToken.address,
    data: withExtensions(mintData(), 1, [1, feeData()]),
    program: tokenProgram2022,
    lamports: 2n * rentLamports,
  },
  {
    address: deriveAddress('latchkey sandbox solana toll box'),
    // ImmutableOwner, and TransferFeeAmount with no fee.
    data: withExtensions(tokenAccountData(solanaFeeToken.address), 2, [7, new Uint8Array()], [2, new Uint8Array(8)]),
    program: tokenProgram2022,
    lamports: 2n * rentLamports,
  },
]
