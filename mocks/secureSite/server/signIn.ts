/** Email sign-in: an email address, a device registered for it, and a code. */
import { isListed } from '../origins.ts'
import type { Accounts } from './accounts.ts'
import { readEmail } from './accounts.ts'
import { codeLifeMs, type Codes, type IssuedCode } from './codes.ts'
import { deviceMail, signInMail, type Post } from './mails.ts'
import { Refusal } from './refusal.ts'
import { createToken, hashOf } from './secret.ts'
import type { OpenedSession, Sessions } from './sessions.ts'

/** The requesting client: its IP address and user agent. */
export interface Caller {
  address: string
  userAgent: string
}
export interface ConnectInput {
  email: string
  /** The token of the frame's device, which the frame generates. */
  device: string
  /** The token of the frame's current session. */
  session?: string | undefined
  /** The origin of the embedding page. */
  parent?: string | undefined
}
export type ConnectResult = { action: 'CONNECT' } | { action: 'VERIFY_DEVICE' | 'VERIFY_OTP'; attempt: string }

/** The details that the page of a link shows. */
export interface LinkDetails {
  email: string
  parent: string | undefined
  userAgent: string
  isUsed: boolean
}

interface Attempt {
  email: string
  device: string
  parent: string | undefined
  userAgent: string
  caller: string
  expiresAtMs: number
  link?: string
  isRegistered: boolean
  /** Why no code was sent when the device was registered. */
  failure?: Refusal
  code?: IssuedCode
  waiters: Set<() => void>
}

export interface SignIn {
  connect(input: ConnectInput, caller: Caller): Promise<ConnectResult>
  /** Waits until the link is confirmed or the signal aborts. */
  device(attempt: string, signal: AbortSignal): Promise<{ isRegistered: boolean }>
  /** Throws a refusal if the link has expired. */
  link(link: string): LinkDetails
  confirm(link: string): Promise<LinkDetails>
  code(attempt: string, code: string): Promise<OpenedSession & { account: string }>
}

const maxAttempts = 10_000

interface Parts {
  origin: string
  accounts: Accounts
  sessions: Sessions
  codes: Codes
  post: Post
  /** The sites that may embed the frame. Emails name no others. */
  parents: readonly string[]
  nowMs: () => number
}

/** Open sign-in attempts, by the hashes of their tokens. They are in memory, so a restart ends them. */
function createAttempts(nowMs: () => number) {
  const attempts = new Map<string, Attempt>()
  const isExpired = ({ expiresAtMs }: Attempt) => nowMs() >= expiresAtMs
  const remove = (key: string) => {
    const attempt = attempts.get(key)
    attempts.delete(key)
    attempt?.waiters.forEach((waiter) => waiter())
  }
  return {
    /** Adds an attempt, and removes earlier ones of the same device and email address. */
    add(attempt: Attempt): string {
      for (const [key, { email, device, expiresAtMs }] of attempts)
        if (nowMs() >= expiresAtMs + codeLifeMs || (email === attempt.email && device === attempt.device)) remove(key)
      const [oldest] = attempts.keys()
      if (attempts.size >= maxAttempts && oldest !== undefined) remove(oldest)
      const token = createToken()
      attempts.set(hashOf(token), attempt)
      return token
    },
    get: (token: string): Attempt | undefined => attempts.get(hashOf(token)),
    end: (token: string) => remove(hashOf(token)),
    findByLink(link: string): Attempt {
      const attempt = [...attempts.values()].find((candidate) => candidate.link === hashOf(link))
      if (!attempt) throw new Refusal('link.unknown')
      if (isExpired(attempt) && !attempt.isRegistered) throw new Refusal('link.expired')
      return attempt
    },
    isExpired,
  }
}

export function createSignIn({ origin, accounts, sessions, codes, post, parents, nowMs }: Parts): SignIn {
  const attempts = createAttempts(nowMs)

  async function sendCode(attempt: Attempt) {
    const { code, issued } = codes.issue(attempt.email, [`${attempt.email} ${attempt.device}`])
    await post(signInMail(attempt.email, code), attempt.caller)
    attempt.code = issued
  }
  /** Whether the session belongs to the email address. */
  function hasSession(session: string | undefined, email: string): boolean {
    try {
      return session !== undefined && accounts.get(sessions.accountOf(session))?.email === email
    } catch {
      return false
    }
  }
  const linkDetailsOf = ({ email, parent, userAgent, isRegistered }: Attempt): LinkDetails => ({
    email,
    parent,
    userAgent,
    isUsed: isRegistered,
  })

  return {
    async connect({ device, session, parent, ...input }, { address, userAgent }) {
      if (parent !== undefined && !isListed(parents, parent)) throw new Refusal('signIn.parent')
      const email = readEmail(input.email)
      if (hasSession(session, email)) return { action: 'CONNECT' }
      const isRegistered = sessions.isRegistered(device, email)
      const details = { email, device, parent, userAgent, caller: address, isRegistered }
      const attempt: Attempt = { ...details, expiresAtMs: nowMs() + codeLifeMs, waiters: new Set() }
      if (isRegistered) {
        await sendCode(attempt)
        return { action: 'VERIFY_OTP', attempt: attempts.add(attempt) }
      }
      const link = createToken()
      attempt.link = hashOf(link)
      await post(deviceMail(email, `${origin}/device?link=${link}`, parent), address)
      return { action: 'VERIFY_DEVICE', attempt: attempts.add(attempt) }
    },
    async device(token, signal) {
      const attempt = attempts.get(token)
      if (!attempt) throw new Refusal('code.missing')
      if (!attempt.isRegistered && !attempts.isExpired(attempt) && !signal.aborted)
        await new Promise<void>((resolve) => {
          const waiter = () => {
            attempt.waiters.delete(waiter)
            resolve()
          }
          attempt.waiters.add(waiter)
          signal.addEventListener('abort', waiter, { once: true })
        })
      if (attempt.failure) throw attempt.failure
      if (attempt.isRegistered) return { isRegistered: true }
      if (attempts.isExpired(attempt) || !attempts.get(token)) throw new Refusal('link.expired')
      return { isRegistered: false }
    },
    link: (link) => linkDetailsOf(attempts.findByLink(link)),
    async confirm(link) {
      const attempt = attempts.findByLink(link)
      if (attempt.isRegistered) throw new Refusal('link.used')
      const details = linkDetailsOf(attempt)
      attempt.isRegistered = true
      await sessions.register(attempt.device, attempt.email)
      try {
        await sendCode(attempt)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        attempt.failure = error
      }
      attempt.waiters.forEach((waiter) => waiter())
      return details
    },
    async code(token, code) {
      const attempt = attempts.get(token)
      codes.check(attempt?.code, code)
      if (!attempt) throw new Refusal('code.missing')
      attempts.end(token)
      const account = await accounts.findOrCreateByEmail(attempt.email)
      return { account, ...(await sessions.open(account, attempt.device)) }
    },
  }
}
