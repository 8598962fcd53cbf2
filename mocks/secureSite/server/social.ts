/** Social sign-in: OAuth 2 with an authorization code, a state that is bound to one device, and PKCE. */
import { isListed } from '../origins.ts'
import { readEmail, type Accounts } from './accounts.ts'
import { createAttempts } from './attempts.ts'
import { exchange, type Grant } from './exchange.ts'
import { createLimit, minutesOf } from './limit.ts'
import { joinedMail, type Notify } from './mails.ts'
import { providerKinds, type Identity, type ProviderClients, type SocialProvider } from './providers.ts'
import { Refusal } from './refusal.ts'
import { createToken, hashOf } from './secret.ts'
import type { OpenedSession, Sessions } from './sessions.ts'

const lifeMs = 10 * 60_000
const startLimit = { max: 100, windowMs: 10 * 60_000 }
const maxCodeLength = 4_096

interface Attempt extends Omit<Grant, 'code'> {
  provider: SocialProvider
  /** The hash of the token of the frame's device. */
  device: string
  /** The origin of the embedding page. */
  parent: string
  expiresAtMs: number
}
/** An attempt that returned from the provider, with its result. */
type ReturnedAttempt = Attempt &
  ({ code: string; name?: string | undefined; refusal?: undefined } | { refusal: Refusal })

interface SocialInput {
  provider: SocialProvider
  device: string
  parent?: string | undefined
}

/** What the page that began the sign-in receives. */
export interface SocialResult {
  parent: string
  resultUri: string
  /** Why the sign-in failed. */
  refusal?: Refusal | undefined
}

export interface Social {
  /** Returns the URL for the window, which `go` handles. */
  begin(input: SocialInput, caller: string): { uri: string }
  /**
   * The provider's URL for the user. If `previousResult` is the token of this browser's last result for the same provider, page
   * and device, returns that result instead: a provider can cut the window off from the page, so that the page did not receive
   * it.
   */
  go(provider: SocialProvider, state: string, previousResult: string): URL | SocialResult
  /** Handles the parameters with which the provider redirected the browser back. */
  handleReturn(provider: SocialProvider, params: URLSearchParams): SocialResult
  /** Opens a session with a result URI, only on the device that began the sign-in. */
  connect(uri: string, device: string): Promise<OpenedSession>
}

interface Parts {
  origin: string
  clients: ProviderClients
  parents: readonly string[]
  accounts: Accounts
  sessions: Sessions
  notify: Notify
  nowMs: () => number
  /** The timeout for a provider's answers. */
  timeoutMs: number
  report(error: unknown): void
}

const isDeclined = (error: string) => error === 'access_denied' || error === 'user_cancelled_authorize'

/**
 * Apple sends a name once, next to the code: `{ "name": { "firstName", "lastName" } }`. It is unverified and only displayed.
 */
function parsePostedName(text: string | null): string | undefined {
  try {
    const { firstName, lastName } = (JSON.parse(text ?? '') as { name: Record<string, unknown> }).name
    return [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  } catch {
    return undefined
  }
}

/** A verified email address in normalized form. An invalid one is ignored. */
function emailOf({ email }: Identity): string | undefined {
  try {
    return email === undefined ? undefined : readEmail(email)
  } catch {
    return undefined
  }
}

const resultUriOf = ({ redirectUri }: Attempt, result: string) => `${redirectUri}?result=${result}`
/** The token in a result URI. */
export const resultTokenOf = (uri: string) => (URL.canParse(uri) && new URL(uri).searchParams.get('result')) || ''

/** Whether two attempts have the same page, provider and device. */
const isSame = (first: Attempt, second: Attempt) =>
  first.provider === second.provider && first.device === second.device && first.parent === second.parent

export function createSocial(parts: Parts): Social {
  const { origin, clients, parents, accounts, sessions, notify, nowMs, timeoutMs, report } = parts
  const startedAttempts = createAttempts<Attempt>(lifeMs, nowMs)
  const returnedAttempts = createAttempts<ReturnedAttempt>(lifeMs, nowMs)
  const limit = createLimit(startLimit, nowMs)

  const clientOf = (provider: SocialProvider) => {
    const client = clients[provider]
    if (!client) throw new Refusal('social.unavailable', { provider: providerKinds[provider].title })
    return client
  }
  function requireValid<Value extends Attempt>(attempt: Value | undefined): Value {
    if (!attempt) throw new Refusal('social.unknown')
    if (nowMs() >= attempt.expiresAtMs) throw new Refusal('social.expired')
    return attempt
  }
  function requireStarted(provider: SocialProvider, state: string): Attempt {
    const attempt = startedAttempts.get(state)
    if (attempt?.provider !== provider) throw new Refusal('social.unknown')
    return requireValid(attempt)
  }
  function authorizeUrl({ provider, redirectUri, verifier, nonce }: Attempt, state: string): URL {
    const client = clientOf(provider)
    const { issuer, isPosted, ...kind } = { ...providerKinds[provider], ...client }
    const url = new URL(kind.authorizeUrl)
    const params = {
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: kind.scope,
      state,
      // The S256 challenge is the same hash that tokens are stored as.
      code_challenge: hashOf(verifier),
      code_challenge_method: 'S256',
      ...(issuer !== undefined && { nonce }),
      ...(isPosted && { response_mode: 'form_post' }),
    }
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    return url
  }
  async function identify(provider: SocialProvider, grant: Grant): Promise<Identity> {
    try {
      return await exchange(provider, clientOf(provider), grant, nowMs(), AbortSignal.timeout(timeoutMs))
    } catch (error) {
      if (error instanceof Refusal) throw error
      report(error)
      throw new Refusal('social.failed', { provider: providerKinds[provider].title })
    }
  }

  return {
    begin({ provider, device, parent = '' }, caller) {
      // Throws if the provider is not offered.
      clientOf(provider)
      if (!isListed(parents, parent)) throw new Refusal('social.parent')
      const waitMs = limit.waitMs(caller)
      if (waitMs > 0) throw new Refusal('social.tooMany', { minutes: minutesOf(waitMs) })
      limit.record(caller)
      const [verifier, nonce] = [createToken(), createToken()]
      const redirectUri = `${origin}/social/${provider}`
      const attempt = { provider, device: hashOf(device), parent, redirectUri, verifier, nonce }
      const state = startedAttempts.add({ ...attempt, expiresAtMs: nowMs() + lifeMs })
      return { uri: `${redirectUri}/go?state=${state}` }
    },
    go(provider, state, previousResult) {
      const attempt = requireStarted(provider, state)
      const result = returnedAttempts.get(previousResult)
      if (result && isSame(result, attempt) && nowMs() < result.expiresAtMs)
        return { parent: result.parent, resultUri: resultUriOf(result, previousResult) }
      return authorizeUrl(attempt, state)
    },
    handleReturn(provider, params) {
      const state = params.get('state') ?? ''
      const attempt = requireStarted(provider, state)
      startedAttempts.end(state)
      const [error, code] = [params.get('error'), params.get('code') ?? '']
      const title = { provider: providerKinds[provider].title }
      const outcome =
        error === null && code !== '' && code.length <= maxCodeLength
          ? { code, name: parsePostedName(params.get('user')), refusal: undefined }
          : { refusal: new Refusal(error !== null && isDeclined(error) ? 'social.declined' : 'social.failed', title) }
      const result = returnedAttempts.add({ ...attempt, ...outcome })
      return { parent: attempt.parent, resultUri: resultUriOf(attempt, result), refusal: outcome.refusal }
    },
    async connect(uri, device) {
      const result = resultTokenOf(uri)
      const attempt = requireValid(returnedAttempts.get(result))
      if (attempt.device !== hashOf(device)) throw new Refusal('social.device')
      returnedAttempts.end(result)
      if (attempt.refusal) throw attempt.refusal
      const identity = await identify(attempt.provider, attempt)
      const identityId = `${attempt.provider}:${identity.subject}`
      const email = emailOf(identity)
      const { id, isLinked } = await accounts.findOrCreateByIdentity(identityId, email)
      // The sign-in neither waits for the notice nor fails with it.
      if (isLinked && email !== undefined)
        notify(joinedMail(email, providerKinds[attempt.provider].title)).catch(() => undefined)
      return sessions.open(id, device, { identity: identityId, userName: identity.userName ?? attempt.name })
    },
  }
}
