/**
 * The sandbox's Solana chain: balances, and swaps priced from the reserves of a market maker, who signs its half of each swap.
 */
import { base58, base64 } from '@scure/base'
import { formatUnits } from 'viem'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as z from 'zod/mini'
import { makerReserves, solanaMaker, tradedTokens, wrappedSol } from '../sandbox/solana/maker.ts'
import { solanaFeeToken, solanaToken, tokenProgram } from '../sandbox/solana/token.ts'
import { answer, type Answers, type SolanaCall, type SolanaSource } from './answer.ts'
import { refused } from './refusal.ts'

type Traded = (typeof tradedTokens)[number]

const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const PROGRAM = new PublicKey(tokenProgram)
/** A trade's compute limit, and its priority fee in micro-lamports per compute unit. */
const budget = { units: 200_000, microLamports: 100_000 }

const digits = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text: string) => BigInt(text)),
)

/** Sends an RPC request to the node. */
async function ask<Schema extends z.ZodMiniType>(
  { rpcUrl }: SolanaSource,
  schema: Schema,
  method: string,
  ...params: unknown[]
): Promise<z.infer<Schema>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrl, { method: 'POST', headers, body })
  const { result } = z.parse(z.object({ result: z.unknown() }), await response.json())
  return z.parse(schema, result)
}

const account = z.object({ data: z.tuple([z.string(), z.string()]) })
const accounts = z.object({ value: z.array(z.object({ pubkey: z.string(), account })) })

/** The balance of a token account. */
const unitsIn = (data: string): bigint => new DataView(base64.decode(data).buffer).getBigUint64(64, true)

/** The maker's current reserve of a token. */
async function reserveOf(source: SolanaSource, { mint }: Traded) {
  const kept = makerReserves.find((reserve) => reserve.mint === mint)
  if (!kept) throw refused(400, 'The maker has none of it')
  const schema = z.object({ value: account })
  const { value } = await ask(source, schema, 'getAccountInfo', kept.account, { encoding: 'base64' })
  return { account: kept.account, units: unitsIn(value.data[0]) }
}

/** The output amount for this input: the product of both reserves stays constant. */
async function amountOut(source: SolanaSource, amount: bigint, from: Traded, to: Traded): Promise<bigint> {
  const [given, kept] = await Promise.all([reserveOf(source, from), reserveOf(source, to)])
  return (amount * kept.units) / (given.units + amount)
}

/** A token's price in dollars, from the reserves. */
async function priceOf(source: SolanaSource, token: Traded): Promise<number> {
  const dollar = tradedTokens.find(({ mint }) => mint === solanaToken.address) ?? tradedTokens[1]
  if (token.mint === dollar.mint) return 1
  const [own, dollars] = await Promise.all([reserveOf(source, token), reserveOf(source, dollar)])
  return Number(dollars.units) / 10 ** dollar.decimals / (Number(own.units) / 10 ** token.decimals)
}

const associatedOf = (owner: PublicKey, mint: PublicKey) =>
  PublicKey.findProgramAddressSync([owner.toBytes(), PROGRAM.toBytes(), mint.toBytes()], ATA)[0]

const signs = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true })
const writes = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const reads = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const instruction = (programId: PublicKey, keys: TransactionInstruction['keys'], ...bytes: number[]) =>
  new TransactionInstruction({ programId, keys, data: Uint8Array.from(bytes) as Buffer })

/** CreateIdempotent. */
const open = (owner: PublicKey, mint: PublicKey) =>
  instruction(
    ATA,
    [signs(owner), writes(associatedOf(owner, mint)), ...[owner, mint, SystemProgram.programId, PROGRAM].map(reads)],
    1,
  )

/** TransferChecked. */
function move(from: PublicKey, to: PublicKey, owner: PublicKey, { mint, decimals }: Traded, units: bigint) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, units, true)
  const keys = [writes(from), reads(new PublicKey(mint)), writes(to), { ...signs(owner), isWritable: false }]
  return instruction(PROGRAM, keys, 12, ...bytes, decimals)
}

const sync = (held: PublicKey) => instruction(PROGRAM, [writes(held)], 17)
const close = (held: PublicKey, owner: PublicKey) =>
  instruction(PROGRAM, [writes(held), writes(owner), { ...signs(owner), isWritable: false }], 9)

/** The account's token account with the largest balance. */
async function purseOf(source: SolanaSource, owner: string, { mint }: Traded): Promise<PublicKey> {
  const { value } = await ask(source, accounts, 'getTokenAccountsByOwner', owner, { mint }, { encoding: 'base64' })
  const [fullest] = value.toSorted((one, other) =>
    Number(unitsIn(other.account.data[0]) - unitsIn(one.account.data[0])),
  )
  if (!fullest) throw refused(400, 'The account has none of it')
  return new PublicKey(fullest.pubkey)
}

interface Trade {
  owner: string
  from: Traded
  to: Traded
  amount: bigint
  brought: bigint
}

/** Both halves of a trade in one transaction, whose fee the account pays. SOL is wrapped on the way. */
async function tradeOf(source: SolanaSource, { owner: text, from, to, amount, brought }: Trade) {
  const owner = new PublicKey(text)
  const maker = new PublicKey(solanaMaker.address)
  const [given, kept] = await Promise.all([reserveOf(source, from), reserveOf(source, to)])
  const wrapped = associatedOf(owner, new PublicKey(wrappedSol))
  const isCoin = ({ mint }: Traded) => mint === wrappedSol
  const purse = isCoin(from) ? wrapped : await purseOf(source, text, from)
  const wrapping = isCoin(from)
    ? [
        open(owner, new PublicKey(wrappedSol)),
        SystemProgram.transfer({ fromPubkey: owner, toPubkey: wrapped, lamports: amount }),
        sync(wrapped),
      ]
    : []
  const target = associatedOf(owner, new PublicKey(to.mint))
  return [
    ...wrapping,
    move(purse, new PublicKey(given.account), owner, from, amount),
    open(owner, new PublicKey(to.mint)),
    move(new PublicKey(kept.account), target, maker, to, brought),
    ...(isCoin(from) || isCoin(to) ? [close(wrapped, owner)] : []),
  ]
}

/** A transaction that the maker has signed and the account has not. */
export async function makerSigned(source: SolanaSource, owner: string, instructions: TransactionInstruction[]) {
  const schema = z.object({ value: z.object({ blockhash: z.string() }) })
  const { value } = await ask(source, schema, 'getLatestBlockhash')
  const message = new TransactionMessage({
    payerKey: new PublicKey(owner),
    recentBlockhash: value.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: budget.units }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: budget.microLamports }),
      ...instructions,
    ],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  if (
    instructions.some(({ keys }) =>
      keys.some(({ isSigner, pubkey }) => isSigner && pubkey.toBase58() === solanaMaker.address),
    )
  )
    transaction.addSignature(new PublicKey(solanaMaker.address), solanaMaker.sign(transaction.message.serialize()))
  return base64.encode(transaction.serialize())
}

/** An owner's total balance of a token. */
async function heldBy(source: SolanaSource, owner: string, mint: string): Promise<bigint> {
  const { value } = await ask(source, accounts, 'getTokenAccountsByOwner', owner, { mint }, { encoding: 'base64' })
  return value.reduce((sum, { account: { data } }) => sum + unitsIn(data[0]), 0n)
}

/** The token with a transfer fee, which cannot be traded. */
const tollOf = (prefix: string) => ({ ...solanaFeeToken, address: `${prefix}${solanaFeeToken.address}`, price: null })

const isKey = (text: string) => {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

const key = z.string().check(z.refine(isKey))

/** The answers about the Solana chain. */
export function solanaAnswers(source: SolanaSource): Answers<SolanaCall> {
  const prefix = `${source.networkId}:`
  const id = z.pipe(
    z.string().check(z.refine((text) => text.startsWith(prefix) && isKey(text.slice(prefix.length)))),
    z.transform((text: string) => text.slice(prefix.length)),
  )
  const traded = z.pipe(
    id,
    z.transform((address: string) => {
      const found = tradedTokens.find((token) => token.address === address)
      if (!found) throw refused(400, 'There is no market for this token')
      return found
    }),
  )
  const known = async () =>
    Promise.all(
      tradedTokens.map(async (token) => ({
        address: `${prefix}${token.address}`,
        name: token.name,
        symbol: token.symbol,
        decimals: token.decimals,
        iconUrl: '',
        price: await priceOf(source, token),
      })),
    )
  return {
    // There are no names on Solana.
    identity: () => ({ name: null, avatar: null }),
    balance: answer(z.object({ address: key }), async ({ address: owner }) => {
      const told = z.object({ value: z.int() })
      const { value } = await ask(source, told, 'getBalance', owner)
      const [coin, ...tokens] = await known()
      const holdings = await Promise.all(
        [...tokens, tollOf(prefix)].map(async (token) => ({
          token,
          units: await heldBy(source, owner, token.address.slice(prefix.length)),
        })),
      )
      return {
        balances: [{ token: { ...coin, address: undefined }, units: BigInt(value) }, ...holdings].map(
          ({ token: { price = null, decimals = 9, ...token }, units }) => {
            const numeric = formatUnits(units, decimals)
            return {
              ...token,
              chainId: source.networkId,
              value: price === null ? null : price * Number(numeric),
              price,
              quantity: { decimals: `${decimals}`, numeric },
              iconUrl: null,
            }
          },
        ),
      }
    }),
    swapTokens: () => ({
      tokens: tradedTokens.map(({ name, symbol, address, decimals }) => ({
        name,
        symbol,
        address: `${prefix}${address}`,
        decimals,
        logoUri: null,
        eip2612: false,
      })),
    }),
    tokenPrices: answer(z.object({ addresses: z.array(z.string()) }), async ({ addresses }) => ({
      fungibles: (await known()).filter(({ address }) => addresses.includes(address)),
    })),
    swapQuotes: answer(
      z.object({ amount: digits, userAddress: id, from: traded, to: traded }),
      async ({ amount, from, to }) => ({
        quotes: [
          {
            id: null,
            fromAmount: `${amount}`,
            fromAccount: `${prefix}${from.address}`,
            toAmount: `${await amountOut(source, amount, from, to)}`,
            toAccount: `${prefix}${to.address}`,
          },
        ],
      }),
    ),
    buildSwap: answer(
      z.object({
        amount: digits,
        userAddress: id,
        from: traded,
        to: traded,
        solana: z.object({ slippage: z.number().check(z.gte(0), z.lte(50)) }),
      }),
      async ({ amount, userAddress: owner, from, to }) => {
        const brought = await amountOut(source, amount, from, to)
        const instructions = await tradeOf(source, { owner, from, to, amount, brought })
        return {
          tx: {
            from: `${prefix}${owner}`,
            to: `${prefix}${solanaMaker.address}`,
            data: await makerSigned(source, owner, instructions),
            amount: `${brought}`,
            eip155: null,
          },
        }
      },
    ),
  }
}
