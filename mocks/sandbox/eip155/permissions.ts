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
import { address, paramsOf, read } from './params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { WalletChain, WalletQuestion } from './questions.ts'
import { contextOf, type Grant, grantCall, isGranted, kinds, revokeCall } from './smartAccount.ts'
import type { WalletAccount } from './walletAccounts.ts'

const hex = z.custom<Hex>((value) => isHex(value))
const whole = z.int().check(z.gte(0))
const recurring = { allowance: hex, start: whole, period: z.int().check(z.gte(1)) }
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
    expiry: whole,
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
export const keptGrants = z.array(
  z.object({ account: address, chainId: z.number(), expiry: z.number(), permissions: z.string(), context: hex }),
)
type KeptGrants = z.output<typeof keptGrants>

/** The wallet's permission capability (EIP-5792). */
const permissionsCapability = {
  supported: true,
  permissionTypes: ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'],
  signerTypes: ['keys'],
  policyTypes: [],
}

/** The part of the wallet that grants use. */
export interface GrantHost {
  ask(question: WalletQuestion): Promise<void>
  /** The given account, or the selected one. */
  signer(from?: Address): WalletAccount
  requireActive(chainId: number): void
  active(): WalletChain
  known(): readonly WalletChain[]
  /** Whether grants should fail. */
  isFailing(): boolean
  kept(): KeptGrants
  keep(grants: KeptGrants): void
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
export const untilOf = (expiry: number): string => {
  const date = new Date(expiry * 1_000)
  return Number.isNaN(date.getTime()) ? 'never' : date.toISOString()
}

const invalid = (message: string) => new ProviderRpcError(rpcCodes.invalidParams, message)

/** The selectors of all functions with this name. */
function selectorsOf(abi: Abi, functionName: string): Hex[] {
  const found = abi.filter((item) => item.type === 'function').filter(({ name }) => name === functionName)
  if (found.length === 0) throw invalid(`There is no function ${functionName}.`)
  return found.map((item) => toFunctionSelector(item))
}

/** A permission in the contract's format. */
function limitOf({ type, data }: Permission): Grant['permissions'][number] {
  const none = { target: zeroAddress, selectors: [], allowance: 0n, start: 0, period: 0 }
  if (type === 'contract-call') {
    const selectors = data.functions.flatMap(({ functionName }) => selectorsOf(data.abi, functionName))
    return { ...none, kind: kinds.contractCall, target: data.address, selectors }
  }
  const { allowance, start, period } = data
  const limit = { ...none, allowance: BigInt(allowance), start, period }
  if (type === 'native-token-recurring-allowance') return { ...limit, kind: kinds.nativeAllowance }
  return { ...limit, kind: kinds.tokenAllowance, target: data.token }
}

/** The address whose signature the contract checks. */
function keyAddressOf(publicKey: Hex): Address {
  try {
    const point = secp256k1.Point.fromBytes(hexToBytes(publicKey.slice(2)))
    return publicKeyToAddress(`0x${bytesToHex(point.toBytes(false))}`)
  } catch {
    throw invalid(`${publicKey} is no key of secp256k1.`)
  }
}

const namesOf = (permissions: readonly Permission[]) => JSON.stringify(permissions)

/** The wallet's methods for grants. */
export function grantMethods(host: GrantHost) {
  /** Returns the account if it is a smart account. Throws otherwise. */
  const granting = (account: WalletAccount, method: string) => {
    if (account.isSmart && !host.isFailing()) return account
    throw new ProviderRpcError(rpcCodes.unsupported, `The account doesn't support ${method}.`)
  }
  return {
    /** The supported permissions, by hex chain id. */
    capabilities(params: unknown): Record<string, { permissions: typeof permissionsCapability }> {
      const [owner, chainIds] = read(paramsOf.wallet_getCapabilities, params)
      if (host.isFailing() || !host.signer(owner).isSmart) return {}
      const able = host.known().filter(({ entryPoint, chainId }) => entryPoint && (chainIds?.includes(chainId) ?? true))
      return Object.fromEntries(
        able.map(({ chainId }) => [numberToHex(chainId), { permissions: permissionsCapability }] as const),
      )
    },

    async grant(params: unknown) {
      const account = granting(host.signer(), 'wallet_grantPermissions')
      const [asked] = read(grantParams, params)
      if (asked.address && host.signer(asked.address).address !== account.address)
        throw invalid('It is another account.')
      host.requireActive(Number(asked.chainId))
      const { permissions, expiry, signer } = asked
      const grant: Grant = {
        keys: signer.data.keys.map(({ publicKey }) => keyAddressOf(publicKey)),
        validUntil: expiry,
        permissions: permissions.map(limitOf),
        salt: BigInt(Date.now()),
      }
      const chain = host.active()
      const words = permissions.map((each) => describePermission(each, chain.symbol))
      const { address: owner } = account
      const details = {
        account: owner,
        network: chain.name,
        permissions: words,
        keys: grant.keys.length,
        until: untilOf(expiry),
      }
      await host.ask({ kind: 'grant', details })
      await account.sendTransaction(chain, grantCall(owner, grant))
      const context = contextOf(owner, grant)
      if (!(await isGranted(chain, context))) throw invalid('The account did not take it.')
      const { chainId } = chain
      host.keep([...host.kept(), { account: owner, chainId, expiry, permissions: namesOf(permissions), context }])
      return { ...asked, address: owner, context }
    },

    /** Whether the params are about a session instead of accounts. */
    isRevocation: (params: unknown) => z.safeParse(revocationParams, params).success,

    async revoke(params: unknown) {
      const account = granting(host.signer(), 'wallet_revokePermissions')
      const [{ pci, permissions, expiry }] = read(revocationParams, params)
      const { address: owner } = account
      const chain = host.active()
      const names = namesOf(permissions)
      // The wallet does not know the site's id of the session, so it matches the permissions.
      const meant = host
        .kept()
        .filter((each) => each.account === owner && each.chainId === chain.chainId)
        .filter((each) => each.expiry === expiry && each.permissions === names)
      if (meant.length === 0) throw invalid(`There is no session ${pci}.`)
      const words = permissions.map((each) => describePermission(each, chain.symbol))
      await host.ask({ kind: 'revoke', details: { account: owner, session: pci, permissions: words } })
      await account.sendAtOnce(
        chain,
        meant.map(({ context }) => revokeCall(owner, context)),
      )
      host.keep(host.kept().filter((each) => !meant.includes(each)))
      return account.signMessage(chain, `Revoke the session ${pci}`)
    },
  }
}
