/** Who is signed in in this frame. */
import { base64urlnopad } from '@scure/base'
import { askSite, SiteRefused, type SiteAnswer } from './api.ts'
import type { Entries } from './entries.ts'
import { keysOf, type Keys } from './keys.ts'
import { Refused } from './refusals.ts'

export interface Wallet {
  email: string | undefined
  keys: Keys
}

export interface Session {
  /** The wallet; with `sure`, after the server was asked whether the session holds. Refuses where nobody is signed in. */
  wallet(sure?: boolean): Promise<Wallet>
  /** Whether somebody is signed in, be it by what the page kept. */
  isConnected(pageToken?: string): Promise<boolean>
  connect(email: string, parent: string | undefined): Promise<'CONNECT' | 'VERIFY_DEVICE' | 'VERIFY_OTP'>
  /** Resolves once the device was registered. */
  device(): Promise<void>
  code(code: string): Promise<void>
  signOut(): Promise<void>
  changeEmail(email: string): Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  confirmOldEmail(code: string): Promise<void>
  confirmNewEmail(code: string): Promise<string>
}

const notSignedIn = () => new Refused('You are not signed in.')

/** Opens what the storage holds. `announce` is told the token that the page may keep; `left` that nobody is signed in any more. */
export function createSession(entries: Entries, announce: (pageToken: string) => void, left: () => void): Session {
  let signedIn: Promise<Wallet> | undefined
  let attempt: string | undefined

  const readWallet = ({ email, seed }: SiteAnswer<'session'>): Wallet => ({ email, keys: keysOf(seed) })
  function forget() {
    const wasSignedIn = signedIn !== undefined
    signedIn = undefined
    entries.remove('session')
    if (wasSignedIn) left()
  }
  function deviceToken(): string {
    const known = entries.get('device')
    if (known !== undefined) return known
    const made = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
    entries.set('device', made)
    return made
  }
  function open({ session, pageToken, ...wallet }: SiteAnswer<'code'>): Promise<Wallet> {
    entries.set('session', session)
    announce(pageToken)
    return (signedIn = Promise.resolve(readWallet(wallet)))
  }
  const sessionToken = (): string => {
    const token = entries.get('session')
    if (token === undefined) throw notSignedIn()
    return token
  }
  async function restore(): Promise<Wallet> {
    try {
      return readWallet(await askSite('session', { session: sessionToken() }))
    } catch (error) {
      if (error instanceof SiteRefused && error.code === 'session.missing') forget()
      else signedIn = undefined
      throw error
    }
  }
  async function wallet(sure = false): Promise<Wallet> {
    sessionToken()
    if (sure || !signedIn) signedIn = restore()
    return signedIn
  }
  // Signing out in one tab signs out in all of them.
  entries.watch('session', () => {
    signedIn = undefined
    if (entries.get('session') === undefined) left()
  })

  return {
    wallet,
    async isConnected(pageToken) {
      if (entries.get('session') !== undefined) {
        const held = await wallet(true).catch((error: unknown) => {
          if (!(error instanceof SiteRefused)) throw error
        })
        if (held) return true
      }
      if (pageToken === undefined || entries.get('device') === undefined) return false
      return askSite('reopen', { pageToken, device: deviceToken() }).then(
        (opened) => open(opened).then(() => true),
        (error: unknown) => {
          if (error instanceof SiteRefused) return false
          throw error
        },
      )
    },
    async connect(email, parent) {
      const answer = await askSite('connect', { email, parent, device: deviceToken(), session: entries.get('session') })
      attempt = 'attempt' in answer ? answer.attempt : undefined
      return answer.action
    },
    async device() {
      if (attempt === undefined) throw new Refused('There is no device to register. Please begin again.')
      const mine = attempt
      while (!(await askSite('device', { attempt: mine })).isRegistered)
        if (mine !== attempt) throw new Refused('Another attempt to sign in has begun.')
    },
    async code(code) {
      if (attempt === undefined) throw new Refused('No code was asked for. Please begin again.')
      await open(await askSite('code', { attempt, code }))
      attempt = undefined
    },
    async signOut() {
      const session = entries.get('session')
      attempt = undefined
      forget()
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
      await wallet(true)
      return newEmail
    },
  }
}
