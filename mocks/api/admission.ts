import type { CallDefinition } from '../../sdk/api/call.ts'
import { refuse } from './refusal.ts'

/** Who may use the API. */
export interface AccessRules {
  /** The existing project ids; without a list, every id exists. */
  projectIds?: readonly string[] | undefined
  /** The origins that may use a project: exact, or with `*` for any characters except a slash. */
  allowedOrigins: readonly string[]
}

const toRegExp = (text: string): RegExp => {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]*')}$`, 'i')
}

/** Throws a refusal for a request without a project id, with an unknown one, or from an origin that is not allowed [7.1]. */
export function checkAccess(
  request: Request,
  url: URL,
  body: Readonly<Record<string, unknown>>,
  { projectInBody }: CallDefinition,
  { projectIds, allowedOrigins }: AccessRules,
): void {
  const query = url.searchParams
  const projectIdValues = [query.get('projectId'), ...(projectInBody ? [body['projectId']] : [])]
  const isKnown = (id: unknown) => typeof id === 'string' && id !== '' && (projectIds?.includes(id) ?? true)
  if (!projectIdValues.every(isKnown)) throw refuse(401, 'Unauthorized: invalid key')
  for (const name of ['st', 'sv']) if (!query.get(name)) throw refuse(400, `Invalid parameter: ${name}`)
  // Browsers send the origin of cross-origin requests; other clients send none.
  const origin = request.headers.get('origin')
  if (origin !== null && !allowedOrigins.some((allowed) => toRegExp(allowed).test(origin)))
    throw refuse(403, 'Unauthorized: origin not allowed')
}
