/** The client of the frame's own server. */
import * as z from 'zod/mini'
import { Refused } from './refusals.ts'

const longestMs = 30_000
const againMs = 1_000
/** As long as an emailed link is valid, which is longer than the server keeps any other attempt. */
const awaitedMs = 20 * 60_000
const refusal = z.object({ error: z.string(), message: z.string() })

/** The server refused a request. */
export class SiteRefused extends Refused {
  override name = 'SiteRefused'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const wallet = z.object({ email: z.optional(z.string()), userName: z.optional(z.string()), seed: z.string() })
const opened = z.extend(wallet, { session: z.string(), pageToken: z.string() })

/** The server is unreachable or did not answer. */
class SiteUnreached extends Refused {
  override name = 'SiteUnreached'
}

/** Schemas of the server's answers, by request. */
const answers = {
  connect: z.union([
    z.object({ action: z.literal('CONNECT') }),
    z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']), attempt: z.string() }),
  ]),
  device: z.object({ isRegistered: z.boolean() }),
  code: opened,
  social: z.object({ uri: z.string() }),
  'social-connect': opened,
  farcaster: z.object({ attempt: z.string(), url: z.string() }),
  'farcaster-connect': z.union([z.object({ isConfirmed: z.literal(false) }), opened]),
  session: wallet,
  reopen: opened,
  'sign-out': z.object({}),
  email: z.object({ action: z.literal('VERIFY_PRIMARY_OTP') }),
  'email-primary': z.object({}),
  'email-secondary': z.object({ newEmail: z.string() }),
} as const
type Name = keyof typeof answers
export type SiteAnswer<N extends Name> = z.output<(typeof answers)[N]>

/** Sends a request to the server. Throws a `SiteRefused` with a text for the user, or a `SiteUnreached`. */
export async function askSite<N extends Name>(name: N, body: object, signal?: AbortSignal): Promise<SiteAnswer<N>> {
  const bound = AbortSignal.timeout(longestMs)
  const answer = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, bound]) : bound,
  }).catch(() => {
    throw new SiteUnreached('The wallet could not be reached. Please try again.')
  })
  const read: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) {
    const { data } = refusal.safeParse(read)
    throw new SiteRefused(
      data?.error ?? 'unknown',
      data?.message ?? 'The wallet has a problem. Please try again later.',
    )
  }
  return (answers[name] as z.ZodMiniType).parse(read) as SiteAnswer<N>
}

/**
 * Waits for something that the user does elsewhere, such as in their email. Switching apps can break the connection, so an
 * unreachable server is retried while `isAwaited` returns true, for at most 20 minutes.
 */
export async function askPatiently<N extends Name>(
  name: N,
  body: object,
  isAwaited: () => boolean,
): Promise<SiteAnswer<N>> {
  const untilMs = Date.now() + awaitedMs
  for (;;) {
    try {
      return await askSite(name, body)
    } catch (error) {
      if (!(error instanceof SiteUnreached) || !isAwaited() || Date.now() > untilMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}
