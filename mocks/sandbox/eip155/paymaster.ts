/** A paymaster (ERC-7677) for contracts/Paymaster.sol. It signs what it pays for, up to a limit per account and in total. */
import {
  concat,
  encodeDeployData,
  encodeFunctionData,
  isAddressEqual,
  isHex,
  numberToHex,
  parseAbi,
  parseEther,
  type Address,
  type Hex,
} from 'viem'
import { entryPoint07Abi, entryPoint07Address, toPackedUserOperation } from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'
import { getBlock, readContract } from 'viem/actions'
import * as z from 'zod/mini'
import { stubSignature } from '../../secureSite/smartAccount.ts'
import { mnemonic } from '../accounts.ts'
import { maxGasOf, type Operation } from './bundler.ts'
import type { SandboxChain } from './chain.ts'
import code from './contracts/Paymaster.json' with { type: 'json' }
import type { Deployer } from './deployer.ts'
import { clientOf } from './nodeRpc.ts'
import { invalidParams, readOperation } from './operationParams.ts'
import { parseParams } from './params.ts'
import { ProviderRpcError } from '../providerRpcError.ts'
import type { RpcMethods } from '../rpcServer.ts'

const signer = mnemonicToAccount(mnemonic, { addressIndex: 6 })
const deposit = parseEther('100')
/** The limits per hour. */
export const paymasterLimits = {
  account: { wei: parseEther('0.1'), operations: 30 },
  all: { wei: parseEther('10'), operations: 3_000 },
} as const
const hourMs = 3_600_000
const validSeconds = 300
const gasLimits = { paymasterVerificationGasLimit: 60_000n, paymasterPostOpGasLimit: 0n }
const limitCode = -32_501

const abi = parseAbi([
  'constructor(address signer, address entryPoint)',
  'function hashOf((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) operation) view returns (bytes32)',
])
const extraParams = z.tuple([z.custom<Hex>((value) => isHex(value) && value.length > 2)], z.unknown())

/** Deploys the paymaster and funds its deposit. */
export async function deployPaymaster(deployer: Deployer): Promise<Address> {
  const args = [signer.address, entryPoint07Address] as const
  const address = await deployer.deploy(
    'The paymaster',
    encodeDeployData({ abi, bytecode: code.Paymaster as Hex, args }),
  )
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [address] })
  await deployer.send('The deposit of the paymaster', { to: entryPoint07Address, data, value: deposit })
  return address
}

interface Sponsorship {
  sender: Address
  nonce: bigint
  wei: bigint
  atMs: number
  isUsed?: boolean
}

/**
 * The promises of the last hour. An operation can only run once, so repeated requests for it count once, at the highest amount.
 */
function createSponsorships(chain: SandboxChain, nowMs: () => number) {
  const sponsorships = new Map<string, Sponsorship>()
  const isOlder = ({ atMs }: Sponsorship, ms: number) => atMs <= nowMs() - ms
  async function isUsed({ sender, nonce }: Sponsorship): Promise<boolean> {
    const args = [sender, nonce >> 64n] as const
    const at = { address: entryPoint07Address, abi: entryPoint07Abi, functionName: 'getNonce', args } as const
    return (await readContract(clientOf(chain), at)) > nonce
  }
  /** Removes promises that are older than an hour, and those that expired unused. */
  async function removeOld() {
    const entries = [...sponsorships]
    const expired = entries.filter(
      ([, sponsorship]) => !sponsorship.isUsed && isOlder(sponsorship, validSeconds * 1_000),
    )
    const used = await Promise.all(expired.map(([, sponsorship]) => isUsed(sponsorship)))
    expired.forEach(([key, sponsorship], index) =>
      used[index] ? (sponsorship.isUsed = true) : sponsorships.delete(key),
    )
    for (const [key, sponsorship] of entries) if (isOlder(sponsorship, hourMs)) sponsorships.delete(key)
  }
  return {
    /** Adds a promise. Throws if it exceeds a limit. */
    async add({ sender, nonce }: Operation, requestedWei: bigint) {
      await removeOld()
      const key = `${sender.toLowerCase()} ${nonce}`
      // Any of the signatures may be used, including the most expensive one.
      const previousWei = sponsorships.get(key)?.wei ?? 0n
      const wei = requestedWei > previousWei ? requestedWei : previousWei
      const others = [...sponsorships].flatMap(([otherKey, sponsorship]) => (otherKey === key ? [] : [sponsorship]))
      const sameSender = others.filter((sponsorship) => isAddressEqual(sponsorship.sender, sender))
      for (const [counted, limit] of [
        [sameSender, paymasterLimits.account],
        [others, paymasterLimits.all],
      ] as const) {
        const sum = counted.reduce((total, sponsorship) => total + sponsorship.wei, wei)
        if (sum > limit.wei || counted.length >= limit.operations)
          throw new ProviderRpcError(limitCode, 'Enough was paid for within this hour.')
      }
      sponsorships.set(key, { sender, nonce, wei, atMs: nowMs() })
    },
  }
}

/** Parses the params. Throws for other chains. */
function readParams({ chainId }: SandboxChain, params: unknown): Operation {
  const { operation, rest } = readOperation(params)
  const [requestedChainId] = parseParams(extraParams, rest)
  if (BigInt(requestedChainId) !== BigInt(chainId)) throw invalidParams('This is another chain.')
  return operation
}

/** The paymaster's RPC methods for a chain. */
export function paymasterMethods(chain: SandboxChain, paymaster: Address, nowMs: () => number = Date.now): RpcMethods {
  const sponsorships = createSponsorships(chain, nowMs)
  const encodeData = (validUntil: number, signature: Hex) => concat([numberToHex(validUntil, { size: 6 }), signature])
  const stubData = encodeData(2 ** 48 - 1, stubSignature)

  async function sign(unsigned: Operation): Promise<Hex> {
    const client = clientOf(chain)
    // A sandbox chain may be ahead of the clock.
    const { timestamp } = await getBlock(client)
    const validUntil = Math.max(Math.floor(nowMs() / 1_000), Number(timestamp)) + validSeconds
    const operation = {
      ...unsigned,
      paymaster,
      paymasterData: encodeData(validUntil, `0x${'00'.repeat(65)}`),
      ...gasLimits,
    }
    await sponsorships.add(operation, maxGasOf(operation) * operation.maxFeePerGas)
    const hash = await readContract(client, {
      address: paymaster,
      abi,
      functionName: 'hashOf',
      args: [toPackedUserOperation(operation)],
    })
    return encodeData(validUntil, await signer.sign({ hash }))
  }
  const toResponse = (paymasterData: Hex) => ({
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: numberToHex(gasLimits.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: numberToHex(gasLimits.paymasterPostOpGasLimit),
  })
  return {
    pm_getPaymasterStubData(params) {
      readParams(chain, params)
      return { ...toResponse(stubData), sponsor: { name: 'The sandbox' }, isFinal: false }
    },
    pm_getPaymasterData: async (params) => toResponse(await sign(readParams(chain, params))),
  }
}
