import { pairingSessionSchema, type AuthPayload, type Cacao } from '../../entities/pairing.ts'
import { LatchkeyError, toLatchkeyError } from '../../errors/error.ts'
import type { SignedIn } from '../../pairing/authentication.contract.ts'
import { readCredentials } from './credentials.ts'
import { rejectFault } from './reject.ts'
import type { Fault } from './shapes.ts'

const isNone = (credentials: unknown): boolean =>
  credentials === undefined || credentials === null || (Array.isArray(credentials) && credentials.length === 0)

/**
 * Reads what a wallet answered a sign-in with. Without credentials it is the answer to the ordinary proposal that went
 * with it, which a wallet that knows no sign-in may give.
 */
export function judgeSignIn(
  { credentials, session }: { credentials: unknown; session: unknown },
  payload: AuthPayload | undefined,
  nowMs: number,
): { fault: Fault; credentials: Cacao[] } {
  if (isNone(credentials)) {
    const fault = session ? undefined : new LatchkeyError('session.authMalformed')
    return { fault, credentials: [] }
  }
  if (!payload) return { fault: new LatchkeyError('session.authMalformed'), credentials: [] }
  try {
    return { fault: undefined, credentials: readCredentials(credentials, { payload, nowMs }) }
  } catch (error) {
    return { fault: toLatchkeyError(error), credentials: [] }
  }
}

/** What a sign-in brought, its session read. */
export const signedInWith = (credentials: readonly Cacao[], session: unknown): SignedIn => ({
  credentials,
  session: pairingSessionSchema.safeParse(session).data,
})

/** What keeps a wallet from refusing a sign-in so [5.39]. */
export const refusalFault = (id: number, reason: unknown, nowMs: number): Fault =>
  rejectFault(
    { id, reason },
    {
      sessions: [],
      pairings: [],
      proposals: [{ id, expiryTimestamp: Infinity, requiredNamespaces: {} }],
      deleted: [],
      nowMs,
    },
  )
