/**
 * The server's requests to a provider after the user has consented: exchanges the code for a token, then fetches the identity.
 */
import * as z from 'zod/mini'
import { fetchJson } from './fetchJson.ts'
import { readClaims, signJwt } from './jwt.ts'
import { providerKinds, type Identity, type ProviderClient, type SocialProvider } from './providers.ts'

/** What an attempt needs to get a token; all of it belongs to this site. */
export interface Grant {
  code: string
  redirectUri: string
  /** The PKCE code verifier (RFC 7636). */
  verifier: string
  nonce: string
}

const clientTokenSeconds = 300

const tokenAnswer = z.object({
  access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,8192}$/)),
  id_token: z.optional(z.string()),
})
const idClaims = z.object({ iss: z.string(), aud: z.string(), exp: z.number(), nonce: z.string() })

function secretOf({ clientId, clientSecret }: ProviderClient, issuer: string | undefined, nowMs: number): string {
  if (typeof clientSecret === 'string') return clientSecret
  const { teamId, keyId, privateKey } = clientSecret
  const iat = Math.floor(nowMs / 1_000)
  const claims = { iss: teamId, sub: clientId, aud: issuer, iat, exp: iat + clientTokenSeconds }
  return signJwt({ kid: keyId }, claims, privateKey)
}

/**
 * Checks the claims of an id_token. It comes directly from the provider's server, so its signature is not verified (OpenID
 * Connect Core 3.1.3.7).
 */
function checkClaims(token: string, issuer: string, clientId: string, nonce: string, nowMs: number): unknown {
  const claims = readClaims(token)
  const parsed = idClaims.parse(claims)
  const isOurs = parsed.iss === issuer && parsed.aud === clientId && parsed.nonce === nonce
  if (!isOurs || parsed.exp * 1_000 <= nowMs) throw new Error('The id_token is not for this attempt.')
  return claims
}

const basicAuthorization = (clientId: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** Returns the user's identity. Throws if the provider refuses, does not answer, or sends an invalid answer. */
export async function exchange(
  provider: SocialProvider,
  client: ProviderClient,
  { code, redirectUri, verifier, nonce }: Grant,
  nowMs: number,
  signal: AbortSignal,
): Promise<Identity> {
  const kind = { ...providerKinds[provider], ...client }
  const secret = secretOf(client, kind.issuer, nowMs)
  const json = { accept: 'application/json' }
  const answer = await fetchJson(kind.tokenUrl, {
    method: 'POST',
    headers: { ...json, ...(kind.isBasic && { authorization: basicAuthorization(client.clientId, secret) }) },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(!kind.isBasic && { client_id: client.clientId, client_secret: secret }),
    }),
    signal,
  })
  const { access_token: token, id_token: idToken = '' } = tokenAnswer.parse(answer)
  const fetchWithToken = (url: string | undefined) =>
    url === undefined ? undefined : fetchJson(url, { headers: { ...json, authorization: `Bearer ${token}` }, signal })
  const claims =
    kind.issuer === undefined ? undefined : checkClaims(idToken, kind.issuer, client.clientId, nonce, nowMs)
  return kind.parseIdentity({
    user: await fetchWithToken(kind.userUrl),
    emails: await fetchWithToken(kind.emailsUrl),
    claims,
  })
}
