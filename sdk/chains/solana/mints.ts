/** The decimals and names of tokens: from the app's token list, else from the source of the account's balances. */
import { base58, base64 } from '@scure/base'
import type { Network } from '../../../machines/shared/network.types.ts'
import { addressOf, type Token, type TokenBalance } from '../../../machines/shared/token.types.ts'
import { toPlainText } from '../../../machines/shared/texts.rules.ts'
import { PROGRAMS } from './programs.ts'
import { accountOf } from './tokens.ts'

/** The offset of the decimals in a mint: https://github.com/solana-program/token. */
const DECIMALS_AT = 44
/** The maximum number of accounts to read for one request. */
const MAX_ACCOUNTS = 20
/** The maximum length of a symbol that is shown. */
const MAX_SYMBOL_LENGTH = 12

/** Normalizes a symbol for comparison. */
const normalizeSymbol = (symbol: string): string => toPlainText(symbol).toLowerCase()

export interface Mint {
  mint: string
  decimals: number
}
/** The tokens that are known without a request. */
export interface KnownTokens {
  /** The app's token list, whose decimals are trusted. */
  listed: readonly Token[]
  /** The tokens of the account that are loaded already. */
  balances: readonly TokenBalance[]
}

export interface Tokens {
  /** The mint and decimals of a token account, or `undefined` if unknown. */
  of(account: string): Promise<Mint | undefined>
  /** The symbol of a token from a source with the same decimals; empty if unknown. */
  symbolOf(mint: Mint): string
}

/** Looks up tokens on a network. Reads each account once, up to a maximum number. */
export function tokensOn(network: Network | undefined, { listed, balances }: KnownTokens, signal: AbortSignal): Tokens {
  const mintsByAccount = new Map<string, Promise<Mint | undefined>>()
  const tokensByMint = new Map<string | undefined, Pick<Token, 'symbol' | 'decimals'>>()
  const reservedSymbols = [network?.nativeCurrency.symbol ?? 'SOL', ...listed.map(({ symbol }) => symbol)].map(
    normalizeSymbol,
  )
  for (const { symbol, quantity, ...balance } of balances)
    // Anyone can send a token with the symbol of another one.
    if (balance.chainId === network?.caipNetworkId && !reservedSymbols.includes(normalizeSymbol(symbol)))
      tokensByMint.set(addressOf(balance), {
        symbol: toPlainText(symbol).slice(0, MAX_SYMBOL_LENGTH),
        decimals: Number(quantity.decimals),
      })
  if (network) for (const token of listed) tokensByMint.set(token.address, token)

  const bytesOf = async (address: string): Promise<Uint8Array> => {
    const account = network && (await accountOf(network, address, signal))
    return account && PROGRAMS.includes(account.owner) ? base64.decode(account.data[0]) : new Uint8Array()
  }
  async function readMint(account: string): Promise<Mint | undefined> {
    const holding = await bytesOf(account)
    if (holding.length < 64) return undefined
    const mint = base58.encode(holding.slice(0, 32))
    const listedToken = listed.find(({ address }) => address === mint)
    const decimals = listedToken ? listedToken.decimals : (await bytesOf(mint))[DECIMALS_AT]
    return decimals === undefined ? undefined : { mint, decimals }
  }
  return {
    async of(account) {
      const cached = mintsByAccount.get(account)
      if (cached || mintsByAccount.size >= MAX_ACCOUNTS) return cached
      const pending = readMint(account).catch(() => undefined)
      mintsByAccount.set(account, pending)
      return pending
    },
    symbolOf({ mint, decimals }) {
      const token = tokensByMint.get(mint)
      return token?.decimals === decimals ? token.symbol : ''
    },
  }
}
