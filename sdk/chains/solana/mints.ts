/** How a token counts, by the chain's word on an account that holds it. */
import { base58, base64 } from '@scure/base'
import type { Network } from '../../../machines/entities/network.ts'
import { accountOf, PROGRAMS } from './tokens.ts'

/** Where a mint has its decimals: https://github.com/solana-program/token. */
const DECIMALS_AT = 44
/** Accounts that are looked up for one question. */
const LOOKED = 20

export interface Mint {
  mint: string
  decimals: number
}
/** What the token of an account is, and how it counts; nothing where nobody says. */
export type ReadToken = (account: string) => Promise<Mint | undefined>

/** Reads each account once, and so many at most. */
export function tokenReader(network: Network | undefined, signal: AbortSignal): ReadToken {
  const read = new Map<string, Promise<Mint | undefined>>()
  const bytesOf = async (address: string): Promise<Uint8Array> => {
    const account = network && (await accountOf(network, address, signal))
    return account && PROGRAMS.includes(account.owner) ? base64.decode(account.data[0]) : new Uint8Array()
  }
  async function look(account: string): Promise<Mint | undefined> {
    const holding = await bytesOf(account)
    if (holding.length < 64) return undefined
    const mint = base58.encode(holding.slice(0, 32))
    const decimals = (await bytesOf(mint))[DECIMALS_AT]
    return decimals === undefined ? undefined : { mint, decimals }
  }
  return async (account) => {
    const known = read.get(account)
    if (known || read.size >= LOOKED) return known
    const looked = look(account).catch(() => undefined)
    read.set(account, looked)
    return looked
  }
}
