/** How a token counts, and what it is called: by the page's word, else by that of whoever read what the account holds. */
import { base58, base64 } from '@scure/base'
import type { Network } from '../../../machines/entities/network.ts'
import { addressOf, type Token, type TokenBalance } from '../../../machines/entities/token.ts'
import { plainText } from '../../../machines/rules/texts.ts'
import { PROGRAMS } from './programs.ts'
import { accountOf } from './tokens.ts'

/** Where a mint has its decimals: https://github.com/solana-program/token. */
const DECIMALS_AT = 44
/** Accounts that are looked up for one question. */
const LOOKED = 20
/** Characters of a symbol that are said. */
const SYMBOL = 12

/** A symbol as it is compared. */
const plain = (symbol: string): string => plainText(symbol).toLowerCase()

export interface Mint {
  mint: string
  decimals: number
}
/** What is known of tokens without asking anybody. */
export interface KnownTokens {
  /** Those of the page: how they count is its word. */
  listed: readonly Token[]
  /** What the account holds, as far as it was read. */
  held: readonly TokenBalance[]
}

export interface Tokens {
  /** What the token of an account is, and how it counts; nothing where nobody says. */
  of(account: string): Promise<Mint | undefined>
  /** What a token is called by who counts it in the same way; empty where nobody does. */
  symbolOf(mint: Mint): string
}

/** What a question has to know of tokens on a network. Reads each account once, and so many at most. */
export function tokensOn(network: Network | undefined, { listed, held }: KnownTokens, signal: AbortSignal): Tokens {
  const read = new Map<string, Promise<Mint | undefined>>()
  const known = new Map<string | undefined, Pick<Token, 'symbol' | 'decimals'>>()
  const taken = [network?.nativeCurrency.symbol ?? 'SOL', ...listed.map(({ symbol }) => symbol)].map(plain)
  for (const { symbol, quantity, ...balance } of held)
    // Anybody can send a token that is called as another one.
    if (balance.chainId === network?.caipNetworkId && !taken.includes(plain(symbol)))
      known.set(addressOf(balance), { symbol: plainText(symbol).slice(0, SYMBOL), decimals: Number(quantity.decimals) })
  if (network) for (const token of listed) known.set(token.address, token)

  const bytesOf = async (address: string): Promise<Uint8Array> => {
    const account = network && (await accountOf(network, address, signal))
    return account && PROGRAMS.includes(account.owner) ? base64.decode(account.data[0]) : new Uint8Array()
  }
  async function look(account: string): Promise<Mint | undefined> {
    const holding = await bytesOf(account)
    if (holding.length < 64) return undefined
    const mint = base58.encode(holding.slice(0, 32))
    const own = listed.find(({ address }) => address === mint)
    const decimals = own ? own.decimals : (await bytesOf(mint))[DECIMALS_AT]
    return decimals === undefined ? undefined : { mint, decimals }
  }
  return {
    async of(account) {
      const looked = read.get(account)
      if (looked || read.size >= LOOKED) return looked
      const looking = look(account).catch(() => undefined)
      read.set(account, looking)
      return looking
    },
    symbolOf({ mint, decimals }) {
      const token = known.get(mint)
      return token?.decimals === decimals ? token.symbol : ''
    },
  }
}
