/** The wallet's requests on Solana. Messages and signatures are in base58, transactions in base64, as in WalletConnect. */
import { base58, base64 } from '@scure/base'
import type { VersionedTransaction } from '@solana/web3.js'
import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import { isHighFee, solanaFeeOf } from 'latchkey/explain'
import type { FrameCall } from 'latchkey/frame'
import type { SecureSiteNetwork } from '../network.ts'
import type { SolanaKey } from './keys.ts'
import { messageFact, signInWarning, type Deed, type Fact, type Plan, type Question } from './question.ts'
import { refused } from './refusals.ts'
import { callNode } from './rpc.ts'
import { describeTransaction } from './solanaCalls.ts'

type Params<Method> = Extract<FrameCall, { method: Method }>['params']
interface Asked<Method> {
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
    throw refused.invalid(what)
  }
}

interface Read {
  transaction: VersionedTransaction
  described: Deed
  sign(): Uint8Array
}

/**
 * Parses a transaction that this account should sign. Throws a refusal if it is invalid, ambiguous, or does not require the
 * account's signature.
 */
async function readTransaction(text: string, account: SolanaKey): Promise<Read> {
  const { VersionedTransaction } = await load()
  const bytes = decode(text, base64, 'the transaction is not in base64')
  let transaction: VersionedTransaction
  try {
    transaction = VersionedTransaction.deserialize(bytes)
  } catch {
    throw refused.invalid('this is no transaction')
  }
  if (base64.encode(transaction.serialize()) !== text) throw refused.invalid('the transaction can be read in two ways')
  const { message } = transaction
  const signers = message.staticAccountKeys.slice(0, message.header.numRequiredSignatures)
  const index = signers.findIndex((key) => key.toBase58() === account.address)
  if (index < 0) throw refused.invalid('the transaction asks for no signature of this wallet')
  return {
    transaction,
    described: describeTransaction(message, account.address),
    sign() {
      transaction.signatures[index] = account.sign(message.serialize())
      return transaction.serialize()
    },
  }
}

const placeOf = (network: SecureSiteNetwork, { address }: SolanaKey) => ({ account: address, network: network.name })

/** The fee in the transaction itself. A node's answer could differ or be late. */
function withFee(network: SecureSiteNetwork, { transaction, described }: Read): Deed {
  const lamports = solanaFeeOf(transaction.message)
  const warning =
    lamports === undefined
      ? 'The wallet cannot say what the network takes for this.'
      : 'The network fee is far above the usual one.'
  const value = lamports === undefined ? 'Not known' : `${formatUnits(lamports, 9)} ${network.symbol}`
  return {
    ...described,
    facts: [...described.facts, { label: 'Network fee', value }],
    ...((lamports === undefined || isHighFee(lamports)) && { warnings: [...(described.warnings ?? []), warning] }),
  }
}

function questionOf(network: SecureSiteNetwork, account: SolanaKey, read: Read, sent: boolean): Question {
  const described = withFee(network, read)
  const after: Fact[] = sent ? [] : [{ label: 'Afterwards', value: 'The site can send it whenever it likes' }]
  return {
    ...described,
    place: placeOf(network, account),
    facts: [...described.facts, ...after],
  }
}

async function signMessage({ network, account, params, site }: Asked<'solana_signMessage'>): Promise<Plan> {
  const { VersionedMessage } = await load()
  if (params.pubkey !== account.address) throw refused.invalid(`${params.pubkey} is not the account of this wallet`)
  const message = decode(params.message, base58, 'the message is not in base58')
  const isTransaction = () => {
    try {
      return VersionedMessage.deserialize(message).serialize().length === message.length
    } catch {
      return false
    }
  }
  if (isTransaction()) throw refused.invalid('the message is a transaction')
  return {
    question: {
      title: 'Sign this message?',
      place: placeOf(network, account),
      facts: [messageFact(message)],
      warnings: signInWarning(message, site),
    },
    act: async () => ({ signature: base58.encode(account.sign(message)) }),
  }
}

async function signTransaction({ network, account, params }: Asked<'solana_signTransaction'>): Promise<Plan> {
  const read = await readTransaction(params.transaction, account)
  return {
    question: questionOf(network, account, read, false),
    act: async () => ({ transaction: base64.encode(read.sign()) }),
  }
}

async function signAllTransactions({ network, account, params }: Asked<'solana_signAllTransactions'>): Promise<Plan> {
  const all = await Promise.all(params.transactions.map((transaction) => readTransaction(transaction, account)))
  const described = all.map((read) => withFee(network, read))
  const facts = described.flatMap(({ title, amount, facts }, index): Fact[] => [
    {
      label: `Transaction ${index + 1} of ${all.length}`,
      value: [title.replace(/\?$/, ''), amount].filter(Boolean).join(': '),
    },
    ...facts,
  ])
  const warnings = [...new Set(described.flatMap(({ warnings = [] }) => warnings))]
  const after: Fact = { label: 'Afterwards', value: 'The site can send them whenever it likes' }
  const title = `Sign ${all.length} transactions?`
  return {
    question: { title, place: placeOf(network, account), facts: [...facts, after], warnings },
    act: async () => ({ transactions: all.map(({ sign }) => base64.encode(sign())) }),
  }
}

async function signAndSend({ network, account, params }: Asked<'solana_signAndSendTransaction'>): Promise<Plan> {
  const read = await readTransaction(params.transaction, account)
  return {
    question: questionOf(network, account, read, true),
    async act() {
      const options = { ...params.options, encoding: 'base64' }
      const signature = await callNode(network, 'sendTransaction', [base64.encode(read.sign()), options])
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
  const asked = { network, account, site, params: call.params as never }
  switch (call.method) {
    case 'solana_signMessage':
      return signMessage(asked)
    case 'solana_signTransaction':
      return signTransaction(asked)
    case 'solana_signAllTransactions':
      return signAllTransactions(asked)
    case 'solana_signAndSendTransaction':
      return signAndSend(asked)
  }
  return undefined
}
