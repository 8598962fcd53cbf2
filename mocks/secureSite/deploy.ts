/**
 * Deploys the factory of smart accounts: `npm run deploy-factory`. The EntryPoint already exists on every chain with a bundler.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  BaseError,
  createClient,
  http,
  InsufficientFundsError,
  publicActions,
  walletActions,
  type Address,
  type LocalAccount,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { create2Deployer, factory, factoryDeployment } from './factory.ts'

/** The maximum wait for the transaction. */
const longestMs = 5 * 60_000

export interface Deployment {
  rpcUrl: string
  /** Pays for the transaction. It has no rights over the factory afterwards. */
  deployer: LocalAccount
}
export interface Deployed {
  chainId: number
  factory: Address
  /** Whether the factory already existed. */
  wasThere: boolean
}

const inWords = (error: unknown) => (error instanceof BaseError ? error.shortMessage : String(error))

async function readKey(file: string | undefined, given: string | undefined): Promise<LocalAccount> {
  const from = given === undefined && file !== undefined ? '--key-file' : 'DEPLOYER_KEY'
  if (given === undefined && file === undefined)
    throw new Error('DEPLOYER_KEY is missing: 64 hex digits in the environment, or in a file that --key-file names.')
  const text = given ?? (await readFile(file ?? '', 'utf8').catch(() => undefined))
  if (text === undefined) throw new Error('--key-file cannot be read.')
  const [, hex] = /^(?:0x)?([\da-f]{64})$/i.exec(text.trim()) ?? []
  try {
    return privateKeyToAccount(`0x${hex}`)
  } catch {
    // The error does not contain the value, because it may be a private key.
    throw new Error(`${from} holds no private key: 64 hex digits.`)
  }
}

/** Parses the command's arguments. Throws the name of a missing, unknown or invalid option. */
export async function readDeployment(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Deployment> {
  const options = { rpc: { type: 'string' }, 'key-file': { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const { rpc: rpcUrl = '' } = values
  if (rpcUrl === '') throw new Error('--rpc is missing.')
  if (!/^https?:\/\/[^/]/.test(rpcUrl) || !URL.canParse(rpcUrl)) throw new Error('--rpc is no http(s):// address.')
  return { rpcUrl, deployer: await readKey(values['key-file'], env['DEPLOYER_KEY']) }
}

/** Deploys the factory unless it exists. An error names the option that caused it. */
export async function deployFactory({ rpcUrl, deployer }: Deployment): Promise<Deployed> {
  const client = createClient({ account: deployer, transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  const isThere = async (address: Address) => (await client.getCode({ address })) !== undefined
  const ask = <Value>(asked: Promise<Value>) =>
    asked.catch((error: unknown) => {
      const isPoor = error instanceof BaseError && error.walk((one) => one instanceof InsufficientFundsError) !== null
      if (isPoor) throw new Error(`DEPLOYER_KEY: ${deployer.address} cannot pay for the deployment.`)
      throw new Error(`--rpc: the node did not do what it was asked. ${inWords(error)}`, { cause: error })
    })

  const chainId = await ask(client.getChainId())
  if (await ask(isThere(factory))) return { chainId, factory, wasThere: true }
  const needed = { 'EntryPoint 0.7': entryPoint07Address, 'CREATE2 deployer': create2Deployer } as const
  for (const [name, address] of Object.entries(needed))
    if (!(await ask(isThere(address)))) throw new Error(`--rpc: chain ${chainId} has no ${name} at ${address}.`)
  const hash = await ask(client.sendTransaction({ chain: null, to: create2Deployer, data: factoryDeployment }))
  await ask(client.waitForTransactionReceipt({ hash, timeout: longestMs }))
  // Another deployment in the meantime creates the same contract at the same address.
  if (!(await ask(isThere(factory)))) throw new Error(`--rpc: chain ${chainId} has undone the deployment, ${hash}.`)
  return { chainId, factory, wasThere: false }
}
