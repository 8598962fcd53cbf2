/**
 * What the wallet grants a site for good (EIP-7715), as far as a sandbox does: it asks the person, and remembers nothing. Nothing of it is
 * enforced, on the chain or in the wallet: the accounts are no smart accounts, and the keys can do nothing.
 */
import { formatEther, type Address, type Hex } from 'viem'
import * as z from 'zod/mini'
import { address } from './params.ts'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value))
const recurring = { allowance: hex, start: z.number(), period: z.number() }
const permission = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('contract-call'),
    data: z.object({ address, functions: z.array(z.object({ functionName: z.string() })) }),
  }),
  z.object({ type: z.literal('native-token-recurring-allowance'), data: z.object(recurring) }),
  z.object({ type: z.literal('erc20-recurring-allowance'), data: z.object({ token: address, ...recurring }) }),
])
type Permission = z.output<typeof permission>

/** What a site asks to be granted. */
export const grantParams = z.tuple([
  z.looseObject({
    chainId: hex,
    address: z.optional(address),
    expiry: z.number(),
    signer: z.looseObject({
      type: z.literal('keys'),
      data: z.object({ keys: z.array(z.object({ type: z.string(), publicKey: hex })).check(z.minLength(1)) }),
    }),
    permissions: z.array(permission).check(z.minLength(1)),
  }),
])

/** A session that a site wants taken back. */
export const revocationParams = z.tuple([
  z.looseObject({ pci: z.string(), permissions: z._default(z.array(permission), []) }),
])

/** What the wallet says that it can grant (EIP-5792). */
export const permissionsCapability = {
  supported: true,
  permissionTypes: ['contract-call', 'native-token-recurring-allowance', 'erc20-recurring-allowance'],
  signerTypes: ['keys'],
  policyTypes: [],
}

/** What the person is asked to allow. */
export interface GrantDetails {
  account: Address
  network: string
  permissions: readonly string[]
  /** How many keys may use it. */
  keys: number
  /** ISO 8601. */
  until: string
}

/** A permission in the person's words. */
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

/** The moment until which it is good. */
export const untilOf = (expiry: number): string => {
  const date = new Date(expiry * 1_000)
  return Number.isNaN(date.getTime()) ? 'never' : date.toISOString()
}
