/** Clients of the relay that a test controls step by step, without a socket. */
import { vi } from 'vitest'
import * as z from 'zod/mini'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import type { CloseReason } from '../../../mocks/relay/faults.ts'
import type { Relay } from '../../../mocks/relay/relay.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const encode = (value: unknown) => base64url(new TextEncoder().encode(JSON.stringify(value)))

function base58(bytes: Uint8Array) {
  let number = BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  let text = ''
  for (; number > 0n; number /= 58n) text = (alphabet[Number(number % 58n)] ?? '') + text
  return text
}

/** A client's key: its client id, and tokens that it signs. Claims and header can be replaced. */
export async function createKey() {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const clientId = `did:key:z${base58(Uint8Array.of(0xed, 0x01, ...raw))}`
  const token = async (claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}) => {
    const iat = Math.floor(Date.now() / 1000)
    const payload = { iss: clientId, sub: 'ab', aud: 'ws://relay.test', iat, exp: iat + 86_400, ...claims }
    const signed = `${encode({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encode(payload)}`
    const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(signed))
    return `${signed}.${base64url(new Uint8Array(signature))}`
  }
  return { clientId, token }
}

/** A client's key. */
export type Key = Awaited<ReturnType<typeof createKey>>

const received = z.looseObject({
  id: z.unknown(),
  method: z.optional(z.string()),
  params: z.optional(
    z.object({
      id: z.string(),
      data: z.looseObject({ topic: z.string(), message: z.string(), publishedAt: z.number(), tag: z.number() }),
    }),
  ),
  result: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

/** Opens a socket to the relay, and waits until it is accepted or refused. */
export async function visit(relay: Relay, key: Key, { query, token }: { query?: object; token?: string } = {}) {
  const texts: string[] = []
  let closing: CloseReason | undefined
  let lastId = 1_000_000_000
  const params = { auth: token ?? (await key.token()), projectId: sandboxProject, ua: 'wc-2/test', ...query }
  const connection = relay.connect(`ws://relay.test/?${new URLSearchParams(Object.entries(params))}`, {
    send: (text) => texts.push(text),
    close: (code, reason) => (closing = { code, reason }),
  })
  const log = relay.socketLogs.at(-1)
  await vi.waitUntil(() => log?.clientId !== undefined || closing !== undefined, { interval: 1 })

  const frames = () => texts.map((text) => received.parse(JSON.parse(text)))
  const deliveries = () => frames().filter(({ method }) => method === 'irn_subscription')
  const acknowledge = (id: unknown) => connection.message(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  return {
    texts,
    closing: () => closing,
    send: (text: string) => connection.message(text),
    /** Sends a request and returns its response if it is synchronous. */
    call(method: string, callParams: unknown) {
      lastId += 1
      const id = `${lastId}`
      connection.message(JSON.stringify({ id, jsonrpc: '2.0', method, params: callParams }))
      return frames().find((frame) => frame.id === id)
    },
    messages: () => deliveries().map(({ params }) => params?.data.message),
    deliveries,
    acknowledge,
    acknowledgeAll: () => deliveries().forEach(({ id }) => acknowledge(id)),
    leave: () => connection.closed(),
  }
}

/** The topic with this number. */
export const topicOf = (index: number) => index.toString(16).padStart(64, '0')

/** The params of `irn_publish`. */
export const publication = (message: string, more: object = {}) => ({
  topic: topicOf(1),
  message,
  ttl: 300,
  tag: 1108,
  prompt: true,
  ...more,
})
