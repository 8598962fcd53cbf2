import { PAIRING } from '../../constants.ts'
import { pairingSessionSchema, type AuthPayload, type AuthRequest, type Cacao } from '../pairing.schemas.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import type { SignedIn } from '../authentication.contract.ts'
import { grantedNamespaces, readCredentials, type RequestedSignIn } from './credentials.ts'
import { parseTimestamp } from '../../shared/timestamps.rules.ts'
import { validateReject } from './reject.ts'
import { toJson, type MaybeError } from '../../shared/typeGuards.rules.ts'

const isAbsent = (credentials: unknown): boolean =>
  credentials === undefined || credentials === null || (Array.isArray(credentials) && credentials.length === 0)

/**
 * Validates a wallet's answer to a sign-in request. Without credentials it is the answer to the ordinary proposal that was sent
 * with it, by a wallet that does not support sign-in requests.
 */
export function validateSignIn(
  { credentials, session }: { credentials: unknown; session: unknown },
  request: (Omit<RequestedSignIn, 'payload'> & { payload: AuthPayload | undefined }) | undefined,
): { fault: MaybeError; credentials: Cacao[] } {
  if (isAbsent(credentials)) {
    const fault = session ? undefined : new LatchkeyError('session.authMalformed')
    return { fault, credentials: [] }
  }
  const payload = request?.payload
  if (!payload) return { fault: new LatchkeyError('session.authMalformed'), credentials: [] }
  try {
    return { fault: undefined, credentials: readCredentials(credentials, { ...request, payload }) }
  } catch (error) {
    return { fault: toLatchkeyError(error), credentials: [] }
  }
}

/** Returns the result of a sign-in, with the parsed session. */
export function toSignedIn(credentials: readonly Cacao[], session: unknown): SignedIn {
  const { data } = pairingSessionSchema.safeParse(session)
  if (!data || credentials.length === 0) return { credentials, session: data }
  return { credentials, session: { ...data, namespaces: grantedNamespaces(data.namespaces, credentials) } }
}

/**
 * Returns the time of a sign-in request in milliseconds since 1970, as the app states it. A time in the future, or longer ago
 * than a sign-in request can be open, is replaced by the limit.
 */
export const requestedAt = ({ iat }: AuthPayload, nowMs: number): number =>
  Math.min(nowMs, Math.max(parseTimestamp(iat) ?? nowMs, nowMs - PAIRING.authExpirySeconds * 1_000))

const hostOf = (url: string): string => /^https?:\/\/([^/?#\s]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/**
 * Returns why a wallet must not sign: the requester is not the origin that the text is for (EIP-4361). If the verification
 * service does not know the origin, the URL in the app's metadata counts, and may be a parent domain or a subdomain.
 */
export function validateOrigin({ authPayload, requester, verifyContext: { verified } }: AuthRequest): MaybeError {
  const domain = authPayload.domain.replace(/^https?:\/\//i, '').toLowerCase()
  const isVerified = verified.validation !== 'UNKNOWN'
  const host = hostOf(isVerified ? verified.origin : requester.metadata.url)
  const isRelated = !isVerified && host !== '' && (domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`))
  return domain === host || isRelated
    ? undefined
    : new LatchkeyError('session.authMismatch', { params: { field: 'domain', received: toJson(authPayload.domain) } })
}

/** Returns why a wallet cannot reject a sign-in with this reason [5.39]. */
export const validateRefusal = (id: number, reason: unknown, nowMs: number): MaybeError =>
  validateReject(
    { id, reason },
    {
      sessions: [],
      pairings: [],
      proposals: [{ id, expiryTimestamp: Infinity, requiredNamespaces: {} }],
      deleted: [],
      nowMs,
    },
  )
