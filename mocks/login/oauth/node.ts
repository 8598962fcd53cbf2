/**
 * The six social login providers as one server on this machine: OAuth 2 with authorization codes and PKCE, and a page where the
 * user picks an identity.
 */
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { socialProviders } from '../../../machines/embedded/frame.schemas.ts'
import { close, listen } from '../../sandbox/listen.ts'
import { checkOrigin, readForm, writeHeaders, writeHtml, writeJson } from '../../secureSite/server/http.ts'
import { readClaims, signJwt } from '../../secureSite/server/jwt.ts'
import { noticePage } from '../../secureSite/server/pages.ts'
import {
  isSocialProvider,
  providerKinds,
  type ProviderClient,
  type ProviderClients,
  type SocialProvider,
} from '../../secureSite/server/providers.ts'
import { Refusal } from '../../secureSite/server/refusal.ts'
import { createToken, hashOf } from '../../secureSite/server/secret.ts'
import { consentPage, consentPolicy, postPage, postPolicy } from './pages.ts'
import { describe, emailsOf, people, personOf, type Person } from './people.ts'

export interface OauthServer {
  /** `http://accounts.localhost:<port>`. */
  origin: string
  /** Client credentials for the secure site. */
  providers: ProviderClients
  /** Registers a secure site's redirect URIs. */
  register(secureSite: string): void
  stop(): Promise<void>
}

const idTokenSeconds = 300
const challenge = z.string().check(z.regex(/^[\w-]{43}$/))
const authorization = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().check(z.minLength(1)),
  state: z.string().check(z.minLength(16)),
  code_challenge: challenge,
  code_challenge_method: z.literal('S256'),
  nonce: z.optional(z.string()),
  response_mode: z.optional(z.literal('form_post')),
})
const grant = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: challenge,
})
type Asked = z.infer<typeof authorization> & { provider: SocialProvider }
type Agreed = Asked & { person: Person }

const keys = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

function clientsAt(origin: string, server: string, applePrivateKey: string): Record<SocialProvider, ProviderClient> {
  const clientOf = (provider: SocialProvider): ProviderClient => ({
    clientId: `sandbox-${provider}`,
    clientSecret:
      provider === 'apple' ? { teamId: 'SANDBOX', keyId: 'SANDBOX', privateKey: applePrivateKey } : createToken(),
    authorizeUrl: `${origin}/${provider}/authorize`,
    tokenUrl: `${server}/${provider}/token`,
    ...(providerKinds[provider].userUrl !== undefined && { userUrl: `${server}/${provider}/user` }),
    ...(providerKinds[provider].emailsUrl !== undefined && { emailsUrl: `${server}/${provider}/emails` }),
    ...(providerKinds[provider].issuer !== undefined && { issuer: origin }),
  })
  return Object.fromEntries(socialProviders.map((provider) => [provider, clientOf(provider)])) as Record<
    SocialProvider,
    ProviderClient
  >
}

/** Authenticates a client: by its secret in the body or a header, or, with Apple, by a JWT that its key has signed. */
function isClient(
  provider: SocialProvider,
  { clientId, clientSecret, issuer }: ProviderClient,
  applePublicKey: string,
  form: URLSearchParams,
  headers: IncomingMessage['headers'],
): boolean {
  const isNamed = form.get('client_id') === clientId
  const secret = form.get('client_secret') ?? ''
  if (typeof clientSecret === 'string')
    return providerKinds[provider].isBasic
      ? headers.authorization === `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
      : isNamed && secret === clientSecret
  const [head, body, signature = ''] = secret.split('.')
  const key = { key: createPublicKey(applePublicKey), dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))) return false
  const claims = readClaims(secret) as Record<string, unknown>
  const isFresh = Number(claims['exp']) * 1_000 > Date.now()
  return (
    isNamed &&
    isFresh &&
    claims['iss'] === clientSecret.teamId &&
    claims['sub'] === clientId &&
    claims['aud'] === issuer
  )
}

/** The requests, codes and tokens, in memory. */
function createBook(clients: Record<SocialProvider, ProviderClient>, issuer: string, privateKey: string) {
  const tickets = new Map<string, Asked>()
  const codes = new Map<string, Agreed>()
  const tokens = new Map<string, Agreed>()
  const keep = <Value>(map: Map<string, Value>, value: Value): string => {
    const token = createToken()
    map.set(token, value)
    return token
  }
  const take = <Value>(map: Map<string, Value>, token: string): Value | undefined => {
    const value = map.get(token)
    map.delete(token)
    return value
  }
  const idToken = ({ provider, person, nonce }: Agreed) => {
    const times = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + idTokenSeconds }
    const claims = { iss: issuer, aud: clients[provider].clientId, ...times, nonce, ...describe(provider, person) }
    return signJwt({ kid: 'sandbox' }, claims, privateKey)
  }
  return {
    ticket: (asked: Asked) => keep(tickets, asked),
    takeTicket: (ticket: string) => take(tickets, ticket),
    code: (agreed: Agreed) => keep(codes, agreed),
    /** Exchanges a code for tokens. A code works once. */
    redeem(provider: SocialProvider, form: URLSearchParams): object | undefined {
      const { data } = grant.safeParse(Object.fromEntries(form))
      const agreed = data && take(codes, data.code)
      if (agreed?.provider !== provider || agreed.redirect_uri !== data?.redirect_uri) return undefined
      if (hashOf(data.code_verifier) !== agreed.code_challenge) return undefined
      const id = clients[provider].issuer === undefined ? {} : { id_token: idToken(agreed) }
      return { access_token: keep(tokens, agreed), token_type: 'bearer', expires_in: 3_600, ...id }
    },
    personOf(provider: SocialProvider, bearer: string | undefined): Person | undefined {
      const agreed = tokens.get(bearer?.replace(/^Bearer /, '') ?? '')
      return agreed?.provider === provider ? agreed.person : undefined
    },
  }
}

/** Starts the providers on a free port. */
export async function startOauth(): Promise<OauthServer> {
  const listening = await listen(0)
  if (!listening) throw new Error('The providers listen on no port.')
  const { server, port } = listening
  const origin = `http://accounts.localhost:${port}`
  const { privateKey, publicKey } = keys()
  // Node cannot always resolve `*.localhost`; browsers can.
  const clients = clientsAt(origin, `http://127.0.0.1:${port}`, privateKey)
  const sites = new Set<string>()
  const book = createBook(clients, origin, privateKey)

  function showConsent(provider: SocialProvider, query: URLSearchParams, response: ServerResponse) {
    const { data } = authorization.safeParse(Object.fromEntries(query))
    const site = data && URL.canParse(data.redirect_uri) ? new URL(data.redirect_uri).origin : ''
    const isRegistered = sites.has(site) && data?.redirect_uri === `${site}/social/${provider}`
    // Redirects go only to registered URIs of the client.
    if (!data || data.client_id !== clients[provider].clientId || !isRegistered)
      return writeHtml(response, 400, noticePage('This did not work', 'The site has asked in a wrong way.'))
    const ticket = book.ticket({ ...data, provider })
    writeHeaders(response, origin, consentPolicy(data.redirect_uri))
    // Some providers isolate their window from the page that opened it.
    if (provider === 'x') response.setHeader('cross-origin-opener-policy', 'same-origin')
    const { title } = providerKinds[provider]
    writeHtml(response, 200, consentPage({ title, action: `/${provider}/authorize`, ticket, site }))
  }
  function sendBack(
    { redirect_uri: to, response_mode: mode, state }: Asked,
    said: Record<string, string>,
    response: ServerResponse,
  ) {
    const params = { ...said, state }
    if (mode === 'form_post') {
      writeHeaders(response, origin, postPolicy(to))
      return writeHtml(response, 200, postPage(to, params))
    }
    response.writeHead(303, { location: `${to}?${new URLSearchParams(params).toString()}` }).end()
  }
  async function decide(request: IncomingMessage, response: ServerResponse) {
    checkOrigin(request, origin)
    const form = await readForm(request)
    const asked = book.takeTicket(form.get('ticket') ?? '')
    if (!asked) return writeHtml(response, 409, noticePage('This did not work', 'This was answered already.'))
    const choice = form.get('choice')
    const email = form.get('email') ?? ''
    const person =
      choice === 'other' && email !== ''
        ? personOf(email, form.get('unverified') === null)
        : people.find(({ id }) => id === choice)
    if (!person) return sendBack(asked, { error: 'access_denied' }, response)
    const user = asked.response_mode && { user: JSON.stringify({ name: { firstName: person.name } }) }
    sendBack(asked, { code: book.code({ ...asked, person }), ...user }, response)
  }
  async function giveToken(provider: SocialProvider, request: IncomingMessage, response: ServerResponse) {
    const form = await readForm(request)
    if (!isClient(provider, clients[provider], publicKey, form, request.headers))
      return writeJson(response, 401, { error: 'invalid_client' })
    const given = book.redeem(provider, form)
    // GitHub sends the error with status 200.
    const refused = provider === 'github' ? 200 : 400
    writeJson(response, given ? 200 : refused, given ?? { error: 'invalid_grant' })
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    writeHeaders(response, origin)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const [provider = '', action] = pathname.slice(1).split('/')
    if (!isSocialProvider(provider)) return void response.writeHead(404).end()
    const asked = `${request.method} ${action}`
    if (asked === 'GET authorize') return showConsent(provider, searchParams, response)
    if (asked === 'POST authorize') return decide(request, response)
    if (asked === 'POST token') return giveToken(provider, request, response)
    const person = book.personOf(provider, request.headers.authorization)
    if (!person) return void response.writeHead(401).end()
    if (asked === 'GET user') return writeJson(response, 200, describe(provider, person))
    if (asked === 'GET emails') return writeJson(response, 200, emailsOf(person))
    response.writeHead(404).end()
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500).end()
    })
  })
  return { origin, providers: clients, register: (site) => void sites.add(site), stop: () => close(server) }
}
