/** Encodes the calls of the table and decodes their responses. */
import type { CallDefinition, Hosts } from './call.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Sender {
  projectId: string | undefined
  hosts: Hosts
  /** Sent with every call [7.1]. */
  sdk: { type: string; version: string }
}

const PLACEHOLDER = /\{(\w+)\}/g
/** An empty value, one dot or two dots would address another call in any encoding. A lone surrogate cannot be encoded. */
const INVALID_PATH_VALUE = /^\.{0,2}$|\p{Surrogate}/u

/** Whether the input is valid in the call's path. */
export const fitsPath = ({ path }: CallDefinition, fields: Fields): boolean =>
  [...path.matchAll(PLACEHOLDER)].every(([, name = '']) => !INVALID_PATH_VALUE.test(String(fields[name])))

/** Builds the URL. The host's own path and query are kept, so that an app can use its own proxy. */
export function urlOf({ host, path, query = [], fixed }: CallDefinition, fields: Fields, sender: Sender): URL {
  const url = new URL(sender.hosts[host])
  const expandedPath = path.replace(PLACEHOLDER, (_, name: string) => encodeURIComponent(String(fields[name])))
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${expandedPath}`
  const searchParams: Fields = {
    ...fixed?.query,
    ...Object.fromEntries(query.map((name) => [name, fields[name]])),
    projectId: sender.projectId,
    st: sender.sdk.type,
    sv: sender.sdk.version,
  }
  for (const [name, value] of Object.entries(searchParams).filter(([, value]) => value !== undefined))
    url.searchParams.set(name, String(value))
  return url
}

export function bodyOf(
  { body = [], fixed, projectInBody, rpc }: CallDefinition,
  fields: Fields,
  sender: Sender,
): Fields {
  const bodyFields = {
    ...fixed?.body,
    ...(projectInBody && { projectId: sender.projectId }),
    ...Object.fromEntries(body.map((name) => [name, fields[name]])),
  }
  return rpc === undefined ? bodyFields : { jsonrpc: '2.0', id: 1, method: rpc, params: bodyFields }
}

/** The value of a response: with JSON-RPC the result or the error. */
export function readResult({ rpc }: CallDefinition, value: unknown): { value: unknown } | { error: unknown } {
  if (rpc === undefined) return { value }
  const { result, error } = (typeof value === 'object' && value !== null ? value : {}) as Fields
  return error === undefined || error === null ? { value: result } : { error }
}

/** Parses JSON. Empty text returns `undefined`, and invalid JSON returns the text; an object schema rejects both. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
