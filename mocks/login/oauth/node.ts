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
type AuthorizationRequest = z.infer<typeof authorization> & { provider: SocialProvider }
type Authorization = AuthorizationRequest & { person: Person }

const generateKeys = () =>
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
function createGrants(clients: Record<SocialProvider, ProviderClient>, issuer: string, privateKey: string) {
  const requests = new Map<string, AuthorizationRequest>()
  const codes = new Map<string, Authorization>()
  const tokens = new Map<string, Authorization>()
  const store = <Value>(map: Map<string, Value>, value: Value): string => {
    const token = createToken()
    map.set(token, value)
    return token
  }
  const takeOnce = <Value>(map: Map<string, Value>, token: string): Value | undefined => {
    const value = map.get(token)
    map.delete(token)
    return value
  }
  const createIdToken = ({ provider, person, nonce }: Authorization) => {
    const times = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + idTokenSeconds }
    const claims = { iss: issuer, aud: clients[provider].clientId, ...times, nonce, ...describe(provider, person) }
    return signJwt({ kid: 'sandbox' }, claims, privateKey)
  }
  return {
    addRequest: (request: AuthorizationRequest) => store(requests, request),
    takeRequest: (ticket: string) => takeOnce(requests, ticket),
    addCode: (authorization: Authorization) => store(codes, authorization),
    /** Exchanges a code for tokens. A code works once. */
    redeem(provider: SocialProvider, form: URLSearchParams): object | undefined {
      const { data } = grant.safeParse(Object.fromEntries(form))
      const authorization = data && takeOnce(codes, data.code)
      if (authorization?.provider !== provider || authorization.redirect_uri !== data?.redirect_uri) return undefined
      if (hashOf(data.code_verifier) !== authorization.code_challenge) return undefined
      const id = clients[provider].issuer === undefined ? {} : { id_token: createIdToken(authorization) }
      return { access_token: store(tokens, authorization), token_type: 'bearer', expires_in: 3_600, ...id }
    },
    personOf(provider: SocialProvider, bearer: string | undefined): Person | undefined {
      const authorization = tokens.get(bearer?.replace(/^Bearer /, '') ?? '')
      return authorization?.provider === provider ? authorization.person : undefined
    },
  }
}

/** Starts the providers on a free port. */
export async function startOauth(): Promise<OauthServer> {
  const listening = await listen(0)
  if (!listening) throw new Error('The providers listen on no port.')
  const { server, port } = listening
  const origin = `http://accounts.localhost:${port}`
  const { privateKey, publicKey } = generateKeys()
  // Node cannot always resolve `*.localhost`; browsers can.
  const clients = clientsAt(origin, `http://127.0.0.1:${port}`, privateKey)
  const sites = new Set<string>()
  const grants = createGrants(clients, origin, privateKey)

  function showConsent(provider: SocialProvider, query: URLSearchParams, response: ServerResponse) {
    const { data } = authorization.safeParse(Object.fromEntries(query))
    const site = data && URL.canParse(data.redirect_uri) ? new URL(data.redirect_uri).origin : ''
    const isRegistered = sites.has(site) && data?.redirect_uri === `${site}/social/${provider}`
    // Redirects go only to registered URIs of the client.
    if (!data || data.client_id !== clients[provider].clientId || !isRegistered)
      return writeHtml(response, 400, noticePage('This did not work', 'The site has asked in a wrong way.'))
    const ticket = grants.addRequest({ ...data, provider })
    writeHeaders(response, origin, consentPolicy(data.redirect_uri))
    // Some providers isolate their window from the page that opened it.
    if (provider === 'x') response.setHeader('cross-origin-opener-policy', 'same-origin')
    const { title } = providerKinds[provider]
    writeHtml(response, 200, consentPage({ title, action: `/${provider}/authorize`, ticket, site }))
  }
  function redirectBack(
    { redirect_uri: redirectUri, response_mode: mode, state }: AuthorizationRequest,
    result: Record<string, string>,
    response: ServerResponse,
  ) {
    const params = { ...result, state }
    if (mode === 'form_post') {
      writeHeaders(response, origin, postPolicy(redirectUri))
      return writeHtml(response, 200, postPage(redirectUri, params))
    }
    response.writeHead(303, { location: `${redirectUri}?${new URLSearchParams(params).toString()}` }).end()
  }
  async function decide(request: IncomingMessage, response: ServerResponse) {
    checkOrigin(request, origin)
    const form = await readForm(request)
    const authorizationRequest = grants.takeRequest(form.get('ticket') ?? '')
    if (!authorizationRequest)
      return writeHtml(response, 409, noticePage('This did not work', 'This was answered already.'))
    const choice = form.get('choice')
    const email = form.get('email') ?? ''
    const person =
      choice === 'other' && email !== ''
        ? personOf(email, form.get('unverified') === null)
        : people.find(({ id }) => id === choice)
    if (!person) return redirectBack(authorizationRequest, { error: 'access_denied' }, response)
    const user = authorizationRequest.response_mode && { user: JSON.stringify({ name: { firstName: person.name } }) }
    redirectBack(authorizationRequest, { code: grants.addCode({ ...authorizationRequest, person }), ...user }, response)
  }
  async function sendToken(provider: SocialProvider, request: IncomingMessage, response: ServerResponse) {
    const form = await readForm(request)
    if (!isClient(provider, clients[provider], publicKey, form, request.headers))
      return writeJson(response, 401, { error: 'invalid_client' })
    const token = grants.redeem(provider, form)
    // GitHub sends the error with status 200.
    const errorStatus = provider === 'github' ? 200 : 400
    writeJson(response, token ? 200 : errorStatus, token ?? { error: 'invalid_grant' })
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    writeHeaders(response, origin)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    const [provider = '', action] = pathname.slice(1).split('/')
    if (!isSocialProvider(provider)) return void response.writeHead(404).end()
    const route = `${request.method} ${action}`
    if (route === 'GET authorize') return showConsent(provider, searchParams, response)
    if (route === 'POST authorize') return decide(request, response)
    if (route === 'POST token') return sendToken(provider, request, response)
    const person = grants.personOf(provider, request.headers.authorization)
    if (!person) return void response.writeHead(401).end()
    if (route === 'GET user') return writeJson(response, 200, describe(provider, person))
    if (route === 'GET emails') return writeJson(response, 200, emailsOf(person))
    response.writeHead(404).end()
  }
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500).end()
    })
  })
  return { origin, providers: clients, register: (site) => void sites.add(site), stop: () => close(server) }
}
