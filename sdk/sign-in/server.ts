/** Sign-in that the app's server verifies and stores in its own cookie. docs/sign-in.md describes its responses. */
import * as z from 'zod/mini'
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { SignInSession } from '../../machines/sign-in/signIn.types.ts'
import { errorTexts, type ErrorCode } from '../../machines/shared/errors/catalog.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { API } from '../../machines/constants.ts'
import { boundedFetch } from '../platform/boundedFetch.ts'
import type { OwnSignInMethods, ServerSignIn } from './methods.ts'
import { writtenSignIn, type SignInPage } from './page.ts'
import { parseAppValue, sessionsIn } from './sessions.ts'

const nonceSchema = z.object({ nonce: z.string() })
const answerSchema = z.object({ sessions: z.array(z.unknown()) })
const refusalSchema = z.object({
  error: z.string(),
  message: z.optional(z.string()),
  params: z._default(z.record(z.string(), z.union([z.string(), z.number()])), {}),
})

const isOwnCode = (code: string): code is ErrorCode => code.startsWith('signIn.') && code in errorTexts

/**
 * Converts a server's error response: to the named error code with its params, if it is one of Latchkey's, else to
 * `signIn.refused`.
 */
function refusalError(answer: unknown, status: number): LatchkeyError {
  const { error: code = '', message = `HTTP ${status}`, params = {} } = refusalSchema.safeParse(answer).data ?? {}
  const needed = isOwnCode(code) ? [...errorTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : ['']
  const cause = new Error(message)
  return isOwnCode(code) && needed.every((name) => name in params)
    ? new LatchkeyError(code, { params, cause } as never)
    : new LatchkeyError('signIn.refused', { cause })
}

export function serverMethods(options: ServerSignIn, page: SignInPage, timeoutMs: number): OwnSignInMethods {
  const fetch = boundedFetch(API.answerAtMostBytes)
  async function sendRequest(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${options.server.replace(/\/$/, '')}/${path}`, {
      method,
      credentials: 'include',
      // The signed message is sent to this server only.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw refusalError(answer, response.status)
    return answer
  }
  const add = ({ data: { chainId, accountAddress }, message, signature }: SignInSession) =>
    sendRequest('POST', 'sessions', { message, signature, chainId, address: accountAddress })
  const sessionsPath = (chainId: string, address: string) =>
    `sessions?${new URLSearchParams({ chainId, address }).toString()}`
  async function sessionsAt(path: string): Promise<readonly SignInSession[]> {
    const { sessions } = parseAppValue(answerSchema, await sendRequest('GET', path))
    return sessionsIn(sessions) ?? []
  }
  return {
    async createMessage(params) {
      const { data } = nonceSchema.safeParse(await sendRequest('POST', 'nonce', {}))
      if (!data) throw new LatchkeyError('signIn.refused')
      return writtenSignIn(options, page, { ...params, nonce: data.nonce })
    },
    addSession: async (session) => void (await add(session)),
    revokeSession: async (chainId, address) => void (await sendRequest('DELETE', sessionsPath(chainId, address))),
    /** A server's nonce is valid for one session: the first. */
    async setSessions([first]) {
      await (first ? add(first) : sendRequest('DELETE', 'sessions'))
    },
    async endNamespace(namespace) {
      for (const { data } of await sessionsAt('sessions'))
        if (namespaceOf(data.chainId) === namespace)
          await sendRequest('DELETE', sessionsPath(data.chainId, data.accountAddress))
    },
    getSessions: (chainId, address) => sessionsAt(sessionsPath(chainId, address)),
  }
}
