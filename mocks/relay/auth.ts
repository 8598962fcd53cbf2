/** The relay's authentication: a JWT signed with the client's own Ed25519 key. The key's did:key is the client's id. */
import * as z from 'zod/mini'

/** The client's id, or the reason for the refusal. */
export type Identity = { clientId: string } | { error: string }

/** What a token is verified against. */
export interface AuthOptions {
  nowMs: number
  /** The relay's own URL. Tokens for another URL are refused, unless this is `any`. */
  audience: string
}

/** The tolerated clock skew of clients, in seconds. */
const leewaySeconds = 120

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
// The multicodec prefix of Ed25519, followed by the 32 bytes of the key.
const keyInHex = /^ed01([\da-f]{64})$/
const didKey = /^did:key:z([1-9A-HJ-NP-Za-km-z]+)$/

const header = z.object({ alg: z.literal('EdDSA'), typ: z.literal('JWT') })
const payload = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.optional(z.number()),
})

/** Decodes base64url text. Throws if it is invalid. */
const decodeBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const parseJson = <S extends z.ZodMiniType>(schema: S, text: string): z.output<S> =>
  schema.parse(JSON.parse(new TextDecoder().decode(decodeBase64Url(text))))

/** The public key of a did:key. Throws if it is not an Ed25519 key. */
function publicKeyOf(issuer: string) {
  const [, digits = ''] = didKey.exec(issuer) ?? []
  let number = 0n
  for (const digit of digits) number = number * 58n + BigInt(alphabet.indexOf(digit))
  const [, key] = keyInHex.exec(number.toString(16)) ?? []
  if (key === undefined) throw new Error(`${issuer} names no Ed25519 key.`)
  return Uint8Array.from(key.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/** Parses a token without verifying its signature. */
function parseToken(token: string) {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0) throw new Error('A token has three parts.')
  parseJson(header, head)
  const claims = parseJson(payload, body)
  const data = new TextEncoder().encode(`${head}.${body}`)
  return { claims, data, signature: decodeBase64Url(signature), publicKey: publicKeyOf(claims.iss) }
}

function tryParseToken(token: string) {
  try {
    return parseToken(token)
  } catch {
    return undefined
  }
}

/** Verifies the `auth` query parameter of a connection: signature, time and audience. */
export async function authenticate(token: string, { nowMs, audience }: AuthOptions): Promise<Identity> {
  if (token === '') return { error: 'JWT is missing' }
  const parsed = tryParseToken(token)
  if (!parsed) return { error: 'JWT validation error: malformed' }
  const { claims, data, signature, publicKey } = parsed
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  if (!(await crypto.subtle.verify('Ed25519', key, signature, data))) {
    return { error: 'JWT validation error: invalid signature' }
  }
  const now = nowMs / 1000
  if (claims.exp !== undefined && claims.exp < now - leewaySeconds)
    return { error: 'JWT validation error: JWT Token is expired' }
  if (claims.iat > now + leewaySeconds) return { error: 'JWT validation error: JWT Token is not yet valid' }
  if (audience !== 'any' && claims.aud !== audience) return { error: 'JWT validation error: invalid audience' }
  return { clientId: claims.iss }
}
