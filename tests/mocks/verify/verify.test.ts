/** The sandbox's verification service: what it attests, to whom, and what it refuses. */
import { expect, onTestFinished, test } from 'vitest'
import { startVerify } from '../../../mocks/verify/node.ts'

const [id, decryptedId] = ['a'.repeat(64), 'b'.repeat(64)]
const origin = 'https://shop.example'
const message = { projectId: 'project', origin, id, decryptedId }

async function service() {
  const server = await startVerify()
  onTestFinished(() => server.stop())
  const ask = (path: string, query: Record<string, string> = {}) =>
    fetch(`${server.url}${path}?${new URLSearchParams(query).toString()}`)
  return { server, ask }
}

test("a page gets an attestation only within its own origin, as a token signed with the service's key [7.35]", async () => {
  const { server, ask } = await service()
  server.setVerdict({ isScam: true })
  const frame = await ask('/v3/attestation', message)
  expect(frame.headers.get('content-security-policy')).toContain(`frame-ancestors ${origin}`)
  const html = await frame.text()
  const [, told = ''] = /postMessage\((".*"), "https:\/\/shop\.example"\)/.exec(html) ?? []
  const { type, attestation } = JSON.parse(JSON.parse(told) as string) as { type: string; attestation: string }
  expect(type).toBe('verify_attestation')
  const [header = '', payload = '', signature = ''] = attestation.split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({
    id,
    origin,
    isScam: true,
    isVerified: true,
    exp: expect.any(Number) as number,
  })
  const { publicKey } = (await (await ask('/v3/public-key')).json()) as { publicKey: JsonWebKey }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('jwk', publicKey, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  expect(await crypto.subtle.verify(how, key, Buffer.from(signature, 'base64url'), signed)).toBe(true)
})

test("a wallet without a token looks an attestation up by the message's hash; an unknown hash is not found [7.35]", async () => {
  const { server, ask } = await service()
  expect((await ask(`/attestation/${decryptedId}`)).status).toBe(404)
  await server.attest(message)
  expect(await (await ask(`/attestation/${decryptedId}`)).json()).toEqual({ origin, isScam: false, isVerified: true })
  expect(server.requestedPaths).toEqual([`/attestation/${decryptedId}`, `/attestation/${decryptedId}`])
})

test.each([
  { ...message, origin: 'https://shop.example/path' },
  { ...message, origin: "https://shop.example; script-src 'unsafe-inline'" },
  { ...message, origin: 'null' },
  { ...message, id: 'a' },
  { ...message, decryptedId: '"' },
  { ...message, projectId: '' },
])('an invalid message is refused: %o', async (query) => {
  const { ask } = await service()
  expect((await ask('/v3/attestation', query)).status).toBe(400)
})
