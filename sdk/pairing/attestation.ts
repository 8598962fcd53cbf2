/** The verification service: it tells wallets which origin a message comes from. */
import * as z from 'zod/mini'
import { lendBuffer } from './buffer.ts'
import { within, type Verify } from './internals.ts'

/** The service of the protocol's makers. */
const VERIFY_SERVER = 'https://verify.walletconnect.org'

/** How long the service may take: to vouch for a message, and to tell who sent one. */
const VERIFY_MS = 2_000

/** A signed token has some hundred characters. */
const toldSchema = z.object({
  type: z.literal('verify_attestation'),
  attestation: z.string().check(z.maxLength(4_096)),
})

function attestationIn(data: unknown): string | undefined {
  try {
    return toldSchema.parse(JSON.parse(String(data))).attestation
  } catch {
    return undefined
  }
}

/**
 * Has the service's page, in a hidden frame, vouch for the page that it is in. Resolves to the attestation; to `''`, with which wallets
 * look for none, where it does not come in time; to nothing outside a browser.
 */
export async function attestationFrom(url: string, ms = VERIFY_MS): Promise<string | undefined> {
  if (typeof document === 'undefined') return undefined
  const frame = document.createElement('iframe')
  frame.style.display = 'none'
  frame.src = url
  return new Promise((resolve) => {
    const end = (attestation: string) => {
      clearTimeout(timer)
      removeEventListener('message', hear)
      frame.remove()
      resolve(attestation)
    }
    const hear = ({ source, data }: MessageEvent) => {
      const attestation = source === frame.contentWindow ? attestationIn(data) : undefined
      if (attestation !== undefined) end(attestation)
    }
    const timer = setTimeout(() => end(''), ms)
    addEventListener('message', hear)
    document.body.append(frame)
  })
}

/**
 * Has one service asked, and for a bounded time: one that does not answer would hold up every request, and for a wallet all that comes
 * after it. The client's own way to have a page vouched for hears any window, and leaves frames behind where two messages are sent at once.
 */
export function guardVerify(verify: Verify, server: true | string, projectId: string): void {
  const root = (server === true ? VERIFY_SERVER : server).replace(/\/+$/, '')
  const { resolve } = verify
  // The client checks signatures with it.
  lendBuffer()
  verify.verifyUrlV3 = `${root}/v3`
  verify.getVerifyUrl = () => root
  verify.register = ({ id, decryptedId }) => {
    const query = new URLSearchParams({ projectId, origin: globalThis.location?.origin ?? '', id, decryptedId })
    return attestationFrom(`${root}/v3/attestation?${query.toString()}`)
  }
  verify.resolve = (params) =>
    within(VERIFY_MS, resolve(params), () => {
      // The client waits for ever for a key that it once failed to fetch.
      verify.fetchPromise = undefined
      return undefined
    })
}
