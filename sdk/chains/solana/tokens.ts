/**
 * SPL tokens: an owner's balances, and the instructions that transfer them. The layouts are the programs' own:
 * https://github.com/solana-program/token, https://github.com/solana-program/associated-token-account.
 */
import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import type * as z from 'zod/mini'
import { SOLANA } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { codesOf, LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { requiresMemo, computeTransferFee, readMint, type MintInfo } from './extensions.ts'
import { ASSOCIATED_PROGRAM, PROGRAMS } from './programs.ts'
import {
  accountSchema,
  requestNode,
  balanceSchema,
  COMMITMENT,
  epochSchema,
  lamportsSchema,
  tokenAccountsSchema,
  type accountDataSchema,
} from './wire.ts'

/** The size of an account without extensions: mint, owner, amount (u64), and later its state, among others. */
const ACCOUNT_BYTES = 165
const STATE_AT = 108
const FROZEN = 2
/** A transfer that includes the expected fee, and fails if the fee differs. */
const WITH_FEE = [26, 1] as const
/** The code of nodes for a mint that does not exist. */
const INVALID_PARAMS = -32_602

/** A token account. */
interface Holding {
  address: string
  /** The token program that owns it. */
  program: string
  /** In the token's smallest units. */
  amount: bigint
  frozen: boolean
}

function readHolding(address: string, { data, owner }: z.infer<typeof accountDataSchema>, mint: string): Holding {
  const bytes = base64.decode(data[0])
  const isTokenAccount =
    PROGRAMS.includes(owner) && bytes.length >= ACCOUNT_BYTES && base58.encode(bytes.slice(0, 32)) === mint
  if (!isTokenAccount) throw new LatchkeyError('rpc.malformed', { cause: { address, owner } })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { address, program: owner, amount: view.getBigUint64(64, true), frozen: bytes[STATE_AT] === FROZEN }
}

/** An owner's accounts of a token; usually only the associated one. */
async function holdingsOf(network: Network, owner: string, mint: string, signal: AbortSignal): Promise<Holding[]> {
  const params = [owner, { mint }, { ...COMMITMENT, encoding: 'base64' }]
  const { value } = await requestNode(
    network,
    tokenAccountsSchema,
    { method: 'getTokenAccountsByOwner', params },
    signal,
  )
  return value.map(({ pubkey, account }) => readHolding(pubkey, account, mint))
}

const sumOf = (holdings: readonly Holding[]): bigint => holdings.reduce((sum, { amount }) => sum + amount, 0n)

/** An owner's balance of a token, in its smallest units. */
export const tokenBalanceOf = async (network: Network, owner: string, mint: string, signal: AbortSignal) =>
  sumOf(await holdingsOf(network, owner, mint, signal))

/** The data of an account and the program that owns it, or `null` if it does not exist. */
export async function accountOf(network: Network, address: string, signal: AbortSignal) {
  const params = [address, { ...COMMITMENT, encoding: 'base64' }]
  return (await requestNode(network, accountSchema, { method: 'getAccountInfo', params }, signal)).value
}

/** Funds sent to a mint or a token account as if it were a wallet are lost. Throws `address.ofToken`. */
export async function assertNoToken(network: Network, address: string, signal: AbortSignal): Promise<void> {
  const account = await accountOf(network, address, signal)
  if (account && PROGRAMS.includes(account.owner)) throw new LatchkeyError('address.ofToken')
}

/** The associated token account: an owner's default account of a token. */
const associatedOf = (owner: PublicKey, mint: PublicKey, program: PublicKey): PublicKey => {
  const seeds = [owner.toBytes(), program.toBytes(), mint.toBytes()]
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_PROGRAM))[0]
}

const signerMeta = (pubkey: PublicKey, isWritable: boolean) => ({ pubkey, isSigner: true, isWritable })
const readonlyMeta = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
const writableMeta = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true })

/** The library's type requires Node's `Buffer`, but it only uses the bytes. */
const instruction = (programId: PublicKey, keys: TransactionInstruction['keys'], bytes: Uint8Array) =>
  new TransactionInstruction({ programId, keys, data: bytes as Buffer })

/** CreateIdempotent: has no effect if the account was created meanwhile. */
function createAccount(payer: PublicKey, account: PublicKey, owner: PublicKey, mint: PublicKey, program: PublicKey) {
  const keys = [
    signerMeta(payer, true),
    writableMeta(account),
    ...[owner, mint, SystemProgram.programId, program].map(readonlyMeta),
  ]
  return instruction(new PublicKey(ASSOCIATED_PROGRAM), keys, Uint8Array.of(1))
}

interface CheckedTransfer {
  from: PublicKey
  mint: PublicKey
  to: PublicKey
  owner: PublicKey
  program: PublicKey
  amount: bigint
  /** The transfer fee; `undefined` for tokens without one. */
  transferFee: bigint | undefined
  decimals: number
}

/** TransferChecked: fails if the token's decimals or fee differ from those shown to the user. */
function transferChecked({ from, mint, to, owner, program, amount, transferFee, decimals }: CheckedTransfer) {
  const tag = transferFee === undefined ? [12] : WITH_FEE
  const bytes = new Uint8Array(tag.length + (transferFee === undefined ? 9 : 17))
  bytes.set(tag)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(tag.length, amount, true)
  view.setUint8(tag.length + 8, decimals)
  if (transferFee !== undefined) view.setBigUint64(tag.length + 9, transferFee, true)
  return instruction(
    program,
    [writableMeta(from), readonlyMeta(mint), writableMeta(to), signerMeta(owner, false)],
    bytes,
  )
}

/** The amount to take from each account: from the associated one first, then from the largest. */
function splitAmount(
  holdings: readonly Holding[],
  associated: string,
  units: bigint,
): { from: string; amount: bigint }[] {
  const usable = holdings.filter(({ amount, frozen }) => amount > 0n && !frozen)
  if (sumOf(holdings) < units) throw new LatchkeyError('amount.insufficient')
  if (sumOf(usable) < units) throw new LatchkeyError('send.frozen')
  const isFirst = ({ address }: Holding) => address === associated
  const ordered = usable.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || (b.amount > a.amount ? 1 : -1))
  let remaining = units
  return ordered.flatMap(({ address, amount: available }) => {
    const amount = available < remaining ? available : remaining
    remaining -= amount
    return amount > 0n ? [{ from: address, amount }] : []
  })
}

export interface TokenTransfer {
  network: Network
  from: string
  receiver: string
  mint: string
  units: bigint
  decimals: number
}

/** The instructions of a token transfer and its compute budget. */
export interface TokenInstructions {
  instructions: TransactionInstruction[]
  unitLimit: number
  rentLamports: number
  /** The transfer fee in the token's smallest units; the receiver gets the rest. */
  transferFee: bigint
}

/** The epoch that determines a token's fee. Makes no request if the fee does not depend on it. */
async function epochFor(network: Network, { fees }: MintInfo, signal: AbortSignal): Promise<bigint> {
  if (!fees || fees[0].epoch === fees[1].epoch) return 2n ** 64n
  const { epoch } = await requestNode(network, epochSchema, { method: 'getEpochInfo', params: [COMMITMENT] }, signal)
  return BigInt(epoch)
}

/** Whether the receiver has an account of the token. Throws if that account cannot receive it. */
async function hasTokenAccount(
  network: Network,
  account: string,
  mint: MintInfo,
  signal: AbortSignal,
): Promise<boolean> {
  const tokenAccount = await accountOf(network, account, signal)
  if (tokenAccount?.owner !== mint.program) {
    if (mint.startsFrozen) throw new LatchkeyError('send.receiverFrozen')
    return false
  }
  const bytes = base64.decode(tokenAccount.data[0])
  if (bytes[STATE_AT] === FROZEN) throw new LatchkeyError('send.receiverFrozen')
  if (requiresMemo(bytes)) throw new LatchkeyError('send.memoRequired')
  return true
}

/**
 * Builds a transfer of tokens from one owner to another. Creates the receiver's account at the sender's cost if it is missing.
 * Reads the mint first and throws a specific error if the token cannot be sent. Throws `send.unsupportedToken`,
 * `amount.insufficient`, `address.ofToken`, `send.gasUnaffordable`.
 */
export async function tokenTransferOf(order: TokenTransfer, signal: AbortSignal): Promise<TokenInstructions> {
  const { network, receiver, units, decimals } = order
  const [owner, to, mint] = [order.from, order.receiver, order.mint].map((text) => new PublicKey(text)) as [
    PublicKey,
    PublicKey,
    PublicKey,
  ]
  const [holdings, mintAccount, , { value: lamports }] = await Promise.all([
    holdingsOf(network, order.from, order.mint, signal).catch((cause: unknown) => {
      throw codesOf(cause).includes(INVALID_PARAMS) ? new LatchkeyError('send.unsupportedToken', { cause }) : cause
    }),
    accountOf(network, order.mint, signal),
    assertNoToken(network, receiver, signal),
    requestNode(network, balanceSchema, { method: 'getBalance', params: [order.from, COMMITMENT] }, signal),
  ])
  const mintInfo = readMint(mintAccount)
  if (mintInfo.sendError) throw new LatchkeyError(mintInfo.sendError)
  if (holdings.length === 0) throw new LatchkeyError('amount.insufficient')
  const program = new PublicKey(mintInfo.program)
  const sources = splitAmount(holdings, associatedOf(owner, mint, program).toBase58(), units)
  const account = associatedOf(to, mint, program)
  const accountExists = await hasTokenAccount(network, account.toBase58(), mintInfo, signal)
  const { fees } = mintInfo
  const epoch = await epochFor(network, mintInfo, signal)
  const transfers = sources.map(({ from, amount }) => ({
    from,
    amount,
    transferFee: fees && computeTransferFee(amount, fees, epoch),
  }))
  const { unitPriceMicroLamports, transferUnits, accountUnits } = SOLANA.tokens
  const unitLimit = transferUnits * sources.length + (accountExists ? 0 : accountUnits)
  const call = { method: 'getMinimumBalanceForRentExemption', params: [mintInfo.accountBytes] }
  const rent = accountExists ? 0 : await requestNode(network, lamportsSchema, call, signal)
  if (lamports < rent + SOLANA.signatureLamports + (unitLimit * unitPriceMicroLamports) / 1e6)
    throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: network.nativeCurrency.symbol } })
  return {
    instructions: [
      ...(accountExists ? [] : [createAccount(owner, account, to, mint, program)]),
      ...transfers.map(({ from, amount, transferFee }) =>
        transferChecked({
          from: new PublicKey(from),
          mint,
          to: account,
          owner,
          program,
          amount,
          transferFee,
          decimals,
        }),
      ),
    ],
    unitLimit,
    rentLamports: rent,
    transferFee: transfers.reduce((sum, { transferFee = 0n }) => sum + transferFee, 0n),
  }
}
