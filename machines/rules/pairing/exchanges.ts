import { PAIRING } from '../../constants.ts'
import { sessionNamespacesSchema, type PairingSession, type SessionNamespaces } from '../../schemas/pairing.ts'
import { LatchkeyError } from '../../errors/error.ts'
import type { Exchange, SessionExchange } from '../../pairing/exchange.contract.ts'
import type { Role } from '../../pairing/sessionRequest.contract.ts'
import { emitFault } from './emit.ts'
import { updateFault } from './inbound.ts'
import { knownOf } from './questions.ts'
import { isRecord, type Fault } from './shapes.ts'
import { parsePairingUri, uriFault } from './uri.ts'

// A session that is over has no machine any more, so that none of these asks for the time.
const BEFORE = 0

const unauthorized = (): LatchkeyError =>
  new LatchkeyError('session.unauthorized', { params: { reason: PAIRING.errors.unauthorizedUpdate.message } })

/** Namespaces as they came; nothing where they are none. */
export const namespacesIn = (value: unknown): SessionNamespaces | undefined =>
  sessionNamespacesSchema.safeParse(value).data

/** What keeps a peer's new namespaces from being taken. Only a wallet may change what it approved [6.4]. */
export function updateRefusal(
  { topic, namespaces }: { topic: string; namespaces: unknown },
  session: PairingSession,
  role: Role,
): Fault {
  if (role === 'responder') return unauthorized()
  return updateFault({ topic, namespaces }, knownOf(session, BEFORE), session.requiredNamespaces)
}

/** What a peer is told whose new namespaces are not taken. */
export const updateAnswer = (role: Role): { code: number; message: string } => ({
  ...(role === 'responder' ? PAIRING.errors.unauthorizedUpdate : PAIRING.errors.invalidUpdate),
})

/** What keeps a peer's event from being believed [5.46]. */
export const receivedEventFault = (
  { topic, params }: { topic: string; params: unknown },
  session: PairingSession,
): Fault => emitFault(isRecord(params) ? { ...params, topic } : params, knownOf(session, BEFORE))

/** What keeps a wallet from taking up an offer: it is over, or as good as over. */
export const pairFault = (exchange: Exchange, nowMs: number): Fault =>
  exchange.name === 'pair' ? uriFault(parsePairingUri(exchange.uri), nowMs) : undefined

/** What keeps one side from saying something to the other. */
export function exchangeFault(exchange: SessionExchange, session: PairingSession, role: Role): Fault {
  if (exchange.name === 'emit') return emitFault(exchange, knownOf(session, BEFORE))
  if (exchange.name !== 'update') return undefined
  if (role === 'requester') return unauthorized()
  return updateFault(exchange, knownOf(session, BEFORE), session.requiredNamespaces)
}
