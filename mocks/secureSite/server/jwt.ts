/** JWTs that are signed with a P-256 key. */
import { sign } from 'node:crypto'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs an ES256 token with a private key in PEM. */
export function signJwt(header: { kid: string }, claims: object, key: string): string {
  const signingInput = `${encode({ alg: 'ES256', typ: 'JWT', ...header })}.${encode(claims)}`
  return `${signingInput}.${sign('sha256', Buffer.from(signingInput), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

/** Parses the claims of a token without verifying its signature. Throws if the text is not a token. */
export const readClaims = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
