/** The session of the user who is signed in in this frame. */
import { base64urlnopad } from '@scure/base'
import { pollServer, callServer, ServerRefusalError, type ServerAnswer } from './api.ts'
import type { Entries } from './entries.ts'
import { keysOf, type Keys } from './keys.ts'
import { RefusalError } from './refusals.ts'
import type { SocialProvider } from '../server/providers.ts'

export interface Wallet {
  email: string | undefined
  /** The user name at the login provider. */
  userName: string | undefined
  keys: Keys
}

export interface Session {
  /** The wallet; with `mustVerify`, after the server has confirmed the session. Rejects if the user is not signed in. */
  wallet(mustVerify?: boolean): Promise<Wallet>
  /** Whether the user is signed in, possibly through a token that the page stored. */
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

const notSignedInError = () => new RefusalError('You are not signed in.')
const supersededError = () => new RefusalError('This attempt to sign in is over.')

/** Errors are ignored, because sessions expire anyway. */
const endSession = (session: string) => void callServer('sign-out', { session }).catch(() => {})

/** The session's state: tokens in the storage, and the wallet in memory. */
function createSessionState(entries: Entries, sendPageToken: (pageToken: string) => void, onSignOut: () => void) {
  let currentWallet: Promise<Wallet> | undefined
  /** The address of the last signed-in user, if known. */
  let owner: string | undefined
  /** Incremented on every sign-in attempt, sign-in and sign-out, which invalidates earlier attempts. */
  let currentGeneration = 0
  const readWallet = ({ email, userName, seed }: ServerAnswer<'session'>): Wallet => ({
    email,
    userName,
    keys: keysOf(seed),
  })
  function clear() {
    currentGeneration += 1
    currentWallet = undefined
    owner = undefined
    entries.remove('session')
  }
  function clearAndNotify() {
    const wasSignedIn = currentWallet !== undefined
    clear()
    if (wasSignedIn) onSignOut()
  }
  function deviceToken(): string {
    const stored = entries.get('device')
    if (stored !== undefined) return stored
    const created = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
    entries.set('device', created)
    return created
  }
  const sessionToken = (): string => {
    const token = entries.get('session')
    if (token === undefined) throw notSignedInError()
    return token
  }
  /** Signs in with the server's answer. Throws a refusal if the attempt was superseded. */
  function open({ session, pageToken, ...answer }: ServerAnswer<'code'>, generation: number) {
    if (generation !== currentGeneration) {
      endSession(session)
      throw supersededError()
    }
    currentGeneration += 1
    const previousSession = entries.get('session')
    const newWallet = readWallet(answer)
    const { address } = newWallet.keys.ethereum
    if ((currentWallet || owner !== undefined) && owner !== address) onSignOut()
    owner = address
    currentWallet = Promise.resolve(newWallet)
    entries.set('session', session)
    sendPageToken(pageToken)
    if (previousSession !== undefined) endSession(previousSession)
  }
  async function restore(): Promise<Wallet> {
    const session = sessionToken()
    const isSame = () => entries.get('session') === session
    try {
      const restored = readWallet(await callServer('session', { session }))
      if (isSame()) {
        owner = restored.keys.ethereum.address
        return restored
      }
    } catch (error) {
      if (isSame()) {
        if (error instanceof ServerRefusalError && error.code === 'session.missing') clearAndNotify()
        else currentWallet = undefined
        throw error
      }
    }
    return restore()
  }
  async function wallet(mustVerify = false): Promise<Wallet> {
    sessionToken()
    if (mustVerify || !currentWallet) currentWallet = restore()
    return currentWallet
  }
  async function detectUserChange(previous: Promise<Wallet>) {
    const [previousWallet, nextWallet] = await Promise.all([previous, wallet()])
    if (previousWallet.keys.ethereum.address !== nextWallet.keys.ethereum.address) onSignOut()
  }
  // Signing out in one tab signs out in all tabs, and so does signing in as another user.
  entries.watch('session', () => {
    const previous = currentWallet
    currentGeneration += 1
    currentWallet = undefined
    if (entries.get('session') === undefined) {
      clear()
      onSignOut()
    } else if (previous) void detectUserChange(previous).catch(() => {})
  })
  return {
    wallet,
    open,
    clearAndNotify,
    deviceToken,
    sessionToken,
    begin: () => (currentGeneration += 1),
    getGeneration: () => currentGeneration,
  }
}
type SessionState = ReturnType<typeof createSessionState>

/** The latest email sign-in attempt. */
function createEmailSignIn(
  { open, begin, deviceToken }: SessionState,
  entries: Entries,
): Pick<Session, 'connect' | 'device' | 'code'> {
  let attempt: string | undefined
  let registration: { attempt: string; promise: Promise<void> } | undefined

  async function waitForDevice(token: string): Promise<void> {
    try {
      while (!(await pollServer('device', { attempt: token }, () => token === attempt)).isRegistered)
        if (token !== attempt) throw new RefusalError('Another attempt to sign in has begun.')
    } finally {
      if (registration?.attempt === token) registration = undefined
    }
  }

  return {
    async connect(email, parent) {
      begin()
      const answer = await callServer('connect', {
        email,
        parent,
        device: deviceToken(),
        session: entries.get('session'),
      })
      attempt = 'attempt' in answer ? answer.attempt : undefined
      return answer.action
    },
    async device() {
      if (attempt === undefined) throw new RefusalError('There is no device to register. Please begin again.')
      const token = attempt
      // A repeated call waits for the same result.
      if (registration?.attempt !== token) registration = { attempt: token, promise: waitForDevice(token) }
      return registration.promise
    },
    async code(code) {
      if (attempt === undefined) throw new RefusalError('No code was asked for. Please begin again.')
      const generation = begin()
      open(await callServer('code', { attempt, code }), generation)
      attempt = undefined
    },
  }
}

/** Signing in with a social login provider. */
function createSocialSignIn({ open, begin, deviceToken }: SessionState): Pick<Session, 'socialUri' | 'social'> {
  let latest: { uri: string; promise: Promise<void> } | undefined
  async function connect(uri: string) {
    const generation = begin()
    open(await callServer('social-connect', { uri, device: deviceToken() }), generation)
  }
  return {
    async socialUri(provider, parent) {
      begin()
      return (await callServer('social', { provider, parent, device: deviceToken() })).uri
    },
    async social(uri) {
      // A page may send the result more than once, but it opens only one session.
      const current = latest?.uri === uri ? latest : (latest = { uri, promise: connect(uri) })
      try {
        await current.promise
      } catch (error) {
        if (latest === current) latest = undefined
        throw error
      }
    },
  }
}

/** The latest Farcaster sign-in attempt. */
function createFarcasterSignIn({
  open,
  begin,
  getGeneration,
  deviceToken,
}: SessionState): Pick<Session, 'farcasterUrl' | 'farcaster'> {
  let latest: { attempt: string; generation: number; promise?: Promise<void> | undefined } | undefined

  async function waitForConfirmation({ attempt, generation }: { attempt: string; generation: number }): Promise<void> {
    for (;;) {
      const body = { attempt, device: deviceToken() }
      const request = pollServer('farcaster-connect', body, () => generation === getGeneration())
      const answer = await request.catch((error: unknown) => {
        throw generation === getGeneration() ? error : supersededError()
      })
      if (!('isConfirmed' in answer)) return open(answer, generation)
      if (generation !== getGeneration()) throw supersededError()
    }
  }

  return {
    async farcasterUrl() {
      const generation = begin()
      const { attempt, url } = await callServer('farcaster', { device: deviceToken() })
      if (generation !== getGeneration()) throw supersededError()
      latest = { attempt, generation }
      return url
    },
    async farcaster() {
      const current = latest
      if (!current) throw new RefusalError('Nobody was asked in Farcaster. Please begin again.')
      // A repeated call waits for the same result.
      current.promise ??= waitForConfirmation(current)
      try {
        await current.promise
      } catch (error) {
        current.promise = undefined
        throw error
      }
    },
  }
}

/** Returns false for a refusal of the server. Rethrows other errors. */
function falseIfRefused(error: unknown): false {
  if (error instanceof ServerRefusalError) return false
  throw error
}

/**
 * Opens the session in the storage. `sendPageToken` receives the token that the page may keep; `onSignOut` is called after a
 * sign-out or a change of the user.
 */
export function createSession(
  entries: Entries,
  sendPageToken: (pageToken: string) => void,
  onSignOut: () => void,
): Session {
  const state = createSessionState(entries, sendPageToken, onSignOut)
  const { wallet, open, clearAndNotify, deviceToken, sessionToken, getGeneration } = state
  return {
    wallet,
    ...createEmailSignIn(state, entries),
    ...createSocialSignIn(state),
    ...createFarcasterSignIn(state),
    async isConnected(pageToken) {
      if (entries.get('session') !== undefined && (await wallet(true).catch(falseIfRefused))) return true
      if (pageToken === undefined || entries.get('device') === undefined) return false
      const generation = getGeneration()
      const reopened = await callServer('reopen', { pageToken, device: deviceToken() }).catch(falseIfRefused)
      if (reopened) open(reopened, generation)
      return reopened !== false
    },
    async signOut() {
      const session = entries.get('session')
      clearAndNotify()
      // The wallet's own data is removed only on sign-out; it survives an expired session.
      for (const name of ['preferred', 'bundles'] as const) entries.remove(name)
      if (session !== undefined) await callServer('sign-out', { session })
    },
    async changeEmail(email) {
      return (await callServer('email', { session: sessionToken(), email })).action
    },
    async confirmOldEmail(code) {
      await callServer('email-primary', { session: sessionToken(), code })
    },
    async confirmNewEmail(code) {
      const { newEmail } = await callServer('email-secondary', { session: sessionToken(), code, device: deviceToken() })
      // The address has changed. If the wallet cannot be fetched now, the next request fetches it.
      await wallet(true).catch(() => {})
      return newEmail
    },
  }
}
