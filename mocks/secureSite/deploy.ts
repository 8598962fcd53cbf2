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
const timeoutMs = 5 * 60_000

export interface Deployment {
  rpcUrl: string
  /** Pays for the transaction. It has no rights over the factory afterwards. */
  deployer: LocalAccount
}
export interface Deployed {
  chainId: number
  factory: Address
  /** Whether the factory already existed. */
  alreadyDeployed: boolean
}

const errorText = (error: unknown) => (error instanceof BaseError ? error.shortMessage : String(error))

async function readKey(file: string | undefined, keyText: string | undefined): Promise<LocalAccount> {
  const source = keyText === undefined && file !== undefined ? '--key-file' : 'DEPLOYER_KEY'
  if (keyText === undefined && file === undefined)
    throw new Error('DEPLOYER_KEY is missing: 64 hex digits in the environment, or in a file that --key-file names.')
  const text = keyText ?? (await readFile(file ?? '', 'utf8').catch(() => undefined))
  if (text === undefined) throw new Error('--key-file cannot be read.')
  const [, hex] = /^(?:0x)?([\da-f]{64})$/i.exec(text.trim()) ?? []
  try {
    return privateKeyToAccount(`0x${hex}`)
  } catch {
    // The error does not contain the value, because it may be a private key.
    throw new Error(`${source} holds no private key: 64 hex digits.`)
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
  const hasCode = async (address: Address) => (await client.getCode({ address })) !== undefined
  const callNode = <Value>(promise: Promise<Value>) =>
    promise.catch((error: unknown) => {
      const isUnderfunded =
        error instanceof BaseError && error.walk((cause) => cause instanceof InsufficientFundsError) !== null
      if (isUnderfunded) throw new Error(`DEPLOYER_KEY: ${deployer.address} cannot pay for the deployment.`)
      throw new Error(`--rpc: the node did not do what it was asked. ${errorText(error)}`, { cause: error })
    })

  const chainId = await callNode(client.getChainId())
  if (await callNode(hasCode(factory))) return { chainId, factory, alreadyDeployed: true }
  const requiredContracts = { 'EntryPoint 0.7': entryPoint07Address, 'CREATE2 deployer': create2Deployer } as const
  for (const [name, address] of Object.entries(requiredContracts))
    if (!(await callNode(hasCode(address)))) throw new Error(`--rpc: chain ${chainId} has no ${name} at ${address}.`)
  const hash = await callNode(client.sendTransaction({ chain: null, to: create2Deployer, data: factoryDeployment }))
  await callNode(client.waitForTransactionReceipt({ hash, timeout: timeoutMs }))
  // Another deployment in the meantime creates the same contract at the same address.
  if (!(await callNode(hasCode(factory))))
    throw new Error(`--rpc: chain ${chainId} has undone the deployment, ${hash}.`)
  return { chainId, factory, alreadyDeployed: false }
}
