/** Schemas of permissions (EIP-7715) from untrusted sources: the app's request and the wallet's response. */
import * as z from 'zod/mini'

type Hex = `0x${string}`
const hex = (pattern: RegExp, fault: string) =>
  z.custom<Hex>((value) => typeof value === 'string' && pattern.test(value), fault)

const address = hex(/^0x[0-9a-fA-F]{40}$/, 'an address of 20 bytes is needed')
const quantity = hex(/^0x[0-9a-fA-F]{1,64}$/, 'a number in 0x hex is needed, in base units')
const chainId = hex(/^0x[0-9a-fA-F]{1,16}$/, 'a chain id in 0x hex is needed')
const bytes = hex(/^0x(?:[0-9a-fA-F]{2})*$/, 'bytes in 0x hex are needed')
const publicKey = hex(/^0x(?:[0-9a-fA-F]{2}){32,65}$/, 'a public key in 0x hex is needed')
/** Whole seconds. A value in milliseconds would be valid for thousands of years. */
const whole = z.int('whole seconds are needed')
const latest = z.lte(100_000_000_000, 'it has to be in seconds')
const seconds = whole.check(z.gte(0), latest)
const period = whole.check(z.gte(1), latest)

const key = { type: z.enum(['secp256r1', 'secp256k1']), publicKey }
/** A key that the API returns. Other fields are dropped. */
export const keySchema = z.object(key)

/** The schema of the known kinds of permissions; `object` decides what happens to unknown fields. */
const permissionOf = (object: typeof z.object) => {
  const allowance = { allowance: quantity, start: seconds, period }
  const condition = object({ operator: z.enum(['EQUAL', 'GREATER_THAN', 'LESS_THAN']), value: bytes })
  const callable = object({
    functionName: z.string().check(z.minLength(1)),
    args: z.optional(z.array(condition)),
    valueLimit: z.optional(quantity),
    operation: z.optional(z.enum(['Call', 'DelegateCall'])),
  })
  return z.discriminatedUnion('type', [
    object({
      type: z.literal('contract-call'),
      data: object({
        address,
        abi: z.array(z.record(z.string(), z.unknown())),
        // An empty list could be read as all functions.
        functions: z.array(callable).check(z.minLength(1)),
      }),
    }),
    object({ type: z.literal('native-token-recurring-allowance'), data: object(allowance) }),
    object({ type: z.literal('erc20-recurring-allowance'), data: object({ token: address, ...allowance }) }),
  ])
}
/** One permission. Unknown fields are rejected. */
export const permissionSchema = permissionOf(z.strictObject as unknown as typeof z.object)

const granted = { chainId, address: z.optional(address), expiry: seconds }

/** The app's request. Unknown fields are rejected, because they could not be explained to the user. */
export const permissionRequestSchema = z.strictObject({
  ...granted,
  signer: z.strictObject({
    type: z.literal('keys'),
    data: z.strictObject({ keys: z.array(z.strictObject(key)).check(z.minLength(1)) }),
  }),
  permissions: z.array(permissionSchema).check(z.minLength(1)),
  policies: z._default(z.array(z.strictObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })), []),
})

/** The wallet's response to a request for permissions. Other fields are dropped. */
export const grantAnswerSchema = z.object({
  ...granted,
  permissions: z.array(permissionOf(z.object)).check(z.minLength(1)),
  context: bytes.check(z.refine((context) => context.length > 2)),
})

/** The wallet's response to a revocation: its signature. */
export const revocationAnswerSchema = bytes.check(z.refine((signature) => signature.length > 2))

const types = z._default(z.array(z.string()), [])
/** The permissions that a wallet supports, by hex chain id (EIP-5792). */
export const permissionsCapabilitiesSchema = z.record(
  z.string(),
  z.object({
    permissions: z.optional(
      z.object({ supported: z.boolean(), permissionTypes: types, signerTypes: types, policyTypes: types }),
    ),
  }),
)
