/** A smart account's user operations (ERC-4337). Each is fully prepared before the user decides, and sent as displayed. */
import { BaseError, http, HttpRequestError, isHash, TimeoutError, type Address, type Hash } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  entryPoint07Address,
  getUserOperationHash,
  type UserOperation,
} from 'viem/account-abstraction'
import { estimateFeesPerGas, getBalance, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import type { AccountCall } from '../smartAccount.ts'
import { servicesOf, type SmartAccount } from './accounts.ts'
import { address, amountOf, chainIdOf, clientOf, hex } from './ethereumNode.ts'
import type { Detail } from './approvalRequest.ts'
import { RefusalError } from './refusals.ts'

type Operation = UserOperation<'0.7'>
type PaymasterClient = ReturnType<typeof createPaymasterClient>
type PaymasterParams = Parameters<PaymasterClient['getPaymasterData']>[0]

const bundlerTimeoutMs = 20_000
/** The paymaster is called twice, so it has ten seconds in total. */
const paymasterTimeoutMs = 5_000
const inclusionTimeoutMs = 60_000
const pollIntervalMs = 1_000

/** The accepted fields of a paymaster's answer; all others are ignored. */
const sponsorshipSchema = z.object({
  paymaster: address,
  paymasterData: hex,
  paymasterVerificationGasLimit: z.optional(z.bigint()),
  paymasterPostOpGasLimit: z.optional(z.bigint()),
})
const stubSponsorshipSchema = z.extend(sponsorshipSchema, { isFinal: z.optional(z.boolean()) })

/** An operation that is shown and then sent. */
export interface Prepared {
  /** The payer and the maximum fee. */
  fee: Detail
  /** Signs it and sends it to the bundler. Resolves to its hash. */
  send(): Promise<Hash>
}

function createSponsor(url: string, context: unknown) {
  const client = createPaymasterClient({ transport: http(url, { timeout: paymasterTimeoutMs, retryCount: 0 }) })
  let hasFailed = false
  const trackFailure =
    <Answer>(call: (params: PaymasterParams) => Promise<Answer>) =>
    async (params: PaymasterParams): Promise<Answer> => {
      try {
        return await call({ ...params, context })
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  return {
    getPaymasterStubData: trackFailure(async (params) =>
      stubSponsorshipSchema.parse(await client.getPaymasterStubData(params as never)),
    ),
    getPaymasterData: trackFailure(async (params) => sponsorshipSchema.parse(await client.getPaymasterData(params))),
    hasFailed: () => hasFailed,
  }
}
type Sponsor = ReturnType<typeof createSponsor>

function createBundler(network: SecureSiteNetwork) {
  const client = clientOf(network)
  return createBundlerClient({
    client,
    transport: http(servicesOf(network).bundlerUrl, { timeout: bundlerTimeoutMs, retryCount: 0 }),
    pollingInterval: pollIntervalMs,
    userOperation: {
      // Twice the current fee, because the user may take time to decide.
      async estimateFeesPerGas() {
        const { maxFeePerGas, maxPriorityFeePerGas } = await estimateFeesPerGas(client)
        return { maxFeePerGas: 2n * maxFeePerGas, maxPriorityFeePerGas }
      },
    },
  })
}
type Bundler = ReturnType<typeof createBundler>

const maxFeeOf = (operation: Operation): bigint =>
  operation.maxFeePerGas *
  (operation.callGasLimit +
    operation.verificationGasLimit +
    operation.preVerificationGas +
    (operation.paymasterVerificationGasLimit ?? 0n) +
    (operation.paymasterPostOpGasLimit ?? 0n))

/** The deposit of a payer in the EntryPoint. */
const depositOf = (network: SecureSiteNetwork, payer: Address) =>
  readContract(clientOf(network), {
    address: entryPoint07Address,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [payer],
  })

/** Throws a refusal if the account cannot pay for the operation. */
async function checkFunds(network: SecureSiteNetwork, operation: Operation, calls: readonly AccountCall[]) {
  const { sender } = operation
  const [balance, deposit] = await Promise.all([
    getBalance(clientOf(network), { address: sender }),
    depositOf(network, sender),
  ])
  const fee = maxFeeOf(operation)
  const spent = calls.reduce((sum, { value = 0n }) => sum + value, 0n)
  if (balance < spent + (fee > deposit ? fee - deposit : 0n))
    throw new RefusalError(`The smart account holds too little ${network.symbol} for this and its network fee`)
}

/** Prepares the operation. Falls back to no sponsor if the sponsor refuses or its deposit is too small. */
async function prepare(task: Task, sponsor: Sponsor | undefined): Promise<Operation> {
  const { network, bundler, account, calls } = task
  const params = { account, calls, ...(sponsor && { paymaster: sponsor }) }
  try {
    const operation = (await bundler.prepareUserOperation(params as never)) as Operation
    const { paymaster } = operation
    if (paymaster && (await depositOf(network, paymaster)) < maxFeeOf(operation)) return await prepare(task, undefined)
    if (!paymaster) await checkFunds(network, operation, calls)
    return operation
  } catch (error) {
    if (!sponsor?.hasFailed()) throw error
    return prepare(task, undefined)
  }
}
interface Task {
  network: SecureSiteNetwork
  bundler: Bundler
  account: SmartAccount
  calls: readonly AccountCall[]
}

/**
 * Updates what may have changed during the decision: the deployment of the account, and the expiry of the sponsor's signature.
 */
async function refresh(operation: Operation, account: SmartAccount, chainId: number, sponsor: Sponsor | undefined) {
  const { factory, factoryData, ...rest } = operation
  const creation = factory && !(await account.isDeployed()) ? { factory, factoryData } : {}
  const current = { ...rest, ...creation } as Operation
  if (!sponsor || !operation.paymaster) return current
  const params = { ...current, chainId, entryPointAddress: entryPoint07Address } as unknown as PaymasterParams
  const { paymaster, paymasterData } = await sponsor.getPaymasterData(params).catch((error: unknown) => {
    throw new RefusalError('The wallet’s sponsor does not pay the network fee any more. Please try again.', {
      cause: error,
    })
  })
  if (paymaster.toLowerCase() !== operation.paymaster.toLowerCase())
    throw new RefusalError('Another sponsor has answered')
  return { ...current, paymasterData }
}

/** Whether the bundler did not answer at all. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
const mayStillExecute = (hash: Hash) => `It may be done yet: it is the user operation ${hash}`

/**
 * Prepares the operation that executes the calls atomically. Throws a refusal if it would fail or cannot be paid for. `context`
 * is passed to the sponsor.
 */
export async function prepareOperation(
  network: SecureSiteNetwork,
  account: SmartAccount,
  calls: readonly AccountCall[],
  context?: unknown,
): Promise<Prepared> {
  const { paymasterUrl } = servicesOf(network)
  const bundler = createBundler(network)
  const sponsor = paymasterUrl === undefined ? undefined : createSponsor(paymasterUrl, context)
  const operation = await prepare({ network, bundler, account, calls }, sponsor)
  const chainId = chainIdOf(network)
  return {
    fee: {
      label: 'Network fee',
      value: operation.paymaster
        ? 'Paid by the wallet’s sponsor'
        : `Paid by the account, ${amountOf(network, maxFeeOf(operation))} at most`,
    },
    async send() {
      const current = await refresh(operation, account, chainId, sponsor)
      const userOperation = { ...current, signature: await account.signUserOperation(current) }
      const [entryPointAddress, entryPointVersion] = [entryPoint07Address, '0.7'] as const
      const hash = getUserOperationHash({ chainId, entryPointAddress, entryPointVersion, userOperation })
      await bundler.sendUserOperation({ ...userOperation, entryPointAddress } as never).catch((error: unknown) => {
        throw isUnanswered(error)
          ? new RefusalError(`The bundler does not answer. ${mayStillExecute(hash)}`, { cause: error })
          : error
      })
      return hash
    },
  }
}

/** Waits for the operation's transaction. Throws a refusal if the operation failed or took too long. */
export async function waitForTransaction(network: SecureSiteNetwork, hash: Hash): Promise<Hash> {
  const receipt = await createBundler(network)
    .waitForUserOperationReceipt({ hash, timeout: inclusionTimeoutMs })
    .catch((error: unknown) => {
      throw new RefusalError(`${network.name} has not done it within a minute. ${mayStillExecute(hash)}`, {
        cause: error,
      })
    })
  const { transactionHash } = receipt.receipt
  if (!isHash(transactionHash)) throw new RefusalError(`The bundler does not say where the user operation ${hash} is`)
  if (!receipt.success)
    throw new RefusalError(`It has failed on ${network.name}, in the transaction ${transactionHash}`)
  return transactionHash
}
