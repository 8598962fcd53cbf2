/** What the site's server asks a provider once somebody has agreed: a token for the code, then who it is. */
import * as z from 'zod/mini'
import { askJson } from './ask.ts'
import { readClaims, signJwt } from './jwt.ts'
import { providerKinds, type Identity, type ProviderClient, type SocialProvider } from './providers.ts'

/** What an attempt has to show for a token, all of it this site's own. */
export interface Grant {
  code: string
  redirectUri: string
  /** What the challenge was made of: RFC 7636. */
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

/** The claims of an id_token that came from the provider's server itself, which vouches for it: OpenID Connect Core 3.1.3.7. */
function checkClaims(token: string, issuer: string, clientId: string, nonce: string, nowMs: number): unknown {
  const claims = readClaims(token)
  const read = idClaims.parse(claims)
  const isOurs = read.iss === issuer && read.aud === clientId && read.nonce === nonce
  if (!isOurs || read.exp * 1_000 <= nowMs) throw new Error('The id_token is not for this attempt.')
  return claims
}

const basic = (clientId: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** Asks who has agreed. Throws where the provider refuses, is silent, or answers something else than it should. */
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
  const answer = await askJson(kind.tokenUrl, {
    method: 'POST',
    headers: { ...json, ...(kind.isBasic && { authorization: basic(client.clientId, secret) }) },
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
  const read = (url: string | undefined) =>
    url === undefined ? undefined : askJson(url, { headers: { ...json, authorization: `Bearer ${token}` }, signal })
  const claims =
    kind.issuer === undefined ? undefined : checkClaims(idToken, kind.issuer, client.clientId, nonce, nowMs)
  return kind.read({ user: await read(kind.userUrl), emails: await read(kind.emailsUrl), claims })
}
