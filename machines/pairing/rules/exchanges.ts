import { PAIRING } from '../../constants.ts'
import { sessionNamespacesSchema, type PairingSession, type SessionNamespaces } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import type { Exchange, SessionExchange } from '../exchange.contract.ts'
import type { Role } from '../sessionRequest.contract.ts'
import { validateEmit } from './emit.ts'
import { validateUpdate } from './update.ts'
import { stateWith } from './sessionRequests.ts'
import { isRecord, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { parsePairingUri, validateUri } from './uri.ts'

// A session that expired has no machine, so these checks need not compare the expiry with the current time.
const BEFORE_EXPIRY_MS = 0

const unauthorized = (): LatchkeyError =>
  new LatchkeyError('session.unauthorized', { params: { reason: PAIRING.errors.unauthorizedUpdate.message } })

/** Parses namespaces; undefined if they are invalid. */
export const namespacesIn = (value: unknown): SessionNamespaces | undefined =>
  sessionNamespacesSchema.safeParse(value).data

/** Returns why a peer's new namespaces are rejected. Only a wallet may change what it approved [6.4]. */
export function updateRefusal(
  { topic, namespaces }: { topic: string; namespaces: unknown },
  session: PairingSession,
  role: Role,
): MaybeError {
  if (role === 'responder') return unauthorized()
  return validateUpdate({ topic, namespaces }, stateWith(session, BEFORE_EXPIRY_MS), session.requiredNamespaces)
}

/** Returns the error for a peer whose new namespaces are rejected. */
export const updateError = (role: Role): { code: number; message: string } => ({
  ...(role === 'responder' ? PAIRING.errors.unauthorizedUpdate : PAIRING.errors.invalidUpdate),
})

/** Returns why a peer's event is rejected [5.46]. */
export const validateReceivedEvent = (
  { topic, params }: { topic: string; params: unknown },
  session: PairingSession,
): MaybeError => validateEmit(isRecord(params) ? { ...params, topic } : params, stateWith(session, BEFORE_EXPIRY_MS))

/** Returns why a wallet cannot use a pairing URI: it has expired, or is about to. */
export const validatePairing = (exchange: Exchange, nowMs: number): MaybeError =>
  exchange.name === 'pair' ? validateUri(parsePairingUri(exchange.uri), nowMs) : undefined

/** Returns why one side cannot send a message to the other. */
export function validateExchange(exchange: SessionExchange, session: PairingSession, role: Role): MaybeError {
  if (exchange.name === 'emit') return validateEmit(exchange, stateWith(session, BEFORE_EXPIRY_MS))
  if (exchange.name !== 'update') return undefined
  if (role === 'requester') return unauthorized()
  return validateUpdate(exchange, stateWith(session, BEFORE_EXPIRY_MS), session.requiredNamespaces)
}
