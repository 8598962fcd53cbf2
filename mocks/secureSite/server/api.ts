/** The frame's requests to its server: `POST /api/<name>` with JSON. */
import type { IncomingMessage } from 'node:http'
import * as z from 'zod/mini'
import type { Accounts } from './accounts.ts'
import type { EmailChange } from './emailChange.ts'
import type { Farcaster } from './farcaster.ts'
import { readJson } from './http.ts'
import { socialProviders } from './providers.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import type { Caller, SignIn } from './signIn.ts'
import type { Social } from './social.ts'

const token = z.string().check(z.regex(/^[\w-]{43}$/))
const email = z.string().check(z.maxLength(320))
const code = z.string().check(z.regex(/^\d{6}$/))
const uri = z.string().check(z.maxLength(8_192))
const parent = z.optional(z.string().check(z.maxLength(300)))

/** How long a request waits for the user's confirmation before the frame asks again. */
const pollTimeoutMs = 15_000

type Route = (request: IncomingMessage, caller: Caller, disconnected: AbortSignal) => Promise<unknown>

const route =
  <Schema extends z.ZodMiniType>(
    schema: Schema,
    answer: (body: z.output<Schema>, caller: Caller, disconnected: AbortSignal) => unknown,
  ): Route =>
  async (request, caller, disconnected) =>
    (await answer(await readJson(request, schema), caller, disconnected)) ?? {}

interface Parts {
  accounts: Accounts
  sessions: Sessions
  signIn: SignIn
  emailChange: EmailChange
  social: Social
  farcaster: Farcaster
}

/** The routes by name. `disconnected` aborts when the client has closed the connection. */
export function createApi({
  accounts,
  sessions,
  signIn,
  emailChange,
  social,
  farcaster,
}: Parts): ReadonlyMap<string, Route> {
  /** What the frame needs to sign. The seed is 32 bytes in base64url. */
  const walletOf = (session: string) => {
    const account = sessions.accountOf(session)
    return {
      email: accounts.get(account)?.email,
      userName: sessions.openedBy(session).userName,
      seed: Buffer.from(accounts.seedOf(account)).toString('base64url'),
    }
  }
  const sessionAnswer = ({ session, pageToken }: OpenedSession) => ({ session, pageToken, ...walletOf(session) })
  const pollSignal = (disconnected: AbortSignal) => AbortSignal.any([disconnected, AbortSignal.timeout(pollTimeoutMs)])
  return new Map([
    [
      'connect',
      route(z.object({ email, device: token, session: z.optional(token), parent }), (body, caller) =>
        signIn.connect(body, caller),
      ),
    ],
    [
      'device',
      route(z.object({ attempt: token }), ({ attempt }, _, disconnected) =>
        signIn.device(attempt, pollSignal(disconnected)),
      ),
    ],
    [
      'code',
      route(z.object({ attempt: token, code }), async (body) =>
        sessionAnswer(await signIn.code(body.attempt, body.code)),
      ),
    ],
    ['session', route(z.object({ session: token }), ({ session }) => walletOf(session))],
    [
      'reopen',
      route(z.object({ pageToken: token, device: token }), async (body) =>
        sessionAnswer(await sessions.reopen(body.pageToken, body.device)),
      ),
    ],
    [
      'social',
      route(z.object({ provider: z.enum(socialProviders), device: token, parent }), (body, { address }) =>
        social.begin(body, address),
      ),
    ],
    [
      'social-connect',
      route(z.object({ uri, device: token }), async (body) =>
        sessionAnswer(await social.connect(body.uri, body.device)),
      ),
    ],
    ['farcaster', route(z.object({ device: token }), ({ device }, { address }) => farcaster.begin(device, address))],
    [
      'farcaster-connect',
      route(z.object({ attempt: token, device: token }), async ({ attempt, device }, _, disconnected) => {
        const session = await farcaster.connect(attempt, device, pollSignal(disconnected))
        return session ? sessionAnswer(session) : { isConfirmed: false }
      }),
    ],
    ['sign-out', route(z.object({ session: token }), ({ session }) => sessions.end(session))],
    [
      'email',
      route(z.object({ session: token, email }), (body, { address }) =>
        emailChange.begin(body.session, body.email, address),
      ),
    ],
    [
      'email-primary',
      route(z.object({ session: token, code }), (body, { address }) =>
        emailChange.primary(body.session, body.code, address),
      ),
    ],
    [
      'email-secondary',
      route(z.object({ session: token, code, device: token }), (body) =>
        emailChange.secondary(body.session, body.code, body.device),
      ),
    ],
  ])
}
