/**
 * The sandbox's market maker on Solana: sells from its own accounts at the price that its reserves make, and signs its half of each
 * trade; the other half is the visitor's to sign. Both happen in one transaction, or none.
 */
import { deriveAccount } from './accounts.ts'
import { addressNamed, holdingData, holdingLamports, solanaGold, solanaToken, tokenProgram } from './token.ts'

/** The mint by which the token program holds SOL. */
export const wrappedSol = 'So11111111111111111111111111111111111111112'

/** Who makes the market: its key is known to everybody, and worthless on every other chain. */
export const solanaMaker = deriveAccount('latchkey sandbox solana maker')

/** What the maker keeps, by mint: where, and how much there is at first, in base units. */
export const makerReserves = [
  { mint: wrappedSol, account: addressNamed('latchkey sandbox solana maker 1'), units: 10_000_000_000_000n },
  { mint: solanaToken.address, account: addressNamed('latchkey sandbox solana maker 2'), units: 1_500_000_000_000n },
  { mint: solanaGold.address, account: addressNamed('latchkey sandbox solana maker 3'), units: 20_000_000_000_000n },
] as const

/** What the maker trades, the coin first. `mint` is what moves; `address` is how the API calls it. */
export const tradedTokens = [
  {
    address: 'So11111111111111111111111111111111111111111',
    mint: wrappedSol,
    symbol: 'SOL',
    name: 'Solana',
    decimals: 9,
  },
  { ...solanaToken, mint: solanaToken.address },
  { ...solanaGold, mint: solanaGold.address },
] as const

/** What the maker has of a token at first, in base units. */
export const reservedOf = (mint: string): bigint => makerReserves.find((reserve) => reserve.mint === mint)?.units ?? 0n

/** The maker's accounts as the chain has them: of the coin as much lies in its account. */
export const makerAccounts = () =>
  makerReserves.map(({ mint, account: address, units }) => {
    const data = holdingData(mint, solanaMaker.publicKey, units)
    if (mint !== wrappedSol) return { address, data, program: tokenProgram, lamports: holdingLamports }
    const view = new DataView(data.buffer)
    view.setUint32(109, 1, true)
    view.setBigUint64(113, holdingLamports, true)
    return { address, data, program: tokenProgram, lamports: holdingLamports + units }
  })
