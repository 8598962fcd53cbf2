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
import { gasOf, type Operation } from './bundler.ts'
import type { SandboxChain } from './chain.ts'
import code from './contracts/Paymaster.json' with { type: 'json' }
import type { Deployer } from './deployer.ts'
import { clientOf } from './nodeRpc.ts'
import { invalid, readOperation } from './operationParams.ts'
import { read } from './params.ts'
import { ProviderRpcError } from '../providerRpcError.ts'
import type { RpcMethods } from '../rpcServer.ts'

const signer = mnemonicToAccount(mnemonic, { addressIndex: 6 })
const deposit = parseEther('100')
/** The limits per hour. */
export const paymasterBounds = {
  account: { wei: parseEther('0.1'), operations: 30 },
  all: { wei: parseEther('10'), operations: 3_000 },
} as const
const hourMs = 3_600_000
const validSeconds = 300
const limits = { paymasterVerificationGasLimit: 60_000n, paymasterPostOpGasLimit: 0n }
const refused = -32_501

const abi = parseAbi([
  'constructor(address signer, address entryPoint)',
  'function hashOf((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature) operation) view returns (bytes32)',
])
const moreParams = z.tuple([z.custom<Hex>((value) => isHex(value) && value.length > 2)], z.unknown())

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

interface Promised {
  sender: Address
  nonce: bigint
  wei: bigint
  atMs: number
  isUsed?: boolean
}

/**
 * The promises of the last hour. An operation can only run once, so repeated requests for it count once, at the highest amount.
 */
function createPromises(chain: SandboxChain, nowMs: () => number) {
  const promises = new Map<string, Promised>()
  const isOlder = ({ atMs }: Promised, ms: number) => atMs <= nowMs() - ms
  async function isUsed({ sender, nonce }: Promised): Promise<boolean> {
    const args = [sender, nonce >> 64n] as const
    const at = { address: entryPoint07Address, abi: entryPoint07Abi, functionName: 'getNonce', args } as const
    return (await readContract(clientOf(chain), at)) > nonce
  }
  /** Removes promises that are older than an hour, and those that expired unused. */
  async function forget() {
    const all = [...promises]
    const done = all.filter(([, one]) => !one.isUsed && isOlder(one, validSeconds * 1_000))
    const used = await Promise.all(done.map(([, one]) => isUsed(one)))
    done.forEach(([key, one], index) => (used[index] ? (one.isUsed = true) : promises.delete(key)))
    for (const [key, one] of all) if (isOlder(one, hourMs)) promises.delete(key)
  }
  return {
    /** Adds a promise. Throws if it exceeds a limit. */
    async add({ sender, nonce }: Operation, asked: bigint) {
      await forget()
      const key = `${sender.toLowerCase()} ${nonce}`
      // Any of the signatures may be used, including the most expensive one.
      const before = promises.get(key)?.wei ?? 0n
      const wei = asked > before ? asked : before
      const others = [...promises].flatMap(([each, promise]) => (each === key ? [] : [promise]))
      const own = others.filter((promise) => isAddressEqual(promise.sender, sender))
      for (const [some, bound] of [
        [own, paymasterBounds.account],
        [others, paymasterBounds.all],
      ] as const) {
        const sum = some.reduce((all, promise) => all + promise.wei, wei)
        if (sum > bound.wei || some.length >= bound.operations)
          throw new ProviderRpcError(refused, 'Enough was paid for within this hour.')
      }
      promises.set(key, { sender, nonce, wei, atMs: nowMs() })
    },
  }
}

/** Parses the params. Throws for other chains. */
function readAsked({ chainId }: SandboxChain, params: unknown): Operation {
  const { operation, more } = readOperation(params)
  const [asked] = read(moreParams, more)
  if (BigInt(asked) !== BigInt(chainId)) throw invalid('This is another chain.')
  return operation
}

/** The paymaster's RPC methods for a chain. */
export function paymasterMethods(chain: SandboxChain, paymaster: Address, nowMs: () => number = Date.now): RpcMethods {
  const promises = createPromises(chain, nowMs)
  const dataOf = (until: number, signature: Hex) => concat([numberToHex(until, { size: 6 }), signature])
  const stub = dataOf(2 ** 48 - 1, stubSignature)

  async function sign(asked: Operation): Promise<Hex> {
    const client = clientOf(chain)
    // A sandbox chain may be ahead of the clock.
    const { timestamp } = await getBlock(client)
    const until = Math.max(Math.floor(nowMs() / 1_000), Number(timestamp)) + validSeconds
    const operation = { ...asked, paymaster, paymasterData: dataOf(until, `0x${'00'.repeat(65)}`), ...limits }
    await promises.add(operation, gasOf(operation) * operation.maxFeePerGas)
    const hash = await readContract(client, {
      address: paymaster,
      abi,
      functionName: 'hashOf',
      args: [toPackedUserOperation(operation)],
    })
    return dataOf(until, await signer.sign({ hash }))
  }
  const answer = (paymasterData: Hex) => ({
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: numberToHex(limits.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: numberToHex(limits.paymasterPostOpGasLimit),
  })
  return {
    pm_getPaymasterStubData(params) {
      readAsked(chain, params)
      return { ...answer(stub), sponsor: { name: 'The sandbox' }, isFinal: false }
    },
    pm_getPaymasterData: async (params) => answer(await sign(readAsked(chain, params))),
  }
}
