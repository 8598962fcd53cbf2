/** A wallet's accounts on an EVM network: one with a private key, and a smart account that this key owns. */
import { hashMessage, hashTypedData, isAddressEqual, type Address, type Hash, type Hex, type LocalAccount } from 'viem'
import { entryPoint07Abi, entryPoint07Address, getUserOperationHash, toSmartAccount } from 'viem/account-abstraction'
import { createNonceManager } from 'viem/nonce'
import * as z from 'zod/mini'
import type { frameAccountTypes } from 'latchkey/frame'
import type { SecureSiteNetwork } from '../network.ts'
import { getAccountAddress, encodeCreate, encodeExecute, accountMessage, stubSignature } from '../smartAccount.ts'
import type { Entries } from './entries.ts'
import { chainIdOf, clientOf, hex, parseParams } from './ethereumNode.ts'
import { RefusalError, refusals } from './refusals.ts'
import { callNode } from './rpc.ts'

export type AccountType = (typeof frameAccountTypes)[number]
type SmartAccountServices = NonNullable<SecureSiteNetwork['smartAccount']>

const codeTimeoutMs = 5_000
const maxPreferences = 100

/** A separate nonce sequence for each operation, so that operations do not wait for each other. */
const nonceKeyManager = createNonceManager({ source: { get: () => Date.now(), set() {} } })

/** The network's smart account services. Throws a refusal if it has none. */
export function servicesOf({ name, smartAccount }: SecureSiteNetwork): SmartAccountServices {
  if (!smartAccount) throw new RefusalError(`The wallet has no smart accounts on ${name}`)
  return smartAccount
}

/** An owner's smart account, if the network supports them. */
export const smartAddressOf = ({ smartAccount }: SecureSiteNetwork, owner: Address): Address | undefined =>
  smartAccount && getAccountAddress(smartAccount.factory, owner)

/** Whether the account is deployed on the network. */
export async function isDeployed(network: SecureSiteNetwork, account: Address): Promise<boolean> {
  const code = parseParams(
    hex,
    await callNode(network, 'eth_getCode', [account, 'latest'], codeTimeoutMs),
    'the code of an account',
  )
  return code !== '0x'
}

/** A smart account that signs messages with ERC-1271, or with ERC-6492 while it is not deployed. */
function openSmartAccount(network: SecureSiteNetwork, owner: LocalAccount) {
  const { factory } = servicesOf(network)
  const account = getAccountAddress(factory, owner.address)
  const chainId = chainIdOf(network)
  const sign = (hash: Hash) => owner.signTypedData(accountMessage(account, chainId, hash))
  return toSmartAccount({
    client: clientOf(network),
    entryPoint: { abi: entryPoint07Abi, address: entryPoint07Address, version: '0.7' },
    nonceKeyManager,
    getAddress: async () => account,
    getFactoryArgs: async () => ({ factory, factoryData: encodeCreate(owner.address) }),
    encodeCalls: async (calls) => encodeExecute(calls),
    getStubSignature: async () => stubSignature,
    signMessage: ({ message }) => sign(hashMessage(message)),
    signTypedData: (document) => sign(hashTypedData(document)),
    async signUserOperation(operation) {
      const userOperation = { ...operation, sender: account, signature: '0x' as Hex }
      const [entryPointAddress, entryPointVersion] = [entryPoint07Address, '0.7'] as const
      const hash = getUserOperationHash({ chainId, entryPointAddress, entryPointVersion, userOperation })
      if (!owner.sign) throw new RefusalError('The key signs no operations')
      return owner.sign({ hash })
    },
  })
}
export type SmartAccount = Awaited<ReturnType<typeof openSmartAccount>>

/** Returns the account with this address, or the preferred account. Throws a refusal for any other address. */
export type ResolveAccount = (address: Address | undefined | null) => Promise<LocalAccount | SmartAccount>

interface OwnAccounts {
  preferred: AccountType
  eoa: Address
  smartAccount: Address | undefined
  all: readonly Address[]
}

export interface Accounts {
  /**
   * The accounts on a network and the preferred one, by default the account with a private key. `all` starts with the preferred
   * account.
   */
  get(network: SecureSiteNetwork, owner: Address): OwnAccounts
  /** Saves an owner's preference. Throws a refusal for an account type that the network does not support. */
  setPreferred(network: SecureSiteNetwork, owner: Address, type: AccountType): void
  resolverFor(network: SecureSiteNetwork, owner: LocalAccount): ResolveAccount
}

const storedOwners = z.array(z.string())

export function createAccounts(entries: Entries): Accounts {
  /** The owners who prefer their smart accounts, the latest last. */
  const readPreferences = (): string[] => {
    try {
      return storedOwners.parse(JSON.parse(entries.get('preferred') ?? '[]'))
    } catch {
      return []
    }
  }
  const getAccounts: Accounts['get'] = (network, owner) => {
    const smartAccount = smartAddressOf(network, owner)
    const base = { eoa: owner, smartAccount }
    if (!smartAccount) return { ...base, preferred: 'eoa', all: [owner] }
    return readPreferences().includes(owner)
      ? { ...base, preferred: 'smartAccount', all: [smartAccount, owner] }
      : { ...base, preferred: 'eoa', all: [owner, smartAccount] }
  }
  return {
    get: getAccounts,
    setPreferred(network, owner, type) {
      if (type === 'smartAccount') servicesOf(network)
      const others = readPreferences().filter((other) => other !== owner)
      const owners = type === 'smartAccount' ? [...others.slice(1 - maxPreferences), owner] : others
      entries.set('preferred', JSON.stringify(owners))
    },
    resolverFor: (network, owner) => async (address) => {
      const { eoa, smartAccount, all } = getAccounts(network, owner.address)
      const requested = address ?? all[0] ?? eoa
      if (isAddressEqual(requested, eoa)) return owner
      if (smartAccount && isAddressEqual(requested, smartAccount)) return openSmartAccount(network, owner)
      throw refusals.unknownAccount(requested)
    },
  }
}

/** The account and network of a request, for the card. */
export const describeSigner = ({ name }: SecureSiteNetwork, { address, type }: LocalAccount | SmartAccount) => ({
  account: address,
  network: name,
  ...(type === 'smart' && { kind: 'Smart account' }),
})

/** Refuses calls of the smart account's own functions, with which a site could grant rights to other keys. */
export function checkCall(network: SecureSiteNetwork, owner: Address, to: Address | undefined, data: Hex) {
  const smartAccount = smartAddressOf(network, owner)
  if (to && smartAccount && data !== '0x' && isAddressEqual(to, smartAccount))
    throw refusals.invalid('sites call no functions of the smart account')
}
