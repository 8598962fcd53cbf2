/**
 * The server side of sign-in. Routes below `base`:
 *
 * - `POST /nonce` → `{ nonce }`, valid for one sign-in from this browser, within five minutes.
 * - `POST /sessions` `{ message, signature, chainId, address }` → `{ session }`, once the sign-in is verified.
 * - `GET /sessions?chainId=&address=` → `{ sessions }` of this browser that match; without a query all of them.
 * - `DELETE /sessions?chainId=&address=` → the remaining `{ sessions }`. Without a query, deletes all of them.
 *
 * Errors are `{ error, message }`, for errors of Latchkey with their `params`. `nonces` and `sessions` are in memory: use your database.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createNonce, LatchkeyError, readSignIn, verifySignIn } from 'latchkey/sign-in'
import type { ChainReader, NetworkId, SignInSession } from 'latchkey/sign-in'

export interface SignInServerOptions {
  /** The origin of the page: `https://app.example`. Do not read it from a request: the client controls the headers. */
  origin: string
  base?: string
  /** Reads from nodes, to verify signatures of contract accounts. */
  read?: ChainReader
  /** Milliseconds since 1970. */
  nowMs?: () => number
}
/** A request, the id of its browser from the cookie, and a function that sets the cookie. */
interface Visit {
  request: IncomingMessage
  query: URLSearchParams
  visitor: string | undefined
  remember(visitor: string): void
}

const NONCE_MS = 5 * 60_000
const SESSION_MS = 7 * 24 * 60 * 60_000
const VERIFY_MS = 10_000
const MAX = { bodyBytes: 64 * 1024, nonces: 10_000, visitors: 100_000, sessionsOfVisitor: 20 }

const refusal = (status: number, code: string, message: string) => Object.assign(new Error(message), { status, code })
const statusOf = ({ code }: LatchkeyError) =>
  code === 'signIn.malformed' ? 400 : code === 'signIn.otherNonce' ? 409 : 401

/** Stores a value. Evicts the oldest entry if there are more than `most`. */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}

/** The string fields of a JSON body. */
async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  const { 'content-type': type = '', 'content-length': length } = request.headers
  if (!/^application\/json\b/.test(type)) throw refusal(415, 'request.type', 'The body has to be application/json')
  if (!(Number(length) <= MAX.bodyBytes))
    throw refusal(413, 'request.length', 'The body is too long, or of unknown length')
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  try {
    const entries = Object.entries(JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>)
    return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
  } catch {
    throw refusal(400, 'request.malformed', 'The body is no JSON')
  }
}

/** A filter for the sessions of the requested account; matches all sessions without a query. */
function isAsked(query: URLSearchParams): (session: SignInSession) => boolean {
  const [chainId, address] = [query.get('chainId'), query.get('address')?.toLowerCase()]
  return ({ data }) =>
    (chainId === null || data.chainId === chainId) &&
    (address === undefined || data.accountAddress.toLowerCase() === address)
}

export function createSignInHandler({ origin: page, base = '/sign-in', read, nowMs = Date.now }: SignInServerOptions) {
  const nonces = new Map<string, { visitor: string; endsMs: number }>()
  const sessions = new Map<string, SignInSession[]>()
  const { origin, host: domain, protocol } = new URL(page)

  const isCurrent = ({ data: { issuedAt, expirationTime } }: SignInSession) =>
    nowMs() < Math.min(Date.parse(issuedAt) + SESSION_MS, expirationTime ? Date.parse(expirationTime) : Infinity)
  const sessionsOf = (visitor = '') => (sessions.get(visitor) ?? []).filter(isCurrent)

  function giveNonce({ visitor = createNonce(), remember }: Visit) {
    const nonce = createNonce()
    keep(nonces, nonce, { visitor, endsMs: nowMs() + NONCE_MS }, MAX.nonces)
    remember(visitor)
    return { nonce }
  }

  /** Consumes a nonce. Returns '' if it was not issued to this browser, or has expired. */
  function takeNonce(nonce = '', visitor = ''): string {
    const given = nonces.get(nonce)
    if (given?.visitor !== visitor) return ''
    nonces.delete(nonce)
    return nowMs() < given.endsMs ? nonce : ''
  }

  async function signIn({ request, visitor, remember }: Visit) {
    const { message = '', signature = '', chainId = '', address = '' } = await readBody(request)
    const nonce = takeNonce(readSignIn(message)?.nonce, visitor)
    const account = { chainId: chainId as NetworkId, accountAddress: address }
    const means = { read, nowMs: nowMs(), signal: AbortSignal.timeout(VERIFY_MS) }
    const data = await verifySignIn({ message, signature }, { domain, uri: origin, nonce, ...account, ...means })
    const session: SignInSession = { data, message, signature }
    const isSame = isAsked(new URLSearchParams({ chainId, address }))
    const others = sessionsOf(visitor).filter((one) => !isSame(one))
    // Rotates the cookie, so that a cookie known before the sign-in is worthless (session fixation).
    const renewed = createNonce()
    sessions.delete(visitor ?? '')
    keep(sessions, renewed, [session, ...others].slice(0, MAX.sessionsOfVisitor), MAX.visitors)
    remember(renewed)
    return { session }
  }

  function signOut({ visitor = '', query }: Visit) {
    const isOver = isAsked(query)
    const left = sessionsOf(visitor).filter((session) => !isOver(session))
    if (left.length > 0) sessions.set(visitor, left)
    else sessions.delete(visitor)
    return { sessions: left }
  }

  const routes: Record<string, (visit: Visit) => unknown> = {
    [`POST ${base}/nonce`]: giveNonce,
    [`POST ${base}/sessions`]: signIn,
    [`GET ${base}/sessions`]: ({ visitor, query }) => ({ sessions: sessionsOf(visitor).filter(isAsked(query)) }),
    [`DELETE ${base}/sessions`]: signOut,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const [path = '', query] = (request.url ?? '').split('?')
    const route = routes[`${request.method} ${path}`]
    if (!route) throw refusal(404, 'request.unknown', 'There is no such route')
    // Rejects requests from other origins (CSRF).
    if (request.method !== 'GET' && request.headers.origin !== origin)
      throw refusal(403, 'request.origin', 'The request comes from another site')
    const [, visitor] = /(?:^|;\s*)sign-in=([0-9a-f]{32})(?:;|$)/.exec(request.headers.cookie ?? '') ?? []
    const remember = (id: string) => {
      const life = `Max-Age=${SESSION_MS / 1_000}${protocol === 'https:' ? '; Secure' : ''}`
      response.setHeader('set-cookie', `sign-in=${id}; Path=/; HttpOnly; SameSite=Lax; ${life}`)
    }
    return await route({ request, query: new URLSearchParams(query), visitor, remember })
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const write = (status: number, body: unknown) => {
      const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    try {
      write(200, await answer(request, response))
    } catch (error) {
      const { status, code, message } = error as ReturnType<typeof refusal>
      if (error instanceof LatchkeyError) write(statusOf(error), { ...error.toJSON(), error: code })
      else if (status === undefined) write(500, { error: 'unknown', message: 'The server had a problem of its own' })
      else write(status, { error: code, message })
    }
  }
}
