import type { CallDefinition } from '../../sdk/api/call.ts'
import { refused } from './refusal.ts'

/** Who may use the API. */
export interface Admission {
  /** The existing project ids; without a list, every id exists. */
  projectIds?: readonly string[] | undefined
  /** The origins that may use a project: exact, or with `*` for any characters except a slash. */
  allowedOrigins: readonly string[]
}

const pattern = (text: string): RegExp => {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]*')}$`, 'i')
}

/** Throws a refusal for a request without a project id, with an unknown one, or from an origin that is not allowed [7.1]. */
export function admit(
  request: Request,
  url: URL,
  body: Readonly<Record<string, unknown>>,
  { projectInBody }: CallDefinition,
  { projectIds, allowedOrigins }: Admission,
): void {
  const query = url.searchParams
  const named = [query.get('projectId'), ...(projectInBody ? [body['projectId']] : [])]
  const known = (id: unknown) => typeof id === 'string' && id !== '' && (projectIds?.includes(id) ?? true)
  if (!named.every(known)) throw refused(401, 'Unauthorized: invalid key')
  for (const name of ['st', 'sv']) if (!query.get(name)) throw refused(400, `Invalid parameter: ${name}`)
  // Browsers send the origin of cross-origin requests; other clients send none.
  const origin = request.headers.get('origin')
  if (origin !== null && !allowedOrigins.some((allowed) => pattern(allowed).test(origin)))
    throw refused(403, 'Unauthorized: origin not allowed')
}
