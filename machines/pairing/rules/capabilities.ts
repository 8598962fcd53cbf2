import type { SessionProperties } from '../pairing.schemas.ts'
import { fromJson } from '../../shared/base64.rules.ts'
import { isRecord, isText } from '../../shared/typeGuards.rules.ts'

/** Returns the key under which a wallet's capabilities are stored: the address and the chains of the request. */
const keyOf = (address: string, chainIds: readonly string[]): string => [address.toLowerCase(), ...chainIds].join(',')

const readCapabilities = (properties: SessionProperties): Readonly<Record<string, unknown>> => {
  const stored = properties?.['capabilities']
  const parsed = typeof stored === 'string' ? fromJson(stored) : stored
  return isRecord(parsed) ? parsed : {}
}

/** Returns the address and the chains of a `wallet_getCapabilities` call; undefined if it names no address [8.53]. */
export function readCapabilitiesCall(params: unknown): { address: string; chainIds: string[] } | undefined {
  const [address, chainIds]: unknown[] = Array.isArray(params) ? params : []
  if (!isText(address)) return undefined
  return { address, chainIds: Array.isArray(chainIds) ? chainIds.filter(isText) : [] }
}

/** Returns the capabilities that the session stores from an earlier answer. */
export function storedCapabilities(
  properties: SessionProperties,
  { address, chainIds }: { address: string; chainIds: readonly string[] },
): unknown {
  const capabilities = readCapabilities(properties)
  const key = keyOf(address, chainIds)
  return Object.hasOwn(capabilities, key) ? capabilities[key] : undefined
}

/** The capabilities that a wallet returned over a session. */
export interface ReceivedCapabilities {
  topic: string
  query: { address: string; chainIds: readonly string[] }
  answer: Readonly<Record<string, unknown>>
}

/** Returns the capabilities in a wallet's answer to a call; undefined if the call was another one [8.53]. */
export function receivedCapabilities(
  { method, params }: { method: string; params?: unknown },
  { topic, answer }: { topic: string; answer: unknown },
): ReceivedCapabilities | undefined {
  const query = method === 'wallet_getCapabilities' ? readCapabilitiesCall(params) : undefined
  return query && isRecord(answer) ? { topic, query, answer } : undefined
}

/** Returns the session with the wallet's capabilities. They are kept until the wallet changes the session. */
export const withReceivedCapabilities = <
  Session extends { topic: string; sessionProperties?: SessionProperties | undefined },
>(
  session: Session,
  { topic, query, answer }: ReceivedCapabilities,
): Session =>
  session.topic === topic
    ? { ...session, sessionProperties: withCapabilities(session.sessionProperties, query, answer) }
    : session

/** Returns the session's properties with a wallet's answer, for later calls. */
export const withCapabilities = (
  properties: SessionProperties,
  { address, chainIds }: { address: string; chainIds: readonly string[] },
  answer: unknown,
): Record<string, unknown> => ({
  ...properties,
  capabilities: { ...readCapabilities(properties), [keyOf(address, chainIds)]: answer },
})
