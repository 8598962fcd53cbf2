/** Explains a request to a Solana wallet: a message, or transactions with their instructions. */
import { base58, base64 } from '@scure/base'
import { VersionedTransaction, type VersionedMessage } from '@solana/web3.js'
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
} from '../../../machines/wallet-requests/explanation.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import {
  EXPLAINED,
  explainText,
  explanationOf,
  withSteps,
  explainUnknownCall,
  withWarnings,
  toText,
} from '../../../machines/wallet-requests/explanation.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import type { RequestContext } from '../requestContext.ts'
import { isHighFee, readBudget, solanaFeeOf } from './fees.ts'
import { explainInstruction, lamportsOf, type Instruction } from './instructions.ts'
import { tokensOn, type KnownTokens, type Tokens } from './mints.ts'

/** The maximum length of a transaction in base64; the chain's own limit is lower. */
const MAX_TRANSACTION_LENGTH = 4_000
interface SolanaRequestContext extends RequestContext, KnownTokens {}

/** The known fields of each method: the transactions, the account and the network. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  solana_signTransaction: ['transaction', 'pubkey', 'chainId'],
  solana_signAndSendTransaction: ['transaction', 'pubkey', 'chainId', 'options', 'sendOptions'],
  solana_signAllTransactions: ['transactions', 'pubkey', 'chainId'],
}

const MESSAGE: readonly string[] = ['message', 'pubkey', 'chainId', 'display']

/** A transaction in base64, or `undefined` if it is invalid or has more than one encoding. */
function transactionOf(text: unknown): VersionedTransaction | undefined {
  if (typeof text !== 'string' || text.length > MAX_TRANSACTION_LENGTH) return undefined
  try {
    const transaction = VersionedTransaction.deserialize(base64.decode(text))
    return base64.encode(transaction.serialize()) === text ? transaction : undefined
  } catch {
    return undefined
  }
}

/** The accounts of a message in order. An account from a lookup table is known only by its position there. */
function accountsOf({ staticAccountKeys, addressTableLookups }: VersionedMessage) {
  const staticAccounts = staticAccountKeys.map((key) => ({ address: key.toBase58(), name: key.toBase58() }))
  const lookupAccounts = (['writableIndexes', 'readonlyIndexes'] as const).flatMap((key) =>
    addressTableLookups.flatMap((table) =>
      table[key].map((index) => ({ address: undefined, name: `${table.accountKey.toBase58()}[${index}]` })),
    ),
  )
  return [...staticAccounts, ...lookupAccounts]
}

function instructionsOf(message: VersionedMessage): Instruction[] {
  const accounts = accountsOf(message)
  const accountAt = (index: number) => accounts[index] ?? { address: undefined, name: `[${index}]` }
  return message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => {
    const instructionAccounts = accountKeyIndexes.map(accountAt)
    return {
      program: accountAt(programIdIndex).address,
      programName: accountAt(programIdIndex).name,
      accounts: instructionAccounts.map(({ address }) => address),
      names: instructionAccounts.map(({ name }) => name),
      data: Uint8Array.from(data),
    }
  })
}

/** Shows another fee payer, and warns if the payer or the signer is another account. */
function signersOf({ staticAccountKeys, header }: VersionedMessage, { address }: SolanaRequestContext) {
  const signers = staticAccountKeys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58())
  const [payer = ''] = signers
  const parts: Part[] = payer === address ? [] : [{ label: 'payer', value: payer, as: 'address' }]
  const warnings: Warning[] = [
    ...(payer === address ? [] : (['otherPayer'] as const)),
    ...(signers.includes(address) ? [] : (['otherAccount'] as const)),
  ]
  return { parts, warnings }
}

/** Explains a transaction, instruction by instruction. */
async function explainTransaction(
  text: unknown,
  method: string,
  context: SolanaRequestContext,
  tokens: Tokens,
): Promise<Explanation> {
  const transaction = transactionOf(text)
  if (!transaction) return explainUnknownCall(method, text)
  const { message } = transaction
  const instructions = instructionsOf(message)
  // Compute budget instructions are part of the fee.
  const explainedInstructions = instructions.filter((instruction) => !readBudget(instruction))
  const payer = signersOf(message, context)
  const isTruncated = explainedInstructions.length > EXPLAINED.steps
  const fee = solanaFeeOf(message)
  const explanation = explanationOf(
    'transaction',
    [
      ...(fee === undefined ? [] : [{ label: 'fee', value: lamportsOf(fee, context), as: 'amount' } as const]),
      ...payer.parts,
      ...(isTruncated ? [{ label: 'data', value: toText(text), as: 'code' } as const] : []),
    ],
    [
      ...payer.warnings,
      ...(fee !== undefined && isHighFee(fee) ? (['highFee'] as const) : []),
      ...(isTruncated ? (['unreadable'] as const) : []),
    ],
  )
  const visible = explainedInstructions.slice(0, EXPLAINED.steps)
  return withSteps(
    explanation,
    await Promise.all(visible.map((instruction) => explainInstruction(instruction, context, tokens))),
    explainedInstructions.length,
  )
}

/** Warns if the request names another account or chain than the active one. */
const otherTargetWarnings = (
  { pubkey, chainId }: Record<string, unknown>,
  { address, networkId }: SolanaRequestContext,
): Warning[] => [
  ...(pubkey === undefined || pubkey === address ? [] : (['otherAccount'] as const)),
  ...(chainId === undefined || chainId === networkId ? [] : (['otherChain'] as const)),
]

async function explainSigning(
  { method, params }: RpcCall,
  context: SolanaRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const fields = FIELDS[method] ?? []
  if (!isRecord(params) || !Object.keys(params).every((name) => fields.includes(name)))
    return explainUnknownCall(method, params)
  const { transaction, transactions } = params
  const warnings = otherTargetWarnings(params, context)
  // Token data of the active network does not apply to another network.
  const tokens = tokensOn(warnings.includes('otherChain') ? undefined : context.network, context, signal)
  if (method !== 'solana_signAllTransactions') {
    const explanation = await explainTransaction(transaction, method, context, tokens)
    return withWarnings(explanation, ...warnings)
  }
  if (!Array.isArray(transactions) || transactions.length === 0) return explainUnknownCall(method, params)
  const rest = transactions.slice(EXPLAINED.steps)
  const whole = explanationOf(
    'transactions',
    rest.length === 0 ? [] : [{ label: 'data', value: toText(rest), as: 'code' }],
    [...warnings, ...(rest.length > 0 ? (['unreadable'] as const) : [])],
  )
  const visible = transactions.slice(0, EXPLAINED.steps)
  const steps = await Promise.all(visible.map((item) => explainTransaction(item, method, context, tokens)))
  return withSteps(whole, steps, transactions.length)
}

/** A base58 message as text, or `undefined` if the bytes are not valid text. */
function textOf(message: unknown): string | undefined {
  if (typeof message !== 'string') return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(base58.decode(message))
  } catch {
    return undefined
  }
}

/**
 * Explains a call. Never rejects because of the call's content. Without a response from a node, tokens are shown without
 * decimals.
 */
export async function explainCall(
  call: RpcCall,
  context: SolanaRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const { method, params } = call
  if (Object.hasOwn(FIELDS, method)) return explainSigning(call, context, signal)
  if (method !== 'solana_signMessage' || !isRecord(params)) return explainUnknownCall(method, params)
  const text = Object.keys(params).every((name) => MESSAGE.includes(name)) ? textOf(params['message']) : undefined
  return text === undefined
    ? explainUnknownCall(method, params)
    : withWarnings(explainText(text, context), ...otherTargetWarnings(params, context))
}
