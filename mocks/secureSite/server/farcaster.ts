/**
 * Signing in with Farcaster: a relay passes a request to the user's app, and returns what the app has signed (SIWF, an ERC-4361
 * message).
 */
import { createAppClient, viemConnector } from '@farcaster/auth-client'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Accounts } from './accounts.ts'
import { fetchJson } from './fetchJson.ts'
import { createAttempts } from './attempts.ts'
import { createLimit, minutesOf } from './limit.ts'
import { Refusal } from './refusal.ts'
import { hashOf } from './secret.ts'
import type { OpenedSession, Sessions } from './sessions.ts'

const lifeMs = 10 * 60_000
const startLimit = { max: 100, windowMs: 10 * 60_000 }
const pollMs = 1_000
const provider = 'Farcaster'

const boundedText = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength))
const channelSchema = z.object({
  channelToken: boundedText(1_024),
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(4_096)),
})
const statusSchema = z.union([
  z.object({ state: z.literal('pending') }),
  z.object({
    state: z.literal('completed'),
    message: boundedText(8_192),
    signature: z.templateLiteral(['0x', z.string().check(z.regex(/^[\da-f]+$/i))]),
    username: z.nullish(z.string()),
  }),
])
type Completed = Extract<z.infer<typeof statusSchema>, { state: 'completed' }>

export interface FarcasterOptions {
  /** A node of Optimism, which has Farcaster's registries. */
  rpcUrl: string
  /** Defaults to `https://relay.farcaster.xyz`. */
  relayUrl?: string | undefined
}

interface Attempt {
  device: string
  channelToken: string
  nonce: string
  expiresAtMs: number
  /** Aborts the pending `connect` call. */
  polling?: AbortController
}

export interface Farcaster {
  /** Returns the URL for the user's app. Replaces an earlier attempt of the device. */
  begin(device: string, caller: string): Promise<{ attempt: string; url: string }>
  /**
   * Waits for the user's confirmation. Resolves to a session, or to `undefined` if the signal aborts or `connect` is called
   * again.
   */
  connect(attempt: string, device: string, signal: AbortSignal): Promise<OpenedSession | undefined>
}

interface Parts {
  origin: string
  options: FarcasterOptions | undefined
  accounts: Accounts
  sessions: Sessions
  nowMs: () => number
  /** The timeout for the relay and the chain. */
  timeoutMs: number
  report(error: unknown): void
}

/** Rejects after a timeout. The promise itself continues. */
async function withTimeout<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
  const controller = new AbortController()
  const timeout = pause(timeoutMs, undefined, { signal: controller.signal }).then(() => {
    throw new Error('The chain is silent.')
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    timeout.catch(() => undefined)
    controller.abort()
  }
}

export function createFarcaster({ origin, options, accounts, sessions, nowMs, timeoutMs, report }: Parts): Farcaster {
  const relay = `${(options?.relayUrl ?? 'https://relay.farcaster.xyz').replace(/\/$/, '')}/v1`
  const domain = new URL(origin).host
  const client = options && createAppClient({ ethereum: viemConnector({ rpcUrl: options.rpcUrl }) })
  const attempts = createAttempts<Attempt>(lifeMs, nowMs)
  const limit = createLimit(startLimit, nowMs)

  function reportFailure(error: unknown): Refusal {
    report(error)
    return new Refusal('social.failed', { provider })
  }
  function requireAttempt(token: string, device: string): Attempt {
    const attempt = attempts.get(token)
    if (!attempt) throw new Refusal('social.unknown')
    if (nowMs() >= attempt.expiresAtMs) throw new Refusal('social.expired')
    if (attempt.device !== hashOf(device)) throw new Refusal('social.device')
    return attempt
  }
  /** The user's FID, if the signed message is for this attempt and the signer owns the FID or may sign in for it. */
  async function verify({ nonce }: Attempt, { message, signature }: Completed): Promise<number> {
    if (!client) throw new Refusal('social.unavailable', { provider })
    const verified = await withTimeout(timeoutMs, client.verifySignInMessage({ nonce, domain, message, signature }))
    if (verified.isError) throw verified.error ?? new Error('The message could not be verified.')
    if (verified.data.uri !== origin) throw new Error('The message is for another page.')
    return verified.fid
  }

  return {
    async begin(device, caller) {
      if (!options) throw new Refusal('social.unavailable', { provider })
      const waitMs = limit.waitMs(caller)
      if (waitMs > 0) throw new Refusal('social.tooMany', { minutes: minutesOf(waitMs) })
      limit.record(caller)
      const details = { device: hashOf(device), nonce: randomBytes(32).toString('hex') }
      const expiresAtMs = nowMs() + lifeMs
      const channelRequest = {
        siweUri: origin,
        domain,
        nonce: details.nonce,
        expirationTime: new Date(expiresAtMs).toISOString(),
        acceptAuthAddress: true,
      }
      const { channelToken, url } = await fetchJson(`${relay}/channel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(channelRequest),
        signal: AbortSignal.timeout(timeoutMs),
      })
        .then((answer) => channelSchema.parse(answer))
        .catch((error: unknown) => {
          throw reportFailure(error)
        })
      attempts.removeMatching((other) => other.device === details.device)
      return { attempt: attempts.add({ ...details, channelToken, expiresAtMs }), url }
    },
    async connect(token, device, disconnected) {
      const startedAttempt = requireAttempt(token, device)
      // Only the latest of several calls polls the relay.
      startedAttempt.polling?.abort()
      startedAttempt.polling = new AbortController()
      const signal = AbortSignal.any([disconnected, startedAttempt.polling.signal])
      let failure: Refusal | undefined
      for (;;) {
        const attempt = requireAttempt(token, device)
        const channelStatus = await fetchJson(`${relay}/channel/status`, {
          headers: { authorization: `Bearer ${attempt.channelToken}` },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
          .then((answer) => statusSchema.parse(answer))
          .catch((error: unknown) => {
            if (!signal.aborted) failure = reportFailure(error)
          })
        if (channelStatus) failure = undefined
        if (channelStatus?.state === 'completed') {
          // Another attempt or another call may have started in the meantime.
          requireAttempt(token, device)
          attempts.end(token)
          const fid = await verify(attempt, channelStatus).catch((error: unknown) => {
            throw reportFailure(error)
          })
          const identity = `farcaster:${fid}`
          const { id } = await accounts.findOrCreateByIdentity(identity, undefined)
          return sessions.open(id, device, { identity, userName: channelStatus.username ?? undefined })
        }
        await pause(pollMs, undefined, { signal }).catch(() => undefined)
        if (!signal.aborted) continue
        if (failure) throw failure
        return undefined
      }
    },
  }
}
