/**
 * A verification service on this machine: it attests messages of pages through its frame, and publishes the key with which
 * wallets verify the attestations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { allowCrossOrigin, close, host, listen } from '../sandbox/listen.ts'

/** The service's verdict on an origin, in addition to the attestation. */
export interface Verdict {
  isScam: boolean
  /** The origin belongs to the project. */
  isVerified: boolean
}

export interface VerifyServer {
  url: string
  /** Requested paths, oldest first. */
  requestedPaths: readonly string[]
  /** Sets the verdict for every origin from now on. */
  setVerdict(verdict: Partial<Verdict>): void
  /** Attests a message as the service's frame does: an ES256 token. */
  attest(message: Message): Promise<string>
  stop(): Promise<void>
}

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const messageSchema = z.object({
  projectId: z.string().check(z.minLength(1)),
  origin: z.string().check(z.refine((origin) => URL.canParse(origin) && new URL(origin).origin === origin)),
  /** Hashes of the message, encrypted and decrypted. */
  id: sha256,
  decryptedId: sha256,
})
type Message = Omit<z.infer<typeof messageSchema>, 'projectId'>

const LIFETIME_SECONDS = 300

const encode = (part: Uint8Array | object) =>
  Buffer.from(part instanceof Uint8Array ? part : JSON.stringify(part)).toString('base64url')

/** A page that only one origin can embed, and that sends its attestation to that origin. */
function sendFrame(response: ServerResponse, origin: string, attestation: string) {
  const nonce = crypto.randomUUID()
  const message = JSON.stringify({ type: 'verify_attestation', attestation })
  response
    .setHeader('content-security-policy', `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors ${origin}`)
    .setHeader('content-type', 'text/html')
    .end(`<script nonce="${nonce}">parent.postMessage(${JSON.stringify(message)}, ${JSON.stringify(origin)})</script>`)
}

/** Starts the service on a free port. It stops with `stop`, or with this process. */
export async function startVerify(): Promise<VerifyServer> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const jwk = await crypto.subtle.exportKey('jwk', publicKey)
  const listening = await listen(0)
  if (!listening) throw new Error('The verification service listens on no port.')
  const { server, port } = listening
  const url = `http://${host}:${port}`
  const requestedPaths: string[] = []
  const origins = new Map<string, string>()
  let verdict: Verdict = { isScam: false, isVerified: true }
  const expiresAt = () => Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS

  async function attest({ origin, id, decryptedId }: Message): Promise<string> {
    origins.set(decryptedId, origin)
    const signingInput = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode({ exp: expiresAt(), id, origin, ...verdict })}`
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(signingInput))
    return `${signingInput}.${encode(new Uint8Array(signature))}`
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (allowCrossOrigin(request, response, 'GET')) return
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    requestedPaths.push(pathname)
    const sendJson = (value: object) =>
      void response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    if (pathname === '/v3/public-key') return sendJson({ publicKey: jwk, expiresAt: expiresAt() })
    if (pathname === '/v3/attestation') {
      const message = messageSchema.safeParse(Object.fromEntries(searchParams))
      if (message.success) return sendFrame(response, message.data.origin, await attest(message.data))
      return void response.writeHead(400).end()
    }
    const origin = origins.get(pathname.replace(/^\/attestation\//, ''))
    if (origin === undefined) return void response.writeHead(404).end()
    return sendJson({ origin, ...verdict })
  }
  server.on('request', (request, response) => void answer(request, response))
  return {
    url,
    requestedPaths,
    setVerdict: (report) => void (verdict = { ...verdict, ...report }),
    attest,
    stop: () => close(server),
  }
}
