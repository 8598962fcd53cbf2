/** Tokens that are signed with a key on the curve P-256. */
import { sign } from 'node:crypto'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** An ES256 token, by a private key in PEM. */
export function signJwt(header: { kid: string }, claims: object, key: string): string {
  const signed = `${encode({ alg: 'ES256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** What a token claims. Throws where the text is none. Its signature is not looked at. */
export const readClaims = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
