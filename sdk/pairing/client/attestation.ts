/** The verification service, which tells wallets the origin of a message. */
import * as z from 'zod/mini'
import { installBuffer } from './buffer.ts'
import { withTimeout, type Verify } from './internals.ts'

/** The official service of the protocol. */
const VERIFY_SERVER = 'https://verify.walletconnect.org'

/** The time limit in milliseconds: to attest a message, and to look up its sender. */
const VERIFY_MS = 2_000

/** A signed token has a few hundred characters. */
const attestationSchema = z.object({
  type: z.literal('verify_attestation'),
  attestation: z.string().check(z.maxLength(4_096)),
})

function attestationIn(data: unknown): string | undefined {
  try {
    return attestationSchema.parse(JSON.parse(String(data))).attestation
  } catch {
    return undefined
  }
}

/**
 * Loads the service's page in a hidden frame to attest this page. Resolves to the attestation, to `''` on a timeout, with which
 * wallets do not look for one, and to `undefined` outside a browser.
 */
export async function attestationFrom(url: string, ms = VERIFY_MS): Promise<string | undefined> {
  if (typeof document === 'undefined') return undefined
  const frame = document.createElement('iframe')
  frame.style.display = 'none'
  frame.src = url
  return new Promise((resolve) => {
    const end = (attestation: string) => {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
      frame.remove()
      resolve(attestation)
    }
    const onMessage = ({ source, data }: MessageEvent) => {
      const attestation = source === frame.contentWindow ? attestationIn(data) : undefined
      if (attestation !== undefined) end(attestation)
    }
    const timer = setTimeout(() => end(''), ms)
    addEventListener('message', onMessage)
    document.body.append(frame)
  })
}

/**
 * Restricts the client to one verification service and a time limit. A service that does not respond would delay every request,
 * and in a wallet everything after it. The client's own code accepts messages from any window, and leaves frames behind when two
 * messages are sent at once.
 */
export function guardVerify(verify: Verify, server: true | string, projectId: string): void {
  const root = (server === true ? VERIFY_SERVER : server).replace(/\/+$/, '')
  const { resolve } = verify
  // The client needs it to verify signatures.
  installBuffer()
  verify.verifyUrlV3 = `${root}/v3`
  verify.getVerifyUrl = () => root
  verify.register = ({ id, decryptedId }) => {
    const query = new URLSearchParams({ projectId, origin: globalThis.location?.origin ?? '', id, decryptedId })
    return attestationFrom(`${root}/v3/attestation?${query.toString()}`)
  }
  verify.resolve = (params) =>
    withTimeout(VERIFY_MS, resolve(params), () => {
      // After a failed fetch of the key, the client would wait forever.
      verify.fetchPromise = undefined
      return undefined
    })
}
