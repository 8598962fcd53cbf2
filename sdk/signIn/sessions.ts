/** What a site, or a storage, hands over as sign-ins: judged by their shape. */
import * as z from 'zod/mini'
import { namespaceOf } from '../../machines/entities/namespace.ts'
import type { SignedIn, SignInSession } from '../../machines/entities/signIn.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'

const text = z.string()
/** As much of a session as counts here; what was signed is of whoever verified it. */
const sessionSchema = z.object({
  data: z.looseObject({
    accountAddress: text,
    chainId: text.check(z.regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/)),
    expirationTime: z.optional(text),
  }),
  message: text,
  signature: text,
})
/** So many are looked at. */
const AT_MOST = 100
export const sessionsSchema = z.array(sessionSchema).check(z.maxLength(AT_MOST))

/** The sessions in an answer; nothing where it holds none of that shape. */
export const sessionsIn = (answer: unknown): readonly SignInSession[] | undefined =>
  sessionsSchema.safeParse(answer).data as unknown as readonly SignInSession[] | undefined

/** What a site answered. Throws `signIn.refused` where it has another shape. */
export function judged<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(answer)
  if (error) throw new LatchkeyError('signIn.refused', { cause: error })
  return data as z.output<Schema>
}

/** Two addresses of one account, on one chain: hex has no case. */
export const isSameAccount = (one: SignedIn, other: SignedIn): boolean =>
  one.chainId === other.chainId &&
  (one.accountAddress === other.accountAddress ||
    (namespaceOf(one.chainId) === 'eip155' && one.accountAddress.toLowerCase() === other.accountAddress.toLowerCase()))
