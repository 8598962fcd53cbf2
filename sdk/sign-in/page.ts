/** Sign-in that is verified and stored in the browser. */
import * as z from 'zod/mini'
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { SignInData, SignInSession } from '../../machines/sign-in/signIn.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Clock } from '../../machines/core/time.ts'
import { LIMITS } from '../../machines/constants.ts'
import { readSignIn, validateSignIn, signInMessage } from '../../machines/sign-in/signIn.rules.ts'
import type { ChainReader } from './verifier.ts'
import type { StoragePort } from '../instance/ports.ts'
import type { OwnSignInMethods, PageSignIn, WrittenSignIn } from './methods.ts'
import { createNonce } from './nonce.ts'
import { isSameAccount, sessionsIn } from './sessions.ts'
import { verifySignature } from './verify.ts'

const DAY_MS = 86_400_000
const EXPIRES_IN_MS = 7 * DAY_MS
const VERSION = 1

const storedSchema = z.object({ version: z.literal(VERSION), value: z.unknown() })

/** The location of the page and its clock. */
export interface SignInPage {
  page(): { origin: string; domain: string }
  clock: Clock
}
interface PageDependencies extends SignInPage {
  storage: StoragePort
  key: string
  read: ChainReader
  verifyMs: number
}

/** Creates the message for a user to sign: EIP-4361, or its layout in other namespaces (CAIP-122). */
export function writtenSignIn(
  { statement, resources, expiresInMs = EXPIRES_IN_MS }: PageSignIn,
  { page, clock }: SignInPage,
  fields: Pick<SignInData, 'accountAddress' | 'chainId' | 'nonce'>,
): WrittenSignIn {
  const now = clock.now()
  const { origin, domain } = page()
  const data: SignInData = {
    domain,
    uri: origin,
    version: '1',
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + expiresInMs).toISOString(),
    ...(statement !== undefined && { statement }),
    ...(resources && { resources }),
    ...fields,
  }
  return { ...data, toString: () => signInMessage(data) }
}

/** The sessions in the browser's storage, or in memory if they cannot be stored. */
function createSessionStorage({ storage, key }: Pick<PageDependencies, 'storage' | 'key'>) {
  /** Sessions that the browser would not store, until the page is closed. */
  let inMemory: readonly SignInSession[] | undefined

  function stored(): readonly SignInSession[] {
    if (inMemory) return inMemory
    try {
      const text = storage.getItem(key)
      if (text === null || text.length > LIMITS.storedEntry) return []
      const { data } = storedSchema.safeParse(JSON.parse(text))
      return sessionsIn(data?.value) ?? []
    } catch {
      return []
    }
  }
  /** Changes the stored sessions, while no other tab does. */
  async function change(update: (sessions: readonly SignInSession[]) => readonly SignInSession[]): Promise<void> {
    const work = () => {
      const value = update(stored()).slice(-LIMITS.signIns)
      inMemory = value
      try {
        if (value.length === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify({ version: VERSION, value }))
        inMemory = undefined
      } catch {
        // Storage is full or blocked, so the sessions stay in memory.
      }
    }
    return storage.withLock ? storage.withLock(key, work) : work()
  }
  return { stored, change }
}

export function pageMethods(options: PageSignIn, dependencies: PageDependencies): OwnSignInMethods {
  const { page, clock, read, verifyMs } = dependencies
  /** The nonces of messages that are not signed yet. */
  const nonces = new Set<string>()

  const { stored, change } = createSessionStorage(dependencies)
  /** Verifies that a session was signed by its account, for this app, and is valid now. Throws the reason if not. */
  async function check({ message, signature }: SignInSession): Promise<SignInSession> {
    const { origin, domain } = page()
    const data = readSignIn(message)
    const fault = validateSignIn({ message }, { domain, uri: origin }, { nowMs: clock.now() })
    if (fault || !data) throw fault ?? new LatchkeyError('signIn.refused')
    const signed = await verifySignature(
      { chainId: data.chainId, accountAddress: data.accountAddress, message, signature },
      { read, signal: AbortSignal.timeout(verifyMs) },
    )
    if (!signed) throw new LatchkeyError('signIn.signatureInvalid')
    return { data, message, signature }
  }
  const withoutAccount = (sessions: readonly SignInSession[], session: Pick<SignInSession, 'data'>) =>
    sessions.filter(({ data }) => !isSameAccount(data, session.data))

  return {
    async createMessage(params) {
      const nonce = createNonce()
      const written = writtenSignIn(options, dependencies, { ...params, nonce })
      nonces.add(nonce)
      return written
    },
    async addSession(session) {
      const { nonce = '' } = readSignIn(session.message) ?? {}
      const checked = await check(session)
      if (!nonces.delete(nonce)) throw new LatchkeyError('signIn.otherNonce')
      await change((sessions) => [...withoutAccount(sessions, checked), checked])
    },
    revokeSession: (chainId, accountAddress) =>
      change((sessions) => sessions.filter(({ data }) => !isSameAccount(data, { chainId, accountAddress }))),
    async setSessions(sessions) {
      const checked = await Promise.all(sessions.map(check))
      await change((previous) =>
        checked.length === 0 ? [] : [...checked.reduce<readonly SignInSession[]>(withoutAccount, previous), ...checked],
      )
    },
    endNamespace: (namespace) =>
      change((sessions) => sessions.filter(({ data }) => namespaceOf(data.chainId) !== namespace)),
    async getSessions(chainId, accountAddress) {
      const candidates = stored().filter(({ data }) => isSameAccount(data, { chainId, accountAddress }))
      const valid: SignInSession[] = []
      for (const session of candidates) {
        try {
          const checked = await check(session)
          if (isSameAccount(checked.data, { chainId, accountAddress })) valid.push(checked)
        } catch (error) {
          // Expired and invalid sessions are skipped. An error that prevents the check is thrown.
          if (LatchkeyError.is(error, 'signIn.unverifiable')) throw error
        }
      }
      return valid
    },
  }
}
