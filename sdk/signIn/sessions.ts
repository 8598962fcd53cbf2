/** What a site, or a storage, hands over as sign-ins: judged by their shape. */
import * as z from 'zod/mini'
import { isSameAddress } from '../../machines/rules/addresses.ts'
import { instantOf } from '../../machines/rules/pairing/instants.ts'
import { namespaceOf } from '../../machines/entities/namespace.ts'
import type { SignedIn, SignInSession } from '../../machines/entities/signIn.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'

const text = z.string()
const optional = z.optional(text)
const time = z.optional(text.check(z.refine((given) => instantOf(given) !== undefined)))
/** What a session says, where it says it; whatever else stands there is left out. */
const dataSchema = z.object({
  accountAddress: text,
  chainId: text.check(z.regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/)),
  domain: optional,
  uri: optional,
  version: optional,
  nonce: optional,
  statement: optional,
  issuedAt: optional,
  expirationTime: time,
  notBefore: time,
  requestId: optional,
  resources: z.optional(z.array(text)),
})
const sessionSchema = z.object({ data: dataSchema, message: text, signature: text })
/** What is written for a visitor to sign: the same, before it is known who it is. */
export const writtenSchema = z.extend(dataSchema, { accountAddress: optional, chainId: optional })
/** So many are looked at. */
const AT_MOST = 100
const sessionsSchema = z.array(sessionSchema).check(z.maxLength(AT_MOST))

/** The sessions in an answer; nothing where it holds none of that shape. */
export const sessionsIn = (answer: unknown): readonly SignInSession[] | undefined =>
  sessionsSchema.safeParse(answer).data as unknown as readonly SignInSession[] | undefined

/** What a site answered. Throws `signIn.refused` where it has another shape. */
export function judged<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error) throw new LatchkeyError('signIn.refused', { cause: error })
  return data as z.output<Schema>
}

/** Two addresses of one account, on one chain. */
export const isSameAccount = (one: SignedIn, other: SignedIn): boolean =>
  one.chainId === other.chainId && isSameAddress(namespaceOf(one.chainId), one.accountAddress, other.accountAddress)
