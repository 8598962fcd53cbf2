/** The client of the frame's own server. */
import * as z from 'zod/mini'
import { RefusalError } from './refusals.ts'

const timeoutMs = 30_000
const retryDelayMs = 1_000
/** As long as an emailed link is valid, which is longer than the server keeps any other attempt. */
const maxWaitMs = 20 * 60_000
const refusalSchema = z.object({ error: z.string(), message: z.string() })

/** The server refused a request. */
export class ServerRefusalError extends RefusalError {
  override name = 'ServerRefusalError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const walletSchema = z.object({ email: z.optional(z.string()), userName: z.optional(z.string()), seed: z.string() })
const openedSessionSchema = z.extend(walletSchema, { session: z.string(), pageToken: z.string() })

/** The server is unreachable or did not answer. */
class ServerUnreachableError extends RefusalError {
  override name = 'ServerUnreachableError'
}

/** Schemas of the server's answers, by request. */
const answerSchemas = {
  connect: z.union([
    z.object({ action: z.literal('CONNECT') }),
    z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']), attempt: z.string() }),
  ]),
  device: z.object({ isRegistered: z.boolean() }),
  code: openedSessionSchema,
  social: z.object({ uri: z.string() }),
  'social-connect': openedSessionSchema,
  farcaster: z.object({ attempt: z.string(), url: z.string() }),
  'farcaster-connect': z.union([z.object({ isConfirmed: z.literal(false) }), openedSessionSchema]),
  session: walletSchema,
  reopen: openedSessionSchema,
  'sign-out': z.object({}),
  email: z.object({ action: z.literal('VERIFY_PRIMARY_OTP') }),
  'email-primary': z.object({}),
  'email-secondary': z.object({ newEmail: z.string() }),
} as const
type RequestName = keyof typeof answerSchemas
export type ServerAnswer<N extends RequestName> = z.output<(typeof answerSchemas)[N]>

/** Sends a request to the server. Throws a `ServerRefusalError` with a text for the user, or a `ServerUnreachableError`. */
export async function callServer<N extends RequestName>(
  name: N,
  body: object,
  signal?: AbortSignal,
): Promise<ServerAnswer<N>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(() => {
    throw new ServerUnreachableError('The wallet could not be reached. Please try again.')
  })
  const json: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const { data } = refusalSchema.safeParse(json)
    throw new ServerRefusalError(
      data?.error ?? 'unknown',
      data?.message ?? 'The wallet has a problem. Please try again later.',
    )
  }
  return (answerSchemas[name] as z.ZodMiniType).parse(json) as ServerAnswer<N>
}

/**
 * Waits for something that the user does elsewhere, such as in their email. Switching apps can break the connection, so an
 * unreachable server is retried while `shouldRetry` returns true, for at most 20 minutes.
 */
export async function pollServer<N extends RequestName>(
  name: N,
  body: object,
  shouldRetry: () => boolean,
): Promise<ServerAnswer<N>> {
  const deadlineMs = Date.now() + maxWaitMs
  for (;;) {
    try {
      return await callServer(name, body)
    } catch (error) {
      if (!(error instanceof ServerUnreachableError) || !shouldRetry() || Date.now() > deadlineMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
  }
}
