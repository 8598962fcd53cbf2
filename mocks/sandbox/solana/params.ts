/** Schemas of the Solana node's params, by method. */
import * as z from 'zod/mini'
import { base58 } from '@scure/base'

const isBase58 = (text: string, bytes: number) => {
  try {
    return base58.decode(text).length === bytes
  } catch {
    return false
  }
}
const key = z.string().check(z.refine((text) => isBase58(text, 32)))
const signature = z.string().check(z.refine((text) => isBase58(text, 64)))
const config = z.optional(z.nullable(z.looseObject({})))
const lamports = z.int().check(z.nonnegative())
const flag = z.optional(z.boolean())

/** The encoding of bytes as text. `jsonParsed` falls back to base64, as for a program without a parser. */
const encoding = z.optional(z.enum(['base58', 'base64', 'jsonParsed']))
const wireEncoding = z._default(z.enum(['base58', 'base64']), 'base58')
const encodingConfig = z.optional(z.nullable(z.looseObject({ encoding })))
const sendConfig = z._default(z.nullable(z.looseObject({ encoding: wireEncoding, skipPreflight: flag })), {
  encoding: 'base58',
})
const simulationConfig = z._default(
  z.looseObject({
    encoding: wireEncoding,
    sigVerify: flag,
    replaceRecentBlockhash: flag,
    accounts: z.optional(z.nullable(z.object({ encoding, addresses: z.array(key) }))),
  }),
  { encoding: 'base58' },
)

const keyParams = z.tuple([key, config])

/** The params by method, for methods that have any. */
export const paramsOf = {
  getAccountInfo: z.tuple([key, encodingConfig]),
  getBalance: keyParams,
  getFeeForMessage: z.tuple([z.base64(), config]),
  getMinimumBalanceForRentExemption: z.tuple([lamports, config]),
  getSignatureStatuses: z.tuple([z.array(signature).check(z.maxLength(256)), config]),
  getTokenAccountsByOwner: z.tuple([
    key,
    z.union([z.object({ mint: key }), z.object({ programId: key })]),
    encodingConfig,
  ]),
  getMultipleAccounts: z.tuple([z.array(key).check(z.maxLength(100)), encodingConfig]),
  getTransaction: z.tuple([signature, config]),
  isBlockhashValid: keyParams,
  requestAirdrop: z.tuple([key, lamports, config]),
  sendTransaction: z.tuple([z.string(), sendConfig]),
  simulateTransaction: z.tuple([z.string(), simulationConfig]),
  signatureSubscribe: z.tuple([signature, config]),
  signatureUnsubscribe: z.tuple([z.int()]),
}
