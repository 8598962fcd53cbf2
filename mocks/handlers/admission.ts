import type { CallDefinition } from '../../sdk/api/call.ts'
import { refused } from './refusal.ts'

/** Who may ask. */
export interface Admission {
  /** The projects that exist; every one does where none are named. */
  projectIds?: readonly string[] | undefined
  /** The origins at which a project may be used: exact, or with `*` for anything but a slash. */
  allowedOrigins: readonly string[]
}

const pattern = (text: string): RegExp => {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]*')}$`, 'i')
}

/** Throws the refusal of a request that names no project, an unknown one, or comes from elsewhere [7.1]. */
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
  // Pages name their origin where it is another one than the server's; programs name none.
  const origin = request.headers.get('origin')
  if (origin !== null && !allowedOrigins.some((allowed) => pattern(allowed).test(origin)))
    throw refused(403, 'Unauthorized: origin not allowed')
}
