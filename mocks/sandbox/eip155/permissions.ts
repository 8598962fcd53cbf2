/**
 * Permissions that the wallet grants to a site (EIP-7715): the user approves them, and the account's contract enforces them.
 * Permissions that the contract cannot enforce are refused.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import {
  type Abi,
  type Address,
  formatEther,
  type Hex,
  isHex,
  numberToHex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import { address, paramsOf, parseParams } from './params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { WalletChain, WalletQuestion } from './questions.ts'
import { encodeContext, type Grant, createGrantCall, isGranted, kinds, createRevokeCall } from './smartAccount.ts'
import type { WalletAccount } from './walletAccounts.ts'

const hex = z.custom<Hex>((value) => isHex(value))
const wholeNumber = z.int().check(z.gte(0))
const recurring = { allowance: hex, start: wholeNumber, period: z.int().check(z.gte(1)) }
const permission = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('contract-call'),
    data: z.strictObject({
      address,
      abi: z.custom<Abi>((value) => Array.isArray(value)),
      // Strict: the contract could not enforce unknown conditions.
      functions: z.array(z.strictObject({ functionName: z.string() })).check(z.minLength(1)),
    }),
  }),
  z.strictObject({ type: z.literal('native-token-recurring-allowance'), data: z.strictObject(recurring) }),
  z.strictObject({
    type: z.literal('erc20-recurring-allowance'),
    data: z.strictObject({ token: address, ...recurring }),
  }),
])
type Permission = z.output<typeof permission>

/** The params of a grant. */
const grantParams = z.tuple([
  z.looseObject({
    chainId: hex,
    address: z.optional(address),
    expiry: wholeNumber,
    signer: z.looseObject({
      type: z.literal('keys'),
      data: z.object({
        keys: z.array(z.object({ type: z.literal('secp256k1'), publicKey: hex })).check(z.minLength(1)),
      }),
    }),
    permissions: z.array(permission).check(z.minLength(1)),
    policies: z._default(z.array(z.never()), []),
  }),
])

/** The params for revoking a session. */
const revocationParams = z.tuple([
  z.looseObject({ pci: z.string(), expiry: z.number(), permissions: z.array(permission) }),
])

/** The stored valid grants. */
export const storedGrants = z.array(
  z.object({ account: address, chainId: z.number(), expiry: z.number(), permissions: z.string(), context: hex }),
)
type StoredGrants = z.output<typeof storedGrants>

/** The wallet's permission capability (EIP-5792). */
const permissionsCapability = {
  supported: true,
  permissionTypes: ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'],
  signerTypes: ['keys'],
  policyTypes: [],
}

/** The part of the wallet that grants use. */
export interface GrantHost {
  requestApproval(request: WalletQuestion): Promise<void>
  /** The given account, or the selected one. */
  requireSigner(from?: Address): WalletAccount
  requireActive(chainId: number): void
  activeChain(): WalletChain
  chains(): readonly WalletChain[]
  /** Whether grants should fail. */
  isFailing(): boolean
  storedGrants(): StoredGrants
  storeGrants(grants: StoredGrants): void
}

/** A permission as text for the user. */
export function describePermission({ type, data }: Permission, symbol: string): string {
  switch (type) {
    case 'contract-call':
      return `Call ${data.functions.map(({ functionName }) => functionName).join(', ')} of ${data.address}`
    case 'native-token-recurring-allowance':
      return `Spend ${formatEther(BigInt(data.allowance))} ${symbol} every ${data.period} s`
    case 'erc20-recurring-allowance':
      return `Spend ${BigInt(data.allowance)} units of ${data.token} every ${data.period} s`
  }
}

/** The expiry as text. */
export const formatExpiry = (expiry: number): string => {
  const date = new Date(expiry * 1_000)
  return Number.isNaN(date.getTime()) ? 'never' : date.toISOString()
}

const invalidParams = (message: string) => new ProviderRpcError(rpcCodes.invalidParams, message)

/** The selectors of all functions with this name. */
function selectorsOf(abi: Abi, functionName: string): Hex[] {
  const functions = abi.filter((item) => item.type === 'function').filter(({ name }) => name === functionName)
  if (functions.length === 0) throw invalidParams(`There is no function ${functionName}.`)
  return functions.map((item) => toFunctionSelector(item))
}

/** A permission in the contract's format. */
function encodePermission({ type, data }: Permission): Grant['permissions'][number] {
  const empty = { target: zeroAddress, selectors: [], allowance: 0n, start: 0, period: 0 }
  if (type === 'contract-call') {
    const selectors = data.functions.flatMap(({ functionName }) => selectorsOf(data.abi, functionName))
    return { ...empty, kind: kinds.contractCall, target: data.address, selectors }
  }
  const { allowance, start, period } = data
  const limit = { ...empty, allowance: BigInt(allowance), start, period }
  if (type === 'native-token-recurring-allowance') return { ...limit, kind: kinds.nativeAllowance }
  return { ...limit, kind: kinds.tokenAllowance, target: data.token }
}

/** The address whose signature the contract checks. */
function keyAddressOf(publicKey: Hex): Address {
  try {
    const point = secp256k1.Point.fromBytes(hexToBytes(publicKey.slice(2)))
    return publicKeyToAddress(`0x${bytesToHex(point.toBytes(false))}`)
  } catch {
    throw invalidParams(`${publicKey} is no key of secp256k1.`)
  }
}

const serializePermissions = (permissions: readonly Permission[]) => JSON.stringify(permissions)

/** The wallet's methods for grants. */
export function grantMethods(host: GrantHost) {
  /** Returns the account if it is a smart account. Throws otherwise. */
  const requireSmartAccount = (account: WalletAccount, method: string) => {
    if (account.isSmart && !host.isFailing()) return account
    throw new ProviderRpcError(rpcCodes.unsupported, `The account doesn't support ${method}.`)
  }
  return {
    /** The supported permissions, by hex chain id. */
    capabilities(params: unknown): Record<string, { permissions: typeof permissionsCapability }> {
      const [owner, chainIds] = parseParams(paramsOf.wallet_getCapabilities, params)
      if (host.isFailing() || !host.requireSigner(owner).isSmart) return {}
      const supported = host
        .chains()
        .filter(({ entryPoint, chainId }) => entryPoint && (chainIds?.includes(chainId) ?? true))
      return Object.fromEntries(
        supported.map(({ chainId }) => [numberToHex(chainId), { permissions: permissionsCapability }] as const),
      )
    },

    async grant(params: unknown) {
      const account = requireSmartAccount(host.requireSigner(), 'wallet_grantPermissions')
      const [requested] = parseParams(grantParams, params)
      if (requested.address && host.requireSigner(requested.address).address !== account.address)
        throw invalidParams('It is another account.')
      host.requireActive(Number(requested.chainId))
      const { permissions, expiry, signer } = requested
      const grant: Grant = {
        keys: signer.data.keys.map(({ publicKey }) => keyAddressOf(publicKey)),
        validUntil: expiry,
        permissions: permissions.map(encodePermission),
        salt: BigInt(Date.now()),
      }
      const chain = host.activeChain()
      const descriptions = permissions.map((permission) => describePermission(permission, chain.symbol))
      const { address: owner } = account
      const details = {
        account: owner,
        network: chain.name,
        permissions: descriptions,
        keys: grant.keys.length,
        until: formatExpiry(expiry),
      }
      await host.requestApproval({ kind: 'grant', details })
      await account.sendTransaction(chain, createGrantCall(owner, grant))
      const context = encodeContext(owner, grant)
      if (!(await isGranted(chain, context))) throw invalidParams('The account did not take it.')
      const { chainId } = chain
      host.storeGrants([
        ...host.storedGrants(),
        { account: owner, chainId, expiry, permissions: serializePermissions(permissions), context },
      ])
      return { ...requested, address: owner, context }
    },

    /** Whether the params are about a session instead of accounts. */
    isRevocation: (params: unknown) => z.safeParse(revocationParams, params).success,

    async revoke(params: unknown) {
      const account = requireSmartAccount(host.requireSigner(), 'wallet_revokePermissions')
      const [{ pci, permissions, expiry }] = parseParams(revocationParams, params)
      const { address: owner } = account
      const chain = host.activeChain()
      const serialized = serializePermissions(permissions)
      // The wallet does not know the site's id of the session, so it matches the permissions.
      const matching = host
        .storedGrants()
        .filter((grant) => grant.account === owner && grant.chainId === chain.chainId)
        .filter((grant) => grant.expiry === expiry && grant.permissions === serialized)
      if (matching.length === 0) throw invalidParams(`There is no session ${pci}.`)
      const descriptions = permissions.map((permission) => describePermission(permission, chain.symbol))
      await host.requestApproval({
        kind: 'revoke',
        details: { account: owner, session: pci, permissions: descriptions },
      })
      await account.sendAtomically(
        chain,
        matching.map(({ context }) => createRevokeCall(owner, context)),
      )
      host.storeGrants(host.storedGrants().filter((grant) => !matching.includes(grant)))
      return account.signMessage(chain, `Revoke the session ${pci}`)
    },
  }
}
