/** The wallet's requests on EVM networks. */
import { hexToBytes, isHex, stringToBytes, type LocalAccount } from 'viem'
import {
  estimateFeesPerGas,
  getGasPrice,
  getTransactionCount,
  prepareTransactionRequest,
  sendRawTransaction,
} from 'viem/actions'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { checkCall, describeSigner, smartAddressOf, type ResolveAccount, type SmartAccount } from './accounts.ts'
import { planBundle, type Bundles } from './bundles.ts'
import { describeCall, type Call } from './ethereumCalls.ts'
import { address, amountOf, chainIdOf, clientOf, hex, quantity, parseParams } from './ethereumNode.ts'
import { prepareOperation, waitForTransaction } from './operations.ts'
import { messageDetail, signInWarning, type Plan } from './approvalRequest.ts'
import { refusals } from './refusals.ts'
import { planTypedData } from './typedData.ts'

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
export interface EthereumRequest {
  network: SecureSiteNetwork
  /** The account with a private key. */
  owner: LocalAccount
  resolveAccount: ResolveAccount
  params: unknown
  /** The origin of the requesting page. */
  site: string
}

async function personalSign({ network, resolveAccount, params, site }: EthereumRequest): Promise<Plan> {
  const [message, from] = parseParams(
    z.tuple([z.string(), z.nullish(address)], z.unknown()),
    params,
    'a message and an address',
  )
  const account = await resolveAccount(from)
  const bytes = isHex(message) && message.length % 2 === 0 ? hexToBytes(message) : stringToBytes(message)
  return {
    request: {
      title: 'Sign this message?',
      signer: describeSigner(network, account),
      details: [messageDetail(bytes)],
      warnings: signInWarning(bytes, site),
    },
    execute: () => account.signMessage({ message: { raw: bytes } }),
  }
}

const CUSTOM_NONCE_WARNING =
  'The site chose the number of this transaction: it may replace one that is pending, or wait until others are sent.'

function readTransaction({ network, owner, params }: EthereumRequest) {
  const [transaction] = parseParams(
    z.tuple([transactionSchema], z.unknown()),
    params,
    'this is no transaction that the wallet can read',
  )
  const { from, to, value = 0n, data, input, gas, gasLimit, nonce, chainId, ...fees } = transaction
  if (chainId !== undefined && chainId !== chainIdOf(network))
    throw refusals.invalid(`the transaction is for another network than ${network.name}`)
  if (data !== undefined && input !== undefined && data !== input) throw refusals.invalid('data and input differ')
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
  if (!to) throw refusals.invalid('the smart account creates no contracts')
  const { fee, send } = await prepareOperation(network, account, [{ to, ...rest }])
  const { details, ...description } = describeCall(network, call)
  return {
    request: { ...description, signer: describeSigner(network, account), details: [...details, fee] },
    execute: async () => waitForTransaction(network, await send()),
  }
}

const HIGH_FEE_WARNING = 'The network fee is far above the usual one.'
const HIGH_PRICE = 10n
/** Whether the site set a gas price that is more than ten times the usual one. */
async function isPriceHigh(
  client: ReturnType<typeof clientOf>,
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas }: ReturnType<typeof readTransaction>['bounds'],
): Promise<boolean> {
  const price = [gasPrice, maxFeePerGas, maxPriorityFeePerGas].reduce<bigint>(
    (highest, each = 0n) => (each > highest ? each : highest),
    0n,
  )
  if (price === 0n) return false
  const usualPrice = await estimateFeesPerGas(client)
    .then(
      (fees) => fees.maxFeePerGas,
      () => getGasPrice(client),
    )
    .catch(() => undefined)
  return usualPrice !== undefined && price > HIGH_PRICE * usualPrice
}

async function sendTransaction(request: EthereumRequest): Promise<Plan> {
  const { resolveAccount, network } = request
  const { from, call, nonce, bounds } = readTransaction(request)
  const account = await resolveAccount(from)
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
  const { gas: estimate = 0n, gasPrice = 0n, maxFeePerGas = gasPrice } = prepared
  // A contract may need more gas than estimated: its state can change before the transaction is mined.
  const gas = bounds.gas === undefined && data !== '0x' ? (estimate * 5n) / 4n : estimate
  const fee = gas * maxFeePerGas
  const isFeeHigh = await isPriceHigh(client, bounds)
  const { details, warnings = [], ...description } = describeCall(network, call)
  return {
    request: {
      ...description,
      signer: describeSigner(network, account),
      details: [
        ...details,
        ...(nonce === undefined ? [] : [{ label: 'Transaction number (nonce)', value: `${nonce}` }]),
        { label: 'Network fee, at most', value: amountOf(network, fee) },
      ],
      warnings: [
        ...warnings,
        ...(isFeeHigh ? [HIGH_FEE_WARNING] : []),
        ...(nonce === undefined ? [] : [CUSTOM_NONCE_WARNING]),
      ],
    },
    async execute() {
      // Fetched last: transactions that were approved earlier have their nonces by now.
      const nextNonce = nonce ?? (await getTransactionCount(client, { address: account.address, blockTag: 'pending' }))
      const { account: _, from: __, ...transaction } = prepared as unknown as Record<string, unknown>
      const serializedTransaction = await account.signTransaction({ ...transaction, gas, nonce: nextNonce } as never)
      return sendRawTransaction(client, { serializedTransaction })
    },
  }
}

async function signTypedData({ network, owner, resolveAccount, params }: EthereumRequest): Promise<Plan> {
  const [from, typedData] = parseParams(
    z.tuple([z.nullish(address), z.unknown()], z.unknown()),
    params,
    'an address and a document',
  )
  return planTypedData(typedData, await resolveAccount(from), network, smartAddressOf(network, owner.address))
}

/** The requests that the user decides, by method. */
const plans: Readonly<Record<string, (request: EthereumRequest, bundles: Bundles) => Promise<Plan>>> = {
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedData,
  eth_sendTransaction: sendTransaction,
  wallet_sendCalls: planBundle,
}

/** The plan for this method; `undefined` if the method needs no approval. */
export const ethereumPlan = (
  method: string,
): ((request: EthereumRequest, bundles: Bundles) => Promise<Plan>) | undefined =>
  Object.hasOwn(plans, method) ? plans[method] : undefined
