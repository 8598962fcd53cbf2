/** Validates the format of sign-ins from an app or a storage. */
import * as z from 'zod/mini'
import { isSameAddress } from '../../machines/shared/addresses.rules.ts'
import { parseTimestamp } from '../../machines/shared/timestamps.rules.ts'
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { SignedIn, SignInSession } from '../../machines/sign-in/signIn.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'

const text = z.string()
const optional = z.optional(text)
const time = z.optional(text.check(z.refine((value) => parseTimestamp(value) !== undefined)))
/** The known fields of a session; all others are left out. */
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
/** The data of a message before the account is known. */
export const writtenSchema = z.extend(dataSchema, { accountAddress: optional, chainId: optional })
/** The maximum number of sessions. */
const MAX_SESSIONS = 100
const sessionsSchema = z.array(sessionSchema).check(z.maxLength(MAX_SESSIONS))

/** The sessions in a response, or `undefined` if its format is invalid. */
export const sessionsIn = (answer: unknown): readonly SignInSession[] | undefined =>
  sessionsSchema.safeParse(answer).data as unknown as readonly SignInSession[] | undefined

/** Validates a value from the app. Throws `signIn.refused` if its format is invalid. */
export function parseAppValue<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error) throw new LatchkeyError('signIn.refused', { cause: error })
  return data as z.output<Schema>
}

/** Whether two sign-ins are for the same account on the same chain. */
export const isSameAccount = (a: SignedIn, b: SignedIn): boolean =>
  a.chainId === b.chainId && isSameAddress(namespaceOf(a.chainId), a.accountAddress, b.accountAddress)
