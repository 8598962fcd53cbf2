/** The wallet's requests on EVM networks. */
import { hexToBytes, isHex, stringToBytes, type LocalAccount } from 'viem'
import { getTransactionCount, prepareTransactionRequest, sendRawTransaction } from 'viem/actions'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { checkCall, placeOf, smartAddressOf, type Choose, type SmartAccount } from './accounts.ts'
import { bundlePlan, type Bundles } from './bundles.ts'
import { describeCall, type Call } from './ethereumCalls.ts'
import { address, amountOf, chainIdOf, clientOf, hex, quantity, read } from './ethereumNode.ts'
import { prepareOperation, transactionOf } from './operations.ts'
import { messageFact, signInWarning, type Plan } from './question.ts'
import { refused } from './refusals.ts'
import { typedDataPlan } from './typedData.ts'

const transactionSchema = z.strictObject({
  from: z.optional(address),
  to: z.nullish(address),
  value: z.optional(quantity),
  data: z.optional(hex),
  input: z.optional(hex),
  gas: z.optional(quantity),
  gasLimit: z.optional(quantity),
  nonce: z.optional(z.pipe(quantity, z.transform(Number))),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  chainId: z.optional(z.pipe(z.union([quantity, z.number()]), z.transform(Number))),
  type: z.optional(z.enum(['0x0', '0x2'])),
})

/** A request on a network. */
export interface Asked {
  network: SecureSiteNetwork
  /** The account with a private key. */
  owner: LocalAccount
  choose: Choose
  params: unknown
  /** The origin of the requesting page. */
  site: string
}

async function personalSign({ network, choose, params, site }: Asked): Promise<Plan> {
  const [message, from] = read(
    z.tuple([z.string(), z.nullish(address)], z.unknown()),
    params,
    'a message and an address',
  )
  const account = await choose(from)
  const bytes = isHex(message) && message.length % 2 === 0 ? hexToBytes(message) : stringToBytes(message)
  return {
    question: {
      title: 'Sign this message?',
      place: placeOf(network, account),
      facts: [messageFact(bytes)],
      warnings: signInWarning(bytes, site),
    },
    act: () => account.signMessage({ message: { raw: bytes } }),
  }
}

const OWN_NONCE =
  'The site chose the number of this transaction: it may replace one that is pending, or wait until others are sent.'

function readTransaction({ network, owner, params }: Asked) {
  const [asked] = read(
    z.tuple([transactionSchema], z.unknown()),
    params,
    'this is no transaction that the wallet can read',
  )
  const { from, to, value = 0n, data, input, gas, gasLimit, nonce, chainId, ...fees } = asked
  if (chainId !== undefined && chainId !== chainIdOf(network))
    throw refused.invalid(`the transaction is for another network than ${network.name}`)
  if (data !== undefined && input !== undefined && data !== input) throw refused.invalid('data and input differ')
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fees
  const limit = gas ?? gasLimit
  const call = { to: to ?? undefined, value, data: data ?? input ?? '0x' }
  checkCall(network, owner.address, call.to, call.data)
  return {
    from,
    call,
    nonce,
    bounds: {
      ...(limit !== undefined && { gas: limit }),
      ...(gasPrice !== undefined && { gasPrice }),
      ...(maxFeePerGas !== undefined && { maxFeePerGas }),
      ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    },
  }
}

async function sendOperation(network: SecureSiteNetwork, account: SmartAccount, call: Call): Promise<Plan> {
  const { to, ...rest } = call
  if (!to) throw refused.invalid('the smart account creates no contracts')
  const { fee, send } = await prepareOperation(network, account, [{ to, ...rest }])
  const { facts, ...question } = describeCall(network, call)
  return {
    question: { ...question, place: placeOf(network, account), facts: [...facts, fee] },
    act: async () => transactionOf(network, await send()),
  }
}

async function sendTransaction(asked: Asked): Promise<Plan> {
  const { choose, network } = asked
  const { from, call, nonce, bounds } = readTransaction(asked)
  const account = await choose(from)
  if (account.type === 'smart') return sendOperation(network, account, call)
  const client = clientOf(network)
  const { to, value, data } = call
  const prepared = await prepareTransactionRequest(client, {
    account,
    ...(to && { to }),
    value,
    data,
    ...bounds,
    parameters: ['fees', 'gas', 'type', 'chainId'],
  } as never)
  const { gas = 0n, gasPrice = 0n, maxFeePerGas = gasPrice } = prepared
  const fee = gas * maxFeePerGas
  const { facts, warnings = [], ...question } = describeCall(network, call)
  return {
    question: {
      ...question,
      place: placeOf(network, account),
      facts: [
        ...facts,
        ...(nonce === undefined ? [] : [{ label: 'Transaction number (nonce)', value: `${nonce}` }]),
        { label: 'Network fee, at most', value: amountOf(network, fee) },
      ],
      warnings: [...warnings, ...(nonce === undefined ? [] : [OWN_NONCE])],
    },
    async act() {
      // Fetched last: transactions that were approved earlier have their nonces by now.
      const next = nonce ?? (await getTransactionCount(client, { address: account.address, blockTag: 'pending' }))
      const { account: _, from: __, ...transaction } = prepared as unknown as Record<string, unknown>
      const serializedTransaction = await account.signTransaction({ ...transaction, nonce: next } as never)
      return sendRawTransaction(client, { serializedTransaction })
    },
  }
}

async function signTypedData({ network, owner, choose, params }: Asked): Promise<Plan> {
  const [from, document] = read(
    z.tuple([z.nullish(address), z.unknown()], z.unknown()),
    params,
    'an address and a document',
  )
  return typedDataPlan(document, await choose(from), network, smartAddressOf(network, owner.address))
}

/** The requests that the user decides, by method. */
const plans: Readonly<Record<string, (asked: Asked, bundles: Bundles) => Promise<Plan>>> = {
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedData,
  eth_sendTransaction: sendTransaction,
  wallet_sendCalls: bundlePlan,
}

/** The plan for this method; `undefined` if the method needs no approval. */
export const ethereumPlan = (method: string): ((asked: Asked, bundles: Bundles) => Promise<Plan>) | undefined =>
  Object.hasOwn(plans, method) ? plans[method] : undefined
