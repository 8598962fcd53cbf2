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
import { refuse } from './refusal.ts'

type TradedToken = (typeof tradedTokens)[number]

const ATA = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const PROGRAM = new PublicKey(tokenProgram)
/** A trade's compute limit, and its priority fee in micro-lamports per compute unit. */
const budget = { units: 200_000, microLamports: 100_000 }

const digits = z.pipe(
  z.string().check(z.regex(/^\d{1,20}$/)),
  z.transform((text: string) => BigInt(text)),
)

/** Sends an RPC request to the node. */
async function callNode<Schema extends z.ZodMiniType>(
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
const readUnits = (data: string): bigint => new DataView(base64.decode(data).buffer).getBigUint64(64, true)

/** The maker's current reserve of a token. */
async function readReserve(source: SolanaSource, { mint }: TradedToken) {
  const makerReserve = makerReserves.find((reserve) => reserve.mint === mint)
  if (!makerReserve) throw refuse(400, 'The maker has none of it')
  const schema = z.object({ value: account })
  const { value } = await callNode(source, schema, 'getAccountInfo', makerReserve.account, { encoding: 'base64' })
  return { account: makerReserve.account, units: readUnits(value.data[0]) }
}

/** The output amount for this input: the product of both reserves stays constant. */
async function calculateAmountOut(
  source: SolanaSource,
  amount: bigint,
  from: TradedToken,
  to: TradedToken,
): Promise<bigint> {
  const [reserveIn, reserveOut] = await Promise.all([readReserve(source, from), readReserve(source, to)])
  return (amount * reserveOut.units) / (reserveIn.units + amount)
}

/** A token's price in dollars, from the reserves. */
async function readPrice(source: SolanaSource, token: TradedToken): Promise<number> {
  const dollar = tradedTokens.find(({ mint }) => mint === solanaToken.address) ?? tradedTokens[1]
  if (token.mint === dollar.mint) return 1
  const [tokens, dollars] = await Promise.all([readReserve(source, token), readReserve(source, dollar)])
  return Number(dollars.units) / 10 ** dollar.decimals / (Number(tokens.units) / 10 ** token.decimals)
}

const associatedTokenAccount = (owner: PublicKey, mint: PublicKey) =>
  PublicKey.findProgramAddressSync([owner.toBytes(), PROGRAM.toBytes(), mint.toBytes()], ATA)[0]

const signerMeta = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: true })
const writableMeta = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })
const readonlyMeta = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const createInstruction = (programId: PublicKey, keys: TransactionInstruction['keys'], ...bytes: number[]) =>
  new TransactionInstruction({ programId, keys, data: Uint8Array.from(bytes) as Buffer })

/** CreateIdempotent. */
const createTokenAccount = (owner: PublicKey, mint: PublicKey) =>
  createInstruction(
    ATA,
    [
      signerMeta(owner),
      writableMeta(associatedTokenAccount(owner, mint)),
      ...[owner, mint, SystemProgram.programId, PROGRAM].map(readonlyMeta),
    ],
    1,
  )

/** TransferChecked. */
function transferChecked(
  from: PublicKey,
  to: PublicKey,
  owner: PublicKey,
  { mint, decimals }: TradedToken,
  units: bigint,
) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, units, true)
  const keys = [
    writableMeta(from),
    readonlyMeta(new PublicKey(mint)),
    writableMeta(to),
    { ...signerMeta(owner), isWritable: false },
  ]
  return createInstruction(PROGRAM, keys, 12, ...bytes, decimals)
}

const syncNative = (tokenAccount: PublicKey) => createInstruction(PROGRAM, [writableMeta(tokenAccount)], 17)
const closeAccount = (tokenAccount: PublicKey, owner: PublicKey) =>
  createInstruction(
    PROGRAM,
    [writableMeta(tokenAccount), writableMeta(owner), { ...signerMeta(owner), isWritable: false }],
    9,
  )

/** The account's token account with the largest balance. */
async function findFundedAccount(source: SolanaSource, owner: string, { mint }: TradedToken): Promise<PublicKey> {
  const { value } = await callNode(source, accounts, 'getTokenAccountsByOwner', owner, { mint }, { encoding: 'base64' })
  const [largest] = value.toSorted((a, b) => Number(readUnits(b.account.data[0]) - readUnits(a.account.data[0])))
  if (!largest) throw refuse(400, 'The account has none of it')
  return new PublicKey(largest.pubkey)
}

interface Trade {
  owner: string
  from: TradedToken
  to: TradedToken
  amount: bigint
  amountOut: bigint
}

/** Both halves of a trade in one transaction, whose fee the account pays. SOL is wrapped on the way. */
async function createTrade(source: SolanaSource, { owner: text, from, to, amount, amountOut }: Trade) {
  const owner = new PublicKey(text)
  const maker = new PublicKey(solanaMaker.address)
  const [reserveIn, reserveOut] = await Promise.all([readReserve(source, from), readReserve(source, to)])
  const wrappedSolAccount = associatedTokenAccount(owner, new PublicKey(wrappedSol))
  const isSol = ({ mint }: TradedToken) => mint === wrappedSol
  const sourceAccount = isSol(from) ? wrappedSolAccount : await findFundedAccount(source, text, from)
  const wrapInstructions = isSol(from)
    ? [
        createTokenAccount(owner, new PublicKey(wrappedSol)),
        SystemProgram.transfer({ fromPubkey: owner, toPubkey: wrappedSolAccount, lamports: amount }),
        syncNative(wrappedSolAccount),
      ]
    : []
  const targetAccount = associatedTokenAccount(owner, new PublicKey(to.mint))
  return [
    ...wrapInstructions,
    transferChecked(sourceAccount, new PublicKey(reserveIn.account), owner, from, amount),
    createTokenAccount(owner, new PublicKey(to.mint)),
    transferChecked(new PublicKey(reserveOut.account), targetAccount, maker, to, amountOut),
    ...(isSol(from) || isSol(to) ? [closeAccount(wrappedSolAccount, owner)] : []),
  ]
}

/** A transaction that the maker has signed and the account has not. */
export async function signAsMaker(source: SolanaSource, owner: string, instructions: TransactionInstruction[]) {
  const schema = z.object({ value: z.object({ blockhash: z.string() }) })
  const { value } = await callNode(source, schema, 'getLatestBlockhash')
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
async function readBalance(source: SolanaSource, owner: string, mint: string): Promise<bigint> {
  const { value } = await callNode(source, accounts, 'getTokenAccountsByOwner', owner, { mint }, { encoding: 'base64' })
  return value.reduce((sum, { account: { data } }) => sum + readUnits(data[0]), 0n)
}

/** The token with a transfer fee, which cannot be traded. */
const feeTokenOf = (prefix: string) => ({
  ...solanaFeeToken,
  address: `${prefix}${solanaFeeToken.address}`,
  price: null,
})

const isPublicKey = (text: string) => {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}

const key = z.string().check(z.refine(isPublicKey))

/** The answers about the Solana chain. */
export function solanaAnswers(source: SolanaSource): Answers<SolanaCall> {
  const prefix = `${source.networkId}:`
  const id = z.pipe(
    z.string().check(z.refine((text) => text.startsWith(prefix) && isPublicKey(text.slice(prefix.length)))),
    z.transform((text: string) => text.slice(prefix.length)),
  )
  const tradedToken = z.pipe(
    id,
    z.transform((address: string) => {
      const tradable = tradedTokens.find((token) => token.address === address)
      if (!tradable) throw refuse(400, 'There is no market for this token')
      return tradable
    }),
  )
  const listTokens = async () =>
    Promise.all(
      tradedTokens.map(async (token) => ({
        address: `${prefix}${token.address}`,
        name: token.name,
        symbol: token.symbol,
        decimals: token.decimals,
        iconUrl: '',
        price: await readPrice(source, token),
      })),
    )
  return {
    // There are no names on Solana.
    identity: () => ({ name: null, avatar: null }),
    balance: answer(z.object({ address: key }), async ({ address: owner }) => {
      const balanceSchema = z.object({ value: z.int() })
      const { value } = await callNode(source, balanceSchema, 'getBalance', owner)
      const [coin, ...tokens] = await listTokens()
      const tokenBalances = await Promise.all(
        [...tokens, feeTokenOf(prefix)].map(async (token) => ({
          token,
          units: await readBalance(source, owner, token.address.slice(prefix.length)),
        })),
      )
      return {
        balances: [{ token: { ...coin, address: undefined }, units: BigInt(value) }, ...tokenBalances].map(
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
      fungibles: (await listTokens()).filter(({ address }) => addresses.includes(address)),
    })),
    swapQuotes: answer(
      z.object({ amount: digits, userAddress: id, from: tradedToken, to: tradedToken }),
      async ({ amount, from, to }) => ({
        quotes: [
          {
            id: null,
            fromAmount: `${amount}`,
            fromAccount: `${prefix}${from.address}`,
            toAmount: `${await calculateAmountOut(source, amount, from, to)}`,
            toAccount: `${prefix}${to.address}`,
          },
        ],
      }),
    ),
    buildSwap: answer(
      z.object({
        amount: digits,
        userAddress: id,
        from: tradedToken,
        to: tradedToken,
        solana: z.object({ slippage: z.number().check(z.gte(0), z.lte(50)) }),
      }),
      async ({ amount, userAddress: owner, from, to }) => {
        const received = await calculateAmountOut(source, amount, from, to)
        const instructions = await createTrade(source, { owner, from, to, amount, amountOut: received })
        return {
          tx: {
            from: `${prefix}${owner}`,
            to: `${prefix}${solanaMaker.address}`,
            data: await signAsMaker(source, owner, instructions),
            amount: `${received}`,
            eip155: null,
          },
        }
      },
    ),
  }
}
