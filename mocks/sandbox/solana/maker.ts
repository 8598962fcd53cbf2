/**
 * The sandbox's market maker on Solana. It trades from its own accounts at the price of its reserves, and signs its half of
 * each trade; the user signs the other half. Both halves are in one transaction.
 */
import { deriveAccount } from './accounts.ts'
import { deriveAddress, tokenAccountData, rentLamports, solanaGold, solanaToken, tokenProgram } from './token.ts'

/** The mint of wrapped SOL. */
export const wrappedSol = 'So11111111111111111111111111111111111111112'

/** The market maker's account, with a publicly known key that is worthless on every other chain. */
export const solanaMaker = deriveAccount('latchkey sandbox solana maker')

/** The maker's token accounts by mint, with their initial amounts in base units. */
export const makerReserves = [
  { mint: wrappedSol, account: deriveAddress('latchkey sandbox solana maker 1'), units: 10_000_000_000_000n },
  { mint: solanaToken.address, account: deriveAddress('latchkey sandbox solana maker 2'), units: 1_500_000_000_000n },
  { mint: solanaGold.address, account: deriveAddress('latchkey sandbox solana maker 3'), units: 20_000_000_000_000n },
] as const

/** The traded tokens, SOL first. `mint` is the traded mint; `address` is the API's id for it. */
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

/** The maker's initial amount of a token, in base units. */
export const makerReserveOf = (mint: string): bigint =>
  makerReserves.find((reserve) => reserve.mint === mint)?.units ?? 0n

/** The maker's accounts in the chain's format. The account for wrapped SOL also holds that much SOL. */
export const makerAccounts = () =>
  makerReserves.map(({ mint, account: address, units }) => {
    const data = tokenAccountData(mint, solanaMaker.publicKey, units)
    if (mint !== wrappedSol) return { address, data, program: tokenProgram, lamports: rentLamports }
    const view = new DataView(data.buffer)
    view.setUint32(109, 1, true)
    view.setBigUint64(113, rentLamports, true)
    return { address, data, program: tokenProgram, lamports: rentLamports + units }
  })
