/** The session of the user who is signed in in this frame. */
import { base64urlnopad } from '@scure/base'
import { askPatiently, askSite, SiteRefused, type SiteAnswer } from './api.ts'
import type { Entries } from './entries.ts'
import { keysOf, type Keys } from './keys.ts'
import { Refused } from './refusals.ts'
import type { SocialProvider } from '../server/providers.ts'

export interface Wallet {
  email: string | undefined
  /** The user name at the login provider. */
  userName: string | undefined
  keys: Keys
}

export interface Session {
  /** The wallet; with `sure`, after the server has confirmed the session. Rejects if the user is not signed in. */
  wallet(sure?: boolean): Promise<Wallet>
  /** Whether the user is signed in, possibly through a token that the page kept. */
  isConnected(pageToken?: string): Promise<boolean>
  connect(email: string, parent: string | undefined): Promise<'CONNECT' | 'VERIFY_DEVICE' | 'VERIFY_OTP'>
  /** Resolves when the device is registered. */
  device(): Promise<void>
  code(code: string): Promise<void>
  /** The URL at which the user signs in with a provider. */
  socialUri(provider: SocialProvider, parent: string | undefined): Promise<string>
  /** Signs in with the result URI that the page received when the user returned. */
  social(uri: string): Promise<void>
  /** The URL that the user opens with their Farcaster app. */
  farcasterUrl(): Promise<string>
  /** Resolves when the user has confirmed in their app. */
  farcaster(): Promise<void>
  signOut(): Promise<void>
  changeEmail(email: string): Promise<'VERIFY_PRIMARY_OTP'>
  confirmOldEmail(code: string): Promise<void>
  confirmNewEmail(code: string): Promise<string>
}

const notSignedIn = () => new Refused('You are not signed in.')
const superseded = () => new Refused('This attempt to sign in is over.')

/** Errors are ignored, because sessions expire anyway. */
const endSession = (session: string) => void askSite('sign-out', { session }).catch(() => {})

/** The session's state: tokens in the storage, and the wallet in memory. */
function createHolder(entries: Entries, announce: (pageToken: string) => void, left: () => void) {
  let signedIn: Promise<Wallet> | undefined
  /** The address of the last signed-in user, if known. */
  let owner: string | undefined
  /** Incremented on every sign-in attempt, sign-in and sign-out, which invalidates earlier attempts. */
  let turn = 0
  const readWallet = ({ email, userName, seed }: SiteAnswer<'session'>): Wallet => ({
    email,
    userName,
    keys: keysOf(seed),
  })
  function clear() {
    turn += 1
    signedIn = undefined
    owner = undefined
    entries.remove('session')
  }
  function forget() {
    const wasSignedIn = signedIn !== undefined
    clear()
    if (wasSignedIn) left()
  }
  function deviceToken(): string {
    const known = entries.get('device')
    if (known !== undefined) return known
    const made = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
    entries.set('device', made)
    return made
  }
  const sessionToken = (): string => {
    const token = entries.get('session')
    if (token === undefined) throw notSignedIn()
    return token
  }
  /** Signs in with the server's answer. Throws a refusal if the attempt was superseded. */
  function open({ session, pageToken, ...answer }: SiteAnswer<'code'>, begunAt: number) {
    if (begunAt !== turn) {
      endSession(session)
      throw superseded()
    }
    turn += 1
    const earlier = entries.get('session')
    const opened = readWallet(answer)
    const { address } = opened.keys.ethereum
    if ((signedIn || owner !== undefined) && owner !== address) left()
    owner = address
    signedIn = Promise.resolve(opened)
    entries.set('session', session)
    announce(pageToken)
    if (earlier !== undefined) endSession(earlier)
  }
  async function restore(): Promise<Wallet> {
    const session = sessionToken()
    const isSame = () => entries.get('session') === session
    try {
      const restored = readWallet(await askSite('session', { session }))
      if (isSame()) {
        owner = restored.keys.ethereum.address
        return restored
      }
    } catch (error) {
      if (isSame()) {
        if (error instanceof SiteRefused && error.code === 'session.missing') forget()
        else signedIn = undefined
        throw error
      }
    }
    return restore()
  }
  async function wallet(sure = false): Promise<Wallet> {
    sessionToken()
    if (sure || !signedIn) signedIn = restore()
    return signedIn
  }
  async function look(before: Promise<Wallet>) {
    const [was, is] = await Promise.all([before, wallet()])
    if (was.keys.ethereum.address !== is.keys.ethereum.address) left()
  }
  // Signing out in one tab signs out in all tabs, and so does signing in as another user.
  entries.watch('session', () => {
    const before = signedIn
    turn += 1
    signedIn = undefined
    if (entries.get('session') === undefined) {
      clear()
      left()
    } else if (before) void look(before).catch(() => {})
  })
  return { wallet, open, forget, deviceToken, sessionToken, begin: () => (turn += 1), turn: () => turn }
}
type Holder = ReturnType<typeof createHolder>

/** The latest email sign-in attempt. */
function createAttempt(
  { open, begin, deviceToken }: Holder,
  entries: Entries,
): Pick<Session, 'connect' | 'device' | 'code'> {
  let attempt: string | undefined
  let registering: { attempt: string; done: Promise<void> } | undefined

  async function registered(mine: string): Promise<void> {
    try {
      while (!(await askPatiently('device', { attempt: mine }, () => mine === attempt)).isRegistered)
        if (mine !== attempt) throw new Refused('Another attempt to sign in has begun.')
    } finally {
      if (registering?.attempt === mine) registering = undefined
    }
  }

  return {
    async connect(email, parent) {
      begin()
      const answer = await askSite('connect', { email, parent, device: deviceToken(), session: entries.get('session') })
      attempt = 'attempt' in answer ? answer.attempt : undefined
      return answer.action
    },
    async device() {
      if (attempt === undefined) throw new Refused('There is no device to register. Please begin again.')
      const mine = attempt
      // A repeated call waits for the same result.
      if (registering?.attempt !== mine) registering = { attempt: mine, done: registered(mine) }
      return registering.done
    },
    async code(code) {
      if (attempt === undefined) throw new Refused('No code was asked for. Please begin again.')
      const begunAt = begin()
      open(await askSite('code', { attempt, code }), begunAt)
      attempt = undefined
    },
  }
}

/** Signing in with a social login provider. */
function createSocial({ open, begin, deviceToken }: Holder): Pick<Session, 'socialUri' | 'social'> {
  let last: { uri: string; done: Promise<void> } | undefined
  async function connect(uri: string) {
    const begunAt = begin()
    open(await askSite('social-connect', { uri, device: deviceToken() }), begunAt)
  }
  return {
    async socialUri(provider, parent) {
      begin()
      return (await askSite('social', { provider, parent, device: deviceToken() })).uri
    },
    async social(uri) {
      // A page may send the result more than once, but it opens only one session.
      const mine = last?.uri === uri ? last : (last = { uri, done: connect(uri) })
      try {
        await mine.done
      } catch (error) {
        if (last === mine) last = undefined
        throw error
      }
    },
  }
}

/** The latest Farcaster sign-in attempt. */
function createFarcaster({ open, begin, turn, deviceToken }: Holder): Pick<Session, 'farcasterUrl' | 'farcaster'> {
  let last: { attempt: string; begunAt: number; done?: Promise<void> | undefined } | undefined

  async function confirmed({ attempt, begunAt }: { attempt: string; begunAt: number }): Promise<void> {
    for (;;) {
      const body = { attempt, device: deviceToken() }
      const asked = askPatiently('farcaster-connect', body, () => begunAt === turn())
      const answer = await asked.catch((error: unknown) => {
        throw begunAt === turn() ? error : superseded()
      })
      if (!('isConfirmed' in answer)) return open(answer, begunAt)
      if (begunAt !== turn()) throw superseded()
    }
  }

  return {
    async farcasterUrl() {
      const begunAt = begin()
      const { attempt, url } = await askSite('farcaster', { device: deviceToken() })
      if (begunAt !== turn()) throw superseded()
      last = { attempt, begunAt }
      return url
    },
    async farcaster() {
      const mine = last
      if (!mine) throw new Refused('Nobody was asked in Farcaster. Please begin again.')
      // A repeated call waits for the same result.
      mine.done ??= confirmed(mine)
      try {
        await mine.done
      } catch (error) {
        mine.done = undefined
        throw error
      }
    },
  }
}

/** Returns false for a refusal of the server. Rethrows other errors. */
function refusedMeansNo(error: unknown): false {
  if (error instanceof SiteRefused) return false
  throw error
}

/**
 * Opens the session in the storage. `announce` receives the token that the page may keep; `left` is called after a sign-out.
 */
export function createSession(entries: Entries, announce: (pageToken: string) => void, left: () => void): Session {
  const holder = createHolder(entries, announce, left)
  const { wallet, open, forget, deviceToken, sessionToken, turn } = holder
  return {
    wallet,
    ...createAttempt(holder, entries),
    ...createSocial(holder),
    ...createFarcaster(holder),
    async isConnected(pageToken) {
      if (entries.get('session') !== undefined && (await wallet(true).catch(refusedMeansNo))) return true
      if (pageToken === undefined || entries.get('device') === undefined) return false
      const begunAt = turn()
      const reopened = await askSite('reopen', { pageToken, device: deviceToken() }).catch(refusedMeansNo)
      if (reopened) open(reopened, begunAt)
      return reopened !== false
    },
    async signOut() {
      const session = entries.get('session')
      forget()
      // The wallet's own data is removed only on sign-out; it survives an expired session.
      for (const name of ['preferred', 'bundles'] as const) entries.remove(name)
      if (session !== undefined) await askSite('sign-out', { session })
    },
    async changeEmail(email) {
      return (await askSite('email', { session: sessionToken(), email })).action
    },
    async confirmOldEmail(code) {
      await askSite('email-primary', { session: sessionToken(), code })
    },
    async confirmNewEmail(code) {
      const { newEmail } = await askSite('email-secondary', { session: sessionToken(), code, device: deviceToken() })
      // The address has changed. If the wallet cannot be fetched now, the next request fetches it.
      await wallet(true).catch(() => {})
      return newEmail
    },
  }
}
