/** An account's name, balances and history, read from the chains. */
import { type Address, erc20Abi, formatUnits } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import type { SandboxToken } from '../sandbox/eip155/chain.ts'
import { answer, type Answers } from './answer.ts'
import { caip10Of, evmAddress } from './caip.ts'
import { type ChainReader, NATIVE, type Readers } from './chainReader.ts'
import { readPrice } from './exchange.ts'
import { historyPage } from './history.ts'
import type { NameRegistry } from './names.ts'
import { wirePurchase, type WirePurchase } from './onramp.ts'

/** A balance as the API sends it. */
export interface WireBalance {
  name: string
  symbol: string
  chainId: string
  address?: string
  value: number | null
  price: number | null
  quantity: { decimals: string; numeric: string }
  iconUrl: string | null
}

const readUnits = ({ client }: ChainReader, { address }: SandboxToken, owner: Address): Promise<bigint> =>
  address === NATIVE
    ? getBalance(client, { address: owner })
    : readContract(client, { address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

async function readBalance(reader: ChainReader, token: SandboxToken, owner: Address): Promise<WireBalance> {
  const [units, price = null] = await Promise.all([readUnits(reader, token, owner), readPrice(reader, token)])
  const numeric = formatUnits(units, token.decimals)
  const { networkId } = reader.chain
  return {
    name: token.name,
    symbol: token.symbol,
    chainId: networkId,
    ...(token.address !== NATIVE && { address: caip10Of(networkId, token.address) }),
    value: price === null ? null : price * Number(numeric),
    price,
    quantity: { decimals: `${token.decimals}`, numeric },
    iconUrl: null,
  }
}

const readersFor = (readers: Readers, networkId: string | undefined): Readers =>
  networkId === undefined ? readers : readers.filter(({ chain }) => chain.networkId === networkId)

const chainId = z.optional(z.string())

/** The answers about an account. On networks outside the sandbox, accounts hold nothing. */
export const accountAnswers = (
  readers: Readers,
  registry: NameRegistry,
  purchasesOf: (account: Address) => readonly WirePurchase[],
): Answers<'identity' | 'history' | 'balance'> => ({
  identity: answer(z.object({ address: evmAddress }), ({ address }) => {
    const [name] = registry.namesOf(address)
    return { name: name?.name ?? null, avatar: name?.attributes['avatar'] ?? null }
  }),

  history: answer(
    z.object({
      account: evmAddress,
      cursor: z.optional(z.string()),
      chainId,
      onramp: z.optional(z.literal('coinbase')),
    }),
    ({ account, cursor, onramp, ...query }) =>
      onramp
        ? {
            data: purchasesOf(account)
              .filter(({ networkId }) => query.chainId === undefined || networkId === query.chainId)
              .map(wirePurchase),
            next: null,
          }
        : historyPage(readersFor(readers, query.chainId), account, cursor),
  ),

  balance: answer(z.object({ address: evmAddress, chainId, currency: z.literal('usd') }), async (query) => {
    const balances = await Promise.all(
      readersFor(readers, query.chainId).flatMap((reader) =>
        [reader.native, ...reader.chain.tokens].map((token) => readBalance(reader, token, query.address)),
      ),
    )
    return { balances }
  }),
})
