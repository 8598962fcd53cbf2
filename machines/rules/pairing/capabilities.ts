import type { SessionProperties } from '../../entities/pairing.ts'
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

/** The session's properties with a wallet's answer, for the next time. */
export const withCapabilities = (
  properties: SessionProperties,
  { address, chainIds }: { address: string; chainIds: readonly string[] },
  answer: unknown,
): Record<string, unknown> => ({
  ...properties,
  capabilities: { ...read(properties), [keyOf(address, chainIds)]: answer },
})
