/** What the wallet does on Ethereum's networks. */
import {
  createClient,
  defineChain,
  formatUnits,
  hexToBigInt,
  hexToBytes,
  http,
  isAddress,
  isAddressEqual,
  isHex,
  stringToBytes,
  type Address,
  type Hex,
  type LocalAccount,
} from 'viem'
import { getTransactionCount, prepareTransactionRequest, sendRawTransaction } from 'viem/actions'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { describeCall } from './ethereumCalls.ts'
import { messageFact, signInWarning, type Fact, type Plan } from './question.ts'
import { refused } from './refusals.ts'
import { typedDataPlan } from './typedData.ts'

const hex = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
const quantity = z.pipe(
  z.custom<Hex>((value) => isHex(value) && value.length > 2),
  z.transform((value: Hex) => hexToBigInt(value)),
)
/** In any case, but with the right checksum where there is one. */
const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))
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

/** What is asked on a network, for its account. */
export interface Asked {
  network: SecureSiteNetwork
  account: LocalAccount
  params: unknown
  /** The origin of the page that asks. */
  site: string
}

function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw refused.invalid(what)
  return result.data
}

function checkAccount(account: LocalAccount, asked: Address) {
  if (!isAddressEqual(account.address, asked)) throw refused.invalid(`${asked} is not the account of this wallet`)
}

export const chainIdOf = ({ networkId }: SecureSiteNetwork): number => Number(networkId.split(':')[1])

const clientOf = (network: SecureSiteNetwork) => {
  const { name, symbol, decimals = 18, rpcUrl } = network
  const nativeCurrency = { name: symbol, symbol, decimals }
  const chain = defineChain({ id: chainIdOf(network), name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  return createClient({ chain, transport: http(rpcUrl, { timeout: 20_000, retryCount: 1 }) })
}

async function personalSign({ account, network, params, site }: Asked): Promise<Plan> {
  const [message, from] = read(z.tuple([z.string(), address], z.unknown()), params, 'a message and an address')
  checkAccount(account, from)
  const bytes = isHex(message) && message.length % 2 === 0 ? hexToBytes(message) : stringToBytes(message)
  const place = { account: account.address, network: network.name }
  return {
    question: {
      title: 'Sign this message?',
      place,
      facts: [messageFact(bytes)],
      warnings: signInWarning(bytes, site),
    },
    act: () => account.signMessage({ message: { raw: bytes } }),
  }
}

function readTransaction({ account, network, params }: Asked) {
  const [asked] = read(
    z.tuple([transactionSchema], z.unknown()),
    params,
    'this is no transaction that the wallet can read',
  )
  const { from = account.address, to, value = 0n, data, input, gas, gasLimit, nonce, chainId, ...fees } = asked
  checkAccount(account, from)
  if (chainId !== undefined && chainId !== chainIdOf(network))
    throw refused.invalid(`the transaction is for another network than ${network.name}`)
  if (data !== undefined && input !== undefined && data !== input) throw refused.invalid('data and input differ')
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = fees
  const limit = gas ?? gasLimit
  return {
    call: { to: to ?? undefined, value, data: data ?? input ?? '0x' },
    nonce,
    bounds: {
      ...(limit !== undefined && { gas: limit }),
      ...(gasPrice !== undefined && { gasPrice }),
      ...(maxFeePerGas !== undefined && { maxFeePerGas }),
      ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    },
  }
}

async function sendTransaction(asked: Asked): Promise<Plan> {
  const { account, network } = asked
  const { call, nonce, bounds } = readTransaction(asked)
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
  const { facts, ...question } = describeCall(network, call)
  const { symbol, name } = network
  const place = { account: account.address, network: name }
  const about: Fact[] = [
    { label: 'Network fee, at most', value: `${formatUnits(fee, network.decimals ?? 18)} ${symbol}` },
  ]
  return {
    question: { ...question, place, facts: [...facts, ...about] },
    async act() {
      // Asked last of all: what was approved before this one has a nonce by now.
      const next = nonce ?? (await getTransactionCount(client, { address: account.address, blockTag: 'pending' }))
      const { account: _, from: __, ...transaction } = prepared as unknown as Record<string, unknown>
      const serializedTransaction = await account.signTransaction({ ...transaction, nonce: next } as never)
      return sendRawTransaction(client, { serializedTransaction })
    },
  }
}

/** What the person decides, by method. */
const plans: Readonly<Record<string, (asked: Asked) => Promise<Plan>>> = {
  personal_sign: personalSign,
  eth_signTypedData_v4: async ({ account, network, params }) => {
    const [from, document] = read(z.tuple([address, z.unknown()], z.unknown()), params, 'an address and a document')
    checkAccount(account, from)
    return typedDataPlan(document, account, network, chainIdOf(network))
  },
  eth_sendTransaction: sendTransaction,
}

/** What the person is asked for this method; nothing where it is none of those that are asked. */
export const ethereumPlan = (method: string): ((asked: Asked) => Promise<Plan>) | undefined =>
  Object.hasOwn(plans, method) ? plans[method] : undefined
