/** What a call of the table looks like on the wire, and what its answer says. */
import type { CallDefinition, Hosts } from './call.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Sender {
  projectId: string | undefined
  hosts: Hosts
  /** Sent with every call [7.1]. */
  sdk: { type: string; version: string }
}

const SLOT = /\{(\w+)\}/g
/** Nothing, one dot or two would name another call, whichever way they are written; half a character cannot be. */
const UNFIT = /^\.{0,2}$|\p{Surrogate}/u

/** Whether the input can stand in the call's path. */
export const fitsPath = ({ path }: CallDefinition, fields: Fields): boolean =>
  [...path.matchAll(SLOT)].every(([, name = '']) => !UNFIT.test(String(fields[name])))

/** A host's own path and query stay: a site may put a server of its own in between. */
export function urlOf({ host, path, query = [], fixed }: CallDefinition, fields: Fields, sender: Sender): URL {
  const url = new URL(sender.hosts[host])
  const filled = path.replace(SLOT, (_, name: string) => encodeURIComponent(String(fields[name])))
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${filled}`
  const named: Fields = {
    ...fixed?.query,
    ...Object.fromEntries(query.map((name) => [name, fields[name]])),
    projectId: sender.projectId,
    st: sender.sdk.type,
    sv: sender.sdk.version,
  }
  for (const [name, value] of Object.entries(named).filter(([, value]) => value !== undefined))
    url.searchParams.set(name, String(value))
  return url
}

export function bodyOf(
  { body = [], fixed, projectInBody, rpc }: CallDefinition,
  fields: Fields,
  sender: Sender,
): Fields {
  const named = {
    ...fixed?.body,
    ...(projectInBody && { projectId: sender.projectId }),
    ...Object.fromEntries(body.map((name) => [name, fields[name]])),
  }
  return rpc === undefined ? named : { jsonrpc: '2.0', id: 1, method: rpc, params: named }
}

/** What a call was answered: with JSON-RPC the result, or the error that stands in its place. */
export function answerIn({ rpc }: CallDefinition, value: unknown): { value: unknown } | { error: unknown } {
  if (rpc === undefined) return { value }
  const { result, error } = (typeof value === 'object' && value !== null ? value : {}) as Fields
  return error === undefined || error === null ? { value: result } : { error }
}

/** The value of a JSON text. Nothing has no value, and what is no JSON stays text: no schema of an object takes either. */
export function readJson(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
