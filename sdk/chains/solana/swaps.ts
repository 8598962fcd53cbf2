/** Swaps on Solana: parses the transaction that the API builds, simulates it and checks each account that it changes. */
import { base58, base64 } from '@scure/base'
import { AddressLookupTableAccount, AddressLookupTableProgram, PublicKey, VersionedTransaction } from '@solana/web3.js'
import type * as z from 'zod/mini'
import { SOLANA } from '../../../machines/constants.ts'
import type { Connection } from '../../../machines/shared/account.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { BuiltSwap, SwapToken } from '../../../machines/swap/swap.types.ts'
import type { TokenBalance } from '../../../machines/shared/token.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { shortAddress } from '../../../machines/shared/addresses.rules.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import {
  validateSolanaSwap,
  checkSwapResult,
  type SolanaChange,
  type SolanaState,
} from '../../../machines/swap/solanaSwap.rules.ts'
import { findBalance, isNativeSide } from '../../../machines/swap/swapDraft.rules.ts'
import type { FoundToken } from '../../../machines/swap/swap.contract.ts'
import type { Permit, SwapOrder } from '../../../machines/swap/swapExecution.contract.ts'
import type { Api } from '../../api/client.ts'
import { readHoldingState } from './holdings.ts'
import { readMint } from './extensions.ts'
import { accountOf, tokenBalanceOf } from './tokens.ts'
import {
  accountsDataSchema,
  requestNode,
  COMMITMENT,
  feeSchema,
  isPubkey,
  simulationSchema,
  transactionSchema,
} from './wire.ts'

/** The maximum length of a transaction in base64; the chain's own limit is lower. */
const MAX_TRANSACTION_LENGTH = 4_000
const SIGNATURE_BYTES = 64
/** The maximum number of accounts that nodes return per request. */
const MAX_ACCOUNTS = 100
const SYSTEM = '11111111111111111111111111111111'
/** As the first instruction, it makes the transaction valid at any time: https://github.com/solana-program/system. */
const ADVANCE_NONCE = 4

const mintOf = ({ chainId, address }: SwapToken): string => address.slice(chainId.length + 1)

/** Solana needs no approvals: the user's signature covers the spent tokens. */
export const readPermit = async (): Promise<Permit> => ({ isApproved: true, isAtomic: false })

/** The account's balance of a token, or `undefined` if no node returns it. */
export async function readTokenBalance(
  { connection, network }: { connection: Connection; network: Network },
  { chainId, address, name, symbol, decimals }: SwapToken,
  signal: AbortSignal,
): Promise<TokenBalance | undefined> {
  try {
    const units = await tokenBalanceOf(network, connection.address, address.slice(chainId.length + 1), signal)
    const quantity = { decimals: String(decimals), numeric: formatAmount(units, decimals) }
    return { name, symbol, chainId, address, quantity }
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/**
 * Reads a token by its mint, with its decimals and the account's balance. Its name is the shortened address. Throws
 * `address.invalid`, `swap.unknownToken`.
 */
export async function readToken(
  { connection, network, address: text }: { connection: Connection; network: Network; address: string },
  signal: AbortSignal,
): Promise<FoundToken> {
  const mint = text.trim()
  if (!isPubkey(mint)) throw new LatchkeyError('address.invalid')
  const decimals = await decimalsOf(network, mint, signal).catch((cause: unknown) => {
    throw signal.aborted ? signal.reason : new LatchkeyError('swap.unknownToken', { cause })
  })
  const chainId = network.caipNetworkId
  const shortName = shortAddress(mint, 4, 4)
  const token: SwapToken = {
    chainId,
    address: `${chainId}:${mint}`,
    symbol: mint.slice(0, 8),
    name: shortName,
    decimals,
    isUnlisted: true,
  }
  return { token, balance: await readTokenBalance({ connection, network }, token, signal) }
}

const decimalsOf = async (network: Network, mint: string, signal: AbortSignal): Promise<number> =>
  readMint(await accountOf(network, mint, signal)).decimals

/**
 * The maximum amount of a token that can be swapped, as decimal text. Reserves the cost of accounts that the swap creates. Throws
 * `send.gasUnaffordable`.
 */
export async function estimateMaximum(order: {
  network: Network
  from: SwapToken
  balances: readonly TokenBalance[]
}): Promise<string> {
  const { from, balances } = order
  const balance = parseAmount(findBalance(balances, from) ?? '0', from.decimals)
  const reserve = isNativeSide(from)
    ? SOLANA.swapFeeLamports + 2n * SOLANA.holdingLamports + SOLANA.accountLamports
    : 0n
  if (balance <= reserve) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: from.symbol } })
  return formatAmount(balance - reserve, from.decimals)
}

/** A transaction in base64, or `undefined` if it is invalid or has more than one encoding. */
function transactionIn(text: string): VersionedTransaction | undefined {
  if (text.length > MAX_TRANSACTION_LENGTH) return undefined
  try {
    const transaction = VersionedTransaction.deserialize(base64.decode(text))
    return base64.encode(transaction.serialize()) === text ? transaction : undefined
  } catch {
    return undefined
  }
}

/** Whether a transaction stays valid indefinitely: an attacker could delay it until the price suits them. */
const neverExpires = ({ message }: VersionedTransaction): boolean =>
  message.compiledInstructions.some(
    ({ programIdIndex, data: [first] }) =>
      message.staticAccountKeys[programIdIndex]?.toBase58() === SYSTEM && first === ADVANCE_NONCE,
  )

/** Whether the account pays for the transaction and all other signers have signed it. */
function isOwn({ message, signatures }: VersionedTransaction, account: string): boolean {
  const [payer] = message.staticAccountKeys
  const others = signatures.slice(1)
  return (
    payer?.toBase58() === account &&
    signatures.length === message.header.numRequiredSignatures &&
    others.every((signature) => signature.length === SIGNATURE_BYTES && signature.some((byte) => byte !== 0))
  )
}

/** Checks that the mint's decimals match those with which amounts were shown. Throws `send.decimalsDiffer`. */
async function checkDecimals(network: Network, token: SwapToken, signal: AbortSignal): Promise<void> {
  const decimals = isNativeSide(token)
    ? network.nativeCurrency.decimals
    : await decimalsOf(network, mintOf(token), signal)
  if (decimals !== token.decimals)
    throw new LatchkeyError('send.decimalsDiffer', { params: { symbol: token.symbol, decimals } })
}

/**
 * Requests the transaction of a swap from the API. The account pays for it, and only its signature is missing [7.12]. Throws
 * `swap.buildFailed`, `swap.unexpected`, `send.decimalsDiffer`.
 */
export async function buildSwap(api: Api, order: SwapOrder, _permit: Permit, signal: AbortSignal): Promise<BuiltSwap> {
  const { network, quote, slippage, connection } = order
  const { from, to, fromUnits } = quote
  const networkId = network.caipNetworkId
  const userAddress = `${networkId}:${connection.address}`
  const query = {
    amount: String(fromUnits),
    from: from.address,
    to: to.address,
    userAddress,
    solana: { slippage: Number(formatAmount(slippage, 2)) },
  }
  const [{ tx }] = await Promise.all([
    api.call('buildSwap', query, { networkId, signal }),
    checkDecimals(network, from, signal),
    checkDecimals(network, to, signal),
  ])
  const built = transactionIn(tx.data)
  if (!built || tx.from !== userAddress || !isOwn(built, connection.address))
    throw new LatchkeyError('swap.buildFailed', { cause: tx })
  if (neverExpires(built)) throw new LatchkeyError('swap.unexpected', { cause: tx })
  return { approval: undefined, swap: { transaction: tx.data } }
}

type AccountInfo = z.infer<typeof accountsDataSchema>['value'][number]

async function accountsAt(
  network: Network,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<readonly AccountInfo[]> {
  if (addresses.length === 0) return []
  if (addresses.length > MAX_ACCOUNTS) throw new LatchkeyError('swap.unexpected', { cause: addresses.length })
  const params = [addresses, { ...COMMITMENT, encoding: 'base64' }]
  const { value } = await requestNode(network, accountsDataSchema, { method: 'getMultipleAccounts', params }, signal)
  if (value.length !== addresses.length) throw new LatchkeyError('rpc.malformed', { cause: value.length })
  return value
}

/** The accounts that a transaction may write to, including those from lookup tables. Throws `swap.unexpected`. */
async function writableOf(network: Network, { message }: VersionedTransaction, signal: AbortSignal): Promise<string[]> {
  const tableAddresses = message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58())
  const tables = (await accountsAt(network, tableAddresses, signal)).map((table, index) => {
    if (table?.owner !== AddressLookupTableProgram.programId.toBase58())
      throw new LatchkeyError('swap.unexpected', { cause: tableAddresses[index] })
    const state = AddressLookupTableAccount.deserialize(base64.decode(table.data[0]))
    return new AddressLookupTableAccount({ key: new PublicKey(tableAddresses[index] ?? ''), state })
  })
  const keys = message.getAccountKeys({ addressLookupTableAccounts: tables })
  const writable: string[] = []
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys.get(index)
    if (key && message.isAccountWritable(index)) writable.push(key.toBase58())
  }
  return writable
}

/** Whether the bytes contain a key at any position. */
function containsKey(bytes: Uint8Array, key: Uint8Array): boolean {
  for (let at = bytes.indexOf(key[0] ?? 0); at !== -1; at = bytes.indexOf(key[0] ?? 0, at + 1))
    if (key.every((byte, offset) => bytes[at + offset] === byte)) return true
  return false
}

function stateOf(account: AccountInfo | undefined, owner: Uint8Array): SolanaState | undefined {
  if (!account) return undefined
  const bytes = base64.decode(account.data[0])
  if (account.lamports === 0 && bytes.length === 0) return undefined
  return {
    lamports: BigInt(account.lamports),
    program: account.owner,
    data: account.data[0],
    isNaming: containsKey(bytes, owner),
    holding: readHoldingState(account.owner, bytes),
  }
}

/** Log texts with which the common exchange programs reject an output that is too low. */
const PRICE_MOVED = /slippage|exceeds desired|too little|insufficient.?output|minimum.?(amount|out)/i
/** The nodes' errors when the account cannot pay the network fee or the rent. */
const UNAFFORDABLE = /InsufficientFundsForFee|InsufficientFundsForRent|AccountNotFound/

function simulationError({ err, logs }: z.infer<typeof simulationSchema>['value'], network: Network): LatchkeyError {
  const cause = { err, logs }
  if (UNAFFORDABLE.test(JSON.stringify(err)))
    return new LatchkeyError('send.gasUnaffordable', { params: { symbol: network.nativeCurrency.symbol }, cause })
  return new LatchkeyError((logs ?? []).some((log) => PRICE_MOVED.test(log)) ? 'swap.priceMoved' : 'swap.wouldFail', {
    cause,
  })
}

/**
 * Simulates a swap on the current chain, and compares each writable account before and after. Resolves to the received amount in
 * base units. Throws `swap.wouldFail`, `swap.priceMoved`, `swap.unexpected`, `send.gasUnaffordable`.
 */
export async function simulateSwap(order: SwapOrder, { swap }: BuiltSwap, signal: AbortSignal): Promise<bigint> {
  const { connection, network } = order
  const transaction = 'transaction' in swap ? transactionIn(swap.transaction) : undefined
  if (!transaction || !('transaction' in swap)) throw new LatchkeyError('swap.buildFailed')
  const addresses = await writableOf(network, transaction, signal)
  const message = base64.encode(transaction.message.serialize())
  const [before, { value: fee }] = await Promise.all([
    accountsAt(network, addresses, signal),
    requestNode(network, feeSchema, { method: 'getFeeForMessage', params: [message, COMMITMENT] }, signal),
  ])
  const options = { ...COMMITMENT, encoding: 'base64', sigVerify: false, accounts: { encoding: 'base64', addresses } }
  const call = { method: 'simulateTransaction', params: [swap.transaction, options] }
  const { value } = await requestNode(network, simulationSchema, call, signal)
  if (value.err !== null && value.err !== undefined) throw simulationError(value, network)
  // The transaction's block has expired, or the node did not return the accounts. The simulation proves nothing.
  if (fee === null || value.accounts?.length !== addresses.length)
    throw new LatchkeyError('swap.wouldFail', { cause: value })
  const owner = base58.decode(connection.address)
  const changes = addresses.map((address, index): SolanaChange => ({
    address,
    before: stateOf(before[index], owner),
    after: stateOf(value.accounts?.[index], owner),
  }))
  return validateSolanaSwap(order, changes, BigInt(fee), SOLANA.swapFeeLamports)
}

/** The state of an account in a receipt, which contains only the amounts of its tokens. */
const receivedState = (
  lamports: number | undefined,
  balance: { mint: string; owner?: string | undefined; uiTokenAmount: { amount: string } } | undefined,
): SolanaState => ({
  lamports: BigInt(lamports ?? 0),
  program: '',
  data: '',
  isNaming: false,
  holding: balance && {
    mint: balance.mint,
    owner: balance.owner ?? '',
    units: BigInt(balance.uiTokenAmount.amount),
    delegate: undefined,
    allowed: 0n,
    closer: undefined,
    isFrozen: false,
    rest: '',
  },
})

/** The amount that a transaction actually brought, in base units; `undefined` if no node returns it. */
export async function readReceived(order: SwapOrder, hash: string, signal: AbortSignal): Promise<bigint | undefined> {
  const options = { ...COMMITMENT, encoding: 'json', maxSupportedTransactionVersion: 0 }
  const call = { method: 'getTransaction', params: [hash, options] }
  const transaction = await requestNode(order.network, transactionSchema, call, signal)
  if (!transaction || (transaction.meta.err !== null && transaction.meta.err !== undefined)) return undefined
  const { fee, preBalances, postBalances, preTokenBalances, postTokenBalances } = transaction.meta
  const balanceAt = (balances: typeof preTokenBalances, index: number) =>
    balances?.find(({ accountIndex }) => accountIndex === index)
  const changes = preBalances.map((lamports, index): SolanaChange => ({
    address: transaction.transaction.message.accountKeys[index] ?? '',
    before: receivedState(lamports, balanceAt(preTokenBalances, index)),
    after: receivedState(postBalances[index], balanceAt(postTokenBalances, index)),
  }))
  return checkSwapResult(order, changes, BigInt(fee)).received
}
