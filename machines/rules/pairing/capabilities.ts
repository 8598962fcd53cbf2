import type { SessionProperties } from '../../schemas/pairing.ts'
import { fromJson } from './base64.ts'
import { isRecord, isText } from './shapes.ts'

/** What a wallet said it can do, by the address and the chains that were asked about. */
const keyOf = (address: string, chainIds: readonly string[]): string => [address.toLowerCase(), ...chainIds].join(',')

const read = (properties: SessionProperties): Readonly<Record<string, unknown>> => {
  const kept = properties?.['capabilities']
  const known = typeof kept === 'string' ? fromJson(kept) : kept
  return isRecord(known) ? known : {}
}

/** The address and chains that wallet_getCapabilities asks about; nothing where it names no address [8.53]. */
export function capabilitiesAsked(params: unknown): { address: string; chainIds: string[] } | undefined {
  const [address, chainIds]: unknown[] = Array.isArray(params) ? params : []
  if (!isText(address)) return undefined
  return { address, chainIds: Array.isArray(chainIds) ? chainIds.filter(isText) : [] }
}

/** What the session keeps of an earlier answer. */
export function keptCapabilities(
  properties: SessionProperties,
  { address, chainIds }: { address: string; chainIds: readonly string[] },
): unknown {
  const known = read(properties)
  const key = keyOf(address, chainIds)
  return Object.hasOwn(known, key) ? known[key] : undefined
}

/** What a wallet said it can do, over a session. */
export interface Learnt {
  topic: string
  asked: { address: string; chainIds: readonly string[] }
  answer: Readonly<Record<string, unknown>>
}

/** What a wallet's answer to a call tells of what it can do; nothing where the call asked something else [8.53]. */
export function learntFrom(
  { method, params }: { method: string; params?: unknown },
  { topic, answer }: { topic: string; answer: unknown },
): Learnt | undefined {
  const asked = method === 'wallet_getCapabilities' ? capabilitiesAsked(params) : undefined
  return asked && isRecord(answer) ? { topic, asked, answer } : undefined
}

/** The session, with what its wallet said kept until the wallet changes the session. */
export const withLearnt = <Session extends { topic: string; sessionProperties?: SessionProperties | undefined }>(
  session: Session,
  { topic, asked, answer }: Learnt,
): Session =>
  session.topic === topic
    ? { ...session, sessionProperties: withCapabilities(session.sessionProperties, asked, answer) }
    : session

/** The session's properties with a wallet's answer, for the next time. */
export const withCapabilities = (
  properties: SessionProperties,
  { address, chainIds }: { address: string; chainIds: readonly string[] },
  answer: unknown,
): Record<string, unknown> => ({
  ...properties,
  capabilities: { ...read(properties), [keyOf(address, chainIds)]: answer },
})
