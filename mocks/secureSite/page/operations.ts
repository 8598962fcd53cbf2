/** A smart account's user operations (ERC-4337). Each is fully prepared before the user is asked, and sent as it was shown. */
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
import type { Fact } from './question.ts'
import { Refused } from './refusals.ts'

type Operation = UserOperation<'0.7'>
type PaymasterClient = ReturnType<typeof createPaymasterClient>
type Asked = Parameters<PaymasterClient['getPaymasterData']>[0]

const bundlerMs = 20_000
/** The paymaster is called twice, so it has ten seconds in total. */
const paymasterMs = 5_000
const includedMs = 60_000
const pollMs = 1_000

/** The accepted fields of a paymaster's answer; all others are ignored. */
const sponsorship = z.object({
  paymaster: address,
  paymasterData: hex,
  paymasterVerificationGasLimit: z.optional(z.bigint()),
  paymasterPostOpGasLimit: z.optional(z.bigint()),
})
const stubSponsorship = z.extend(sponsorship, { isFinal: z.optional(z.boolean()) })

/** An operation that is shown and then sent. */
export interface Prepared {
  /** The payer and the maximum fee. */
  fee: Fact
  /** Signs it and sends it to the bundler. Resolves to its hash. */
  send(): Promise<Hash>
}

function createSponsor(url: string, context: unknown) {
  const client = createPaymasterClient({ transport: http(url, { timeout: paymasterMs, retryCount: 0 }) })
  let hasFailed = false
  const watched =
    <Answer>(ask: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      try {
        return await ask({ ...asked, context })
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  return {
    getPaymasterStubData: watched(async (asked) =>
      stubSponsorship.parse(await client.getPaymasterStubData(asked as never)),
    ),
    getPaymasterData: watched(async (asked) => sponsorship.parse(await client.getPaymasterData(asked))),
    hasFailed: () => hasFailed,
  }
}
type Sponsor = ReturnType<typeof createSponsor>

function createBundler(network: SecureSiteNetwork) {
  const client = clientOf(network)
  return createBundlerClient({
    client,
    transport: http(servicesOf(network).bundlerUrl, { timeout: bundlerMs, retryCount: 0 }),
    pollingInterval: pollMs,
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

const costOf = (operation: Operation): bigint =>
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
  const fee = costOf(operation)
  const spent = calls.reduce((sum, { value = 0n }) => sum + value, 0n)
  if (balance < spent + (fee > deposit ? fee - deposit : 0n))
    throw new Refused(`The smart account holds too little ${network.symbol} for this and its network fee`)
}

/** Prepares the operation. Falls back to no sponsor if the sponsor refuses or its deposit is too small. */
async function prepare(task: Task, sponsor: Sponsor | undefined): Promise<Operation> {
  const { network, bundler, account, calls } = task
  const asked = { account, calls, ...(sponsor && { paymaster: sponsor }) }
  try {
    const operation = (await bundler.prepareUserOperation(asked as never)) as Operation
    const { paymaster } = operation
    if (paymaster && (await depositOf(network, paymaster)) < costOf(operation)) return await prepare(task, undefined)
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
async function renew(operation: Operation, account: SmartAccount, chainId: number, sponsor: Sponsor | undefined) {
  const { factory, factoryData, ...rest } = operation
  const creation = factory && !(await account.isDeployed()) ? { factory, factoryData } : {}
  const now = { ...rest, ...creation } as Operation
  if (!sponsor || !operation.paymaster) return now
  const asked = { ...now, chainId, entryPointAddress: entryPoint07Address } as unknown as Asked
  const { paymaster, paymasterData } = await sponsor.getPaymasterData(asked).catch((error: unknown) => {
    throw new Refused('The wallet’s sponsor does not pay the network fee any more. Please try again.', { cause: error })
  })
  if (paymaster.toLowerCase() !== operation.paymaster.toLowerCase()) throw new Refused('Another sponsor has answered')
  return { ...now, paymasterData }
}

/** Whether the bundler did not answer at all. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((one) => one instanceof HttpRequestError || one instanceof TimeoutError) !== null
const mayBe = (hash: Hash) => `It may be done yet: it is the user operation ${hash}`

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
        : `Paid by the account, ${amountOf(network, costOf(operation))} at most`,
    },
    async send() {
      const now = await renew(operation, account, chainId, sponsor)
      const userOperation = { ...now, signature: await account.signUserOperation(now) }
      const [entryPointAddress, entryPointVersion] = [entryPoint07Address, '0.7'] as const
      const hash = getUserOperationHash({ chainId, entryPointAddress, entryPointVersion, userOperation })
      await bundler.sendUserOperation({ ...userOperation, entryPointAddress } as never).catch((error: unknown) => {
        throw isUnanswered(error) ? new Refused(`The bundler does not answer. ${mayBe(hash)}`, { cause: error }) : error
      })
      return hash
    },
  }
}

/** Waits for the operation's transaction. Throws a refusal if the operation failed or took too long. */
export async function transactionOf(network: SecureSiteNetwork, hash: Hash): Promise<Hash> {
  const receipt = await createBundler(network)
    .waitForUserOperationReceipt({ hash, timeout: includedMs })
    .catch((error: unknown) => {
      throw new Refused(`${network.name} has not done it within a minute. ${mayBe(hash)}`, { cause: error })
    })
  const { transactionHash } = receipt.receipt
  if (!isHash(transactionHash)) throw new Refused(`The bundler does not say where the user operation ${hash} is`)
  if (!receipt.success) throw new Refused(`It has failed on ${network.name}, in the transaction ${transactionHash}`)
  return transactionHash
}
