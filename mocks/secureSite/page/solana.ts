/** The wallet's requests on Solana. Messages and signatures are in base58, transactions in base64, as in WalletConnect. */
import { base58, base64 } from '@scure/base'
import type { VersionedTransaction } from '@solana/web3.js'
import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import { isHighFee, solanaFeeOf } from 'latchkey/explain'
import type { FrameCall } from 'latchkey/frame'
import type { SecureSiteNetwork } from '../network.ts'
import type { SolanaKey } from './keys.ts'
import {
  messageDetail,
  signInWarning,
  type RequestDescription,
  type Detail,
  type Plan,
  type ApprovalRequest,
} from './approvalRequest.ts'
import { refusals } from './refusals.ts'
import { callNode } from './rpc.ts'
import { describeTransaction } from './solanaCalls.ts'

type Params<Method> = Extract<FrameCall, { method: Method }>['params']
interface SolanaRequest<Method> {
  network: SecureSiteNetwork
  account: SolanaKey
  params: Params<Method>
  /** The origin of the requesting page. */
  site: string
}

const load = () => import('@solana/web3.js')

function decode(text: string, { decode }: { decode(text: string): Uint8Array }, what: string): Uint8Array {
  try {
    return decode(text)
  } catch {
    throw refusals.invalid(what)
  }
}

interface ParsedTransaction {
  transaction: VersionedTransaction
  description: RequestDescription
  sign(): Uint8Array
}

/**
 * Parses a transaction that this account should sign. Throws a refusal if it is invalid, ambiguous, or does not require the
 * account's signature.
 */
async function readTransaction(text: string, account: SolanaKey): Promise<ParsedTransaction> {
  const { VersionedTransaction } = await load()
  const bytes = decode(text, base64, 'the transaction is not in base64')
  let transaction: VersionedTransaction
  try {
    transaction = VersionedTransaction.deserialize(bytes)
  } catch {
    throw refusals.invalid('this is no transaction')
  }
  if (base64.encode(transaction.serialize()) !== text) throw refusals.invalid('the transaction can be read in two ways')
  const { message } = transaction
  const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures)
  const index = signers.findIndex((key) => key.toBase58() === account.address)
  if (index < 0) throw refusals.invalid('the transaction asks for no signature of this wallet')
  return {
    transaction,
    description: describeTransaction(message, account.address),
    sign() {
      transaction.signatures[index] = account.sign(message.serialize())
      return transaction.serialize()
    },
  }
}

const describeSigner = (network: SecureSiteNetwork, { address }: SolanaKey) => ({
  account: address,
  network: network.name,
})

/** The fee in the transaction itself. A node's answer could differ or be late. */
function describeWithFee(
  network: SecureSiteNetwork,
  { transaction, description }: ParsedTransaction,
): RequestDescription {
  const lamports = solanaFeeOf(transaction.message)
  const warning =
    lamports === undefined
      ? 'The wallet cannot say what the network takes for this.'
      : 'The network fee is far above the usual one.'
  const value = lamports === undefined ? 'Not known' : `${formatUnits(lamports, 9)} ${network.symbol}`
  return {
    ...description,
    details: [...description.details, { label: 'Network fee', value }],
    ...((lamports === undefined || isHighFee(lamports)) && { warnings: [...(description.warnings ?? []), warning] }),
  }
}

function createRequest(
  network: SecureSiteNetwork,
  account: SolanaKey,
  parsed: ParsedTransaction,
  isSent: boolean,
): ApprovalRequest {
  const description = describeWithFee(network, parsed)
  const afterwards: Detail[] = isSent ? [] : [{ label: 'Afterwards', value: 'The site can send it whenever it likes' }]
  return {
    ...description,
    signer: describeSigner(network, account),
    details: [...description.details, ...afterwards],
  }
}

async function signMessage({ network, account, params, site }: SolanaRequest<'solana_signMessage'>): Promise<Plan> {
  const { VersionedMessage } = await load()
  if (params.pubkey !== account.address) throw refusals.invalid(`${params.pubkey} is not the account of this wallet`)
  const message = decode(params.message, base58, 'the message is not in base58')
  const isTransaction = () => {
    try {
      return VersionedMessage.deserialize(message).serialize().length === message.length
    } catch {
      return false
    }
  }
  if (isTransaction()) throw refusals.invalid('the message is a transaction')
  return {
    request: {
      title: 'Sign this message?',
      signer: describeSigner(network, account),
      details: [messageDetail(message)],
      warnings: signInWarning(message, site),
    },
    execute: async () => ({ signature: base58.encode(account.sign(message)) }),
  }
}

async function signTransaction({ network, account, params }: SolanaRequest<'solana_signTransaction'>): Promise<Plan> {
  const parsed = await readTransaction(params.transaction, account)
  return {
    request: createRequest(network, account, parsed, false),
    execute: async () => ({ transaction: base64.encode(parsed.sign()) }),
  }
}

async function signAllTransactions({
  network,
  account,
  params,
}: SolanaRequest<'solana_signAllTransactions'>): Promise<Plan> {
  const parsedTransactions = await Promise.all(
    params.transactions.map((transaction) => readTransaction(transaction, account)),
  )
  const descriptions = parsedTransactions.map((parsed) => describeWithFee(network, parsed))
  const details = descriptions.flatMap(({ title, amount, details }, index): Detail[] => [
    {
      label: `Transaction ${index + 1} of ${parsedTransactions.length}`,
      value: [title.replace(/\?$/, ''), amount].filter(Boolean).join(': '),
    },
    ...details,
  ])
  const warnings = [...new Set(descriptions.flatMap(({ warnings = [] }) => warnings))]
  const afterwards: Detail = { label: 'Afterwards', value: 'The site can send them whenever it likes' }
  const title = `Sign ${parsedTransactions.length} transactions?`
  return {
    request: { title, signer: describeSigner(network, account), details: [...details, afterwards], warnings },
    execute: async () => ({ transactions: parsedTransactions.map(({ sign }) => base64.encode(sign())) }),
  }
}

async function signAndSend({
  network,
  account,
  params,
}: SolanaRequest<'solana_signAndSendTransaction'>): Promise<Plan> {
  const parsed = await readTransaction(params.transaction, account)
  return {
    request: createRequest(network, account, parsed, true),
    async execute() {
      const options = { ...params.options, encoding: 'base64' }
      const signature = await callNode(network, 'sendTransaction', [base64.encode(parsed.sign()), options])
      return { signature: z.parse(z.string(), signature) }
    },
  }
}

/** The plan for this call; `undefined` if the method needs no approval. */
export function solanaPlan(
  call: FrameCall,
  network: SecureSiteNetwork,
  account: SolanaKey,
  site: string,
): Promise<Plan> | undefined {
  const request = { network, account, site, params: call.params as never }
  switch (call.method) {
    case 'solana_signMessage':
      return signMessage(request)
    case 'solana_signTransaction':
      return signTransaction(request)
    case 'solana_signAllTransactions':
      return signAllTransactions(request)
    case 'solana_signAndSendTransaction':
      return signAndSend(request)
  }
  return undefined
}
