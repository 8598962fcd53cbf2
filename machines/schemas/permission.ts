/** Permissions (EIP-7715) as strangers write them: what a page asks for, and what a wallet answers. */
import * as z from 'zod/mini'

type Hex = `0x${string}`
const hex = (pattern: RegExp, fault: string) =>
  z.custom<Hex>((value) => typeof value === 'string' && pattern.test(value), fault)

const address = hex(/^0x[0-9a-fA-F]{40}$/, 'an address of 20 bytes is needed')
const quantity = hex(/^0x[0-9a-fA-F]{1,64}$/, 'a number in 0x hex is needed, in base units')
const chainId = hex(/^0x[0-9a-fA-F]{1,16}$/, 'a chain id in 0x hex is needed')
const bytes = hex(/^0x(?:[0-9a-fA-F]{2})*$/, 'bytes in 0x hex are needed')
const publicKey = hex(/^0x(?:[0-9a-fA-F]{2}){32,65}$/, 'a public key in 0x hex is needed')
/** Whole seconds. What counts milliseconds would be good for thousands of years. */
const whole = z.int('whole seconds are needed')
const latest = z.lte(100_000_000_000, 'it has to be in seconds')
const seconds = whole.check(z.gte(0), latest)
const period = whole.check(z.gte(1), latest)

const key = { type: z.enum(['secp256r1', 'secp256k1']), publicKey }
/** A key that the API names; it may say more beside it. */
export const keySchema = z.object(key)

/** Permissions of the kinds that are known, of objects of one kind. */
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
        // None at all could be read as all of them.
        functions: z.array(callable).check(z.minLength(1)),
      }),
    }),
    object({ type: z.literal('native-token-recurring-allowance'), data: object(allowance) }),
    object({ type: z.literal('erc20-recurring-allowance'), data: object({ token: address, ...allowance }) }),
  ])
}
/** One permission, to its last field. */
export const permissionSchema = permissionOf(z.strictObject as unknown as typeof z.object)

const granted = { chainId, address: z.optional(address), expiry: seconds }

/** What a page asks for: what is not known is refused, since nobody could say what it allows. */
export const permissionRequestSchema = z.strictObject({
  ...granted,
  signer: z.strictObject({
    type: z.literal('keys'),
    data: z.strictObject({ keys: z.array(z.strictObject(key)).check(z.minLength(1)) }),
  }),
  permissions: z.array(permissionSchema).check(z.minLength(1)),
  policies: z._default(z.array(z.strictObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })), []),
})

/** What a wallet answers. What it says beside that is left out. */
export const grantAnswerSchema = z.object({
  ...granted,
  permissions: z.array(permissionOf(z.object)).check(z.minLength(1)),
  context: bytes.check(z.refine((context) => context.length > 2)),
})

/** What a wallet answers to a revocation: its signature. */
export const revocationAnswerSchema = bytes.check(z.refine((signature) => signature.length > 2))

const types = z._default(z.array(z.string()), [])
/** What a wallet can do, by hex chain id (EIP-5792). */
export const permissionsCapabilitiesSchema = z.record(
  z.string(),
  z.object({
    permissions: z.optional(
      z.object({ supported: z.boolean(), permissionTypes: types, signerTypes: types, policyTypes: types }),
    ),
  }),
)
