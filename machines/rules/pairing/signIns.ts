import { PAIRING } from '../../constants.ts'
import { pairingSessionSchema, type AuthPayload, type AuthRequest, type Cacao } from '../../schemas/pairing.ts'
import { LatchkeyError, toLatchkeyError } from '../../errors/error.ts'
import type { SignedIn } from '../../pairing/authentication.contract.ts'
import { grantedNamespaces, readCredentials, type Asked } from './credentials.ts'
import { instantOf } from './instants.ts'
import { rejectFault } from './reject.ts'
import { json, type Fault } from './shapes.ts'

const isNone = (credentials: unknown): boolean =>
  credentials === undefined || credentials === null || (Array.isArray(credentials) && credentials.length === 0)

/**
 * Reads what a wallet answered a sign-in with. Without credentials it is the answer to the ordinary proposal that went
 * with it, which a wallet that knows no sign-in may give.
 */
export function judgeSignIn(
  { credentials, session }: { credentials: unknown; session: unknown },
  asked: (Omit<Asked, 'payload'> & { payload: AuthPayload | undefined }) | undefined,
): { fault: Fault; credentials: Cacao[] } {
  if (isNone(credentials)) {
    const fault = session ? undefined : new LatchkeyError('session.authMalformed')
    return { fault, credentials: [] }
  }
  const payload = asked?.payload
  if (!payload) return { fault: new LatchkeyError('session.authMalformed'), credentials: [] }
  try {
    return { fault: undefined, credentials: readCredentials(credentials, { ...asked, payload }) }
  } catch (error) {
    return { fault: toLatchkeyError(error), credentials: [] }
  }
}

/** What a sign-in brought, its session read. */
export function signedInWith(credentials: readonly Cacao[], session: unknown): SignedIn {
  const { data } = pairingSessionSchema.safeParse(session)
  if (!data || credentials.length === 0) return { credentials, session: data }
  return { credentials, session: { ...data, namespaces: grantedNamespaces(data.namespaces, credentials) } }
}

/** Since when a wallet was asked, by the page's own word, as far back as a sign-in can have waited. */
export const askedSince = ({ iat }: AuthPayload, nowMs: number): number =>
  Math.min(nowMs, Math.max(instantOf(iat) ?? nowMs, nowMs - PAIRING.authExpirySeconds * 1_000))

const hostOf = (url: string): string => /^https?:\/\/([^/?#\s]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/**
 * What keeps a wallet from signing: the page that asks is not the one that the text is for (EIP-4361). Where the
 * verification service does not know it, the page's own word counts, and may name a host above or below.
 */
export function originFault({ authPayload, requester, verifyContext: { verified } }: AuthRequest): Fault {
  const domain = authPayload.domain.replace(/^https?:\/\//i, '').toLowerCase()
  const known = verified.validation !== 'UNKNOWN'
  const host = hostOf(known ? verified.origin : requester.metadata.url)
  const related = !known && host !== '' && (domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`))
  return domain === host || related
    ? undefined
    : new LatchkeyError('session.authMismatch', { params: { field: 'domain', received: json(authPayload.domain) } })
}

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
