/** Reads and stores the sign-ins of an app with any sign-in method. Responses are validated, and calls have time limits. */
import * as z from 'zod/mini'
import type { ActiveAccount } from '../../machines/shared/account.types.ts'
import { namespaceOf, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { SignedIn, SignInData, SignInMessage, SignInSession } from '../../machines/sign-in/signIn.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { SignInParams } from '../../machines/pairing/rules/authenticate.ts'
import { proposedNamespaces } from '../../machines/pairing/rules/handlers.ts'
import { signInText } from '../../machines/pairing/rules/signInText.ts'
import { readSignIn } from '../../machines/sign-in/signIn.rules.ts'
import type { Cacao } from '../../machines/pairing/pairing.schemas.ts'
import type { PreparedSignIn } from '../../machines/sign-in/signature.machine.ts'
import type { Leaving } from '../../machines/sign-in/signOut.contract.ts'
import type { SignInRules } from '../../machines/project/configuration.types.ts'
import { parseTimestamp } from '../../machines/shared/timestamps.rules.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { abortable } from '../platform/abort.ts'
import type { Ports } from '../instance/ports.ts'
import type { OwnSignInMethods, SignInMethods } from './methods.ts'
import { isSameAccount, parseAppValue, sessionsIn, writtenSchema } from './sessions.ts'
import { signatureIn, signCall } from './wallets.ts'
import { loadPart } from '../platform/loadPart.ts'

const messageSchema = z.string().check(z.minLength(1), z.maxLength(4_000))

/** A placeholder for an account that is not known yet. */
const PLACEHOLDER_ADDRESS = `0x${'0'.repeat(40)}`

/**
 * Converts a credential that a wallet signed with its session to a sign-in. Throws if it names no account or contains invalid
 * content.
 */
function sessionOf({ p, s: { s: signature } }: Cacao): SignInSession {
  const message = signInText(p, p.iss)
  const data = readSignIn(message)
  if (!data) throw new LatchkeyError('signIn.malformed', { params: { field: 'message' } })
  return { data, message, signature }
}

/** The expiry of a session, in milliseconds since 1970. */
const endOf = ({ data: { expirationTime } }: SignInSession): number =>
  expirationTime === undefined ? Infinity : (parseTimestamp(expirationTime) ?? 0)

export interface SignInStore {
  findSession(account: SignedIn, signal: AbortSignal): Promise<SignInSession | undefined>
  prepare(activeAccount: ActiveAccount, signal: AbortSignal): Promise<PreparedSignIn>
  verify(signed: { message: SignInMessage; answer: unknown }, signal: AbortSignal): Promise<SignInSession>
  end(params: { leaving: Leaving; rules: SignInRules }, signal: AbortSignal): Promise<void>
  /** The parameters of a sign-in together with a session on chains (CAIP-2), before the account is known. */
  createParams(chains: readonly string[], signal: AbortSignal): Promise<SignInParams>
  /** Verifies and stores the credentials that a wallet signed with its session, in the order of the requested chains. */
  storeCredentials(credentials: readonly Cacao[], chains: readonly string[], signal: AbortSignal): Promise<void>
  /** Calls `listener` when another tab may have changed sign-ins. Returns a function that unsubscribes. */
  watch(listener: () => void): () => void
}

/** Lookups and new sign-ins wait until running sign-outs have ended, or their signal aborts. */
function createSignOutQueue() {
  let pending: Promise<unknown> = Promise.resolve()
  return {
    settled: () => pending,
    async add(work: Promise<void>, signal: AbortSignal): Promise<void> {
      const bounded = abortable(work, signal)
      pending = Promise.allSettled([pending, bounded])
      await bounded
    },
  }
}

/** An app's function may throw synchronously. */
const callAsync = async <Value>(call: () => Value | Promise<Value>): Promise<Value> => call()

/** Ends the sessions that are no longer valid. */
async function endSessions(methods: SignInMethods | OwnSignInMethods, leaving: Leaving, { endsWith }: SignInRules) {
  if (leaving.whose === 'others')
    return 'endOthers' in methods ? methods.endOthers?.(leaving.connection, endsWith) : undefined
  if (leaving.whose === 'namespace' && 'endNamespace' in methods) return methods.endNamespace(leaving.namespace)
  return methods.setSessions([])
}

/** A sign-in that is cancelled during its verification is not kept. */
function storeUnlessAborted(
  work: Promise<void>,
  revert: () => Promise<void>,
  signal: AbortSignal,
  timeoutMs: number,
  signOuts: SignOutQueue,
) {
  const aborted = new Promise<boolean>((resolve) => {
    signal.addEventListener('abort', () => resolve(true), { once: true })
    work.then(
      () => resolve(false),
      () => resolve(false),
    )
  })
  void aborted.then((isAborted) => {
    if (isAborted) signOuts.add(work.then(revert), AbortSignal.timeout(timeoutMs)).catch(() => {})
  })
  return abortable(work, signal)
}
type SignOutQueue = ReturnType<typeof createSignOutQueue>

/** Ends the session of an account. */
const revokeSession = (methods: SignInMethods, { data: { chainId, accountAddress } }: SignInSession) =>
  callAsync(() => methods.revokeSession(chainId, accountAddress))

/** Sign-ins that are requested together with the session of a wallet on another device. */
const withSession = (
  methods: SignInMethods,
  signOuts: SignOutQueue,
  verifyMs: number,
): Pick<SignInStore, 'createParams' | 'storeCredentials'> => ({
  async createParams(chains, signal) {
    await abortable(signOuts.settled(), signal)
    const [chainId = ''] = chains
    const account = { accountAddress: PLACEHOLDER_ADDRESS, chainId: chainId as NetworkId }
    const written = await abortable(
      callAsync(() => methods.createMessage(account)),
      signal,
    )
    const { domain, uri, nonce, statement, resources, expirationTime, notBefore } = parseAppValue(
      writtenSchema,
      written,
    )
    return {
      chains: [...chains],
      domain: domain ?? '',
      uri: uri ?? '',
      nonce: nonce ?? '',
      methods: proposedNamespaces(chains)['eip155']?.methods,
      ...(statement !== undefined && { statement }),
      ...(resources && { resources }),
      ...(expirationTime !== undefined && { exp: expirationTime }),
      ...(notBefore !== undefined && { nbf: notBefore }),
    }
  },
  async storeCredentials(credentials, chains, signal) {
    const chainIndex = ({ data: { chainId } }: SignInSession) => chains.indexOf(chainId)
    const sessions = credentials.map(sessionOf).toSorted((a, b) => chainIndex(a) - chainIndex(b))
    const revert = async () => {
      for (const session of sessions) await revokeSession(methods, session)
    }
    await storeUnlessAborted(
      callAsync(() => methods.setSessions(sessions)),
      revert,
      signal,
      verifyMs,
      signOuts,
    )
  },
})

function createSignInStore(
  methods: SignInMethods | OwnSignInMethods,
  { clock, storage }: Ports,
  settings: AppSettings,
  key: string,
): SignInStore {
  const signOuts = createSignOutQueue()
  const { verifyMs } = settings.timeouts
  return {
    async findSession(account, signal) {
      await abortable(signOuts.settled(), signal)
      const answer = await abortable(
        callAsync(() => methods.getSessions(account.chainId, account.accountAddress)),
        signal,
      )
      const sessions = sessionsIn(answer)
      if (!sessions) throw new LatchkeyError('signIn.refused')
      const now = clock.now()
      const [longest] = sessions
        .filter((session) => isSameAccount(session.data, account) && endOf(session) > now)
        .toSorted((a, b) => endOf(b) - endOf(a))
      return longest
    },
    async prepare({ connection }, signal) {
      await abortable(signOuts.settled(), signal)
      const { address: accountAddress, networkId: chainId } = connection
      const written = await abortable(
        callAsync(() => methods.createMessage({ accountAddress, chainId })),
        signal,
      )
      const message = parseAppValue(messageSchema, String(written))
      // If the text names an account, it must be the account that signs.
      const named = readSignIn(message)
      if (named && !isSameAccount(named, { accountAddress, chainId })) throw new LatchkeyError('signIn.refused')
      const data = named ?? ({ ...parseAppValue(writtenSchema, written), accountAddress, chainId } as SignInData)
      return { message: { data, message }, call: await signCall(connection, message) }
    },
    async verify({ message, answer }, signal) {
      const session = { ...message, signature: signatureIn(namespaceOf(message.data.chainId), answer) }
      const adding = callAsync(() => methods.addSession(session))
      await storeUnlessAborted(adding, () => revokeSession(methods, session), signal, verifyMs, signOuts)
      return session
    },
    end: ({ leaving, rules }, signal) =>
      signOuts.add(
        callAsync(() => endSessions(methods, leaving, rules)),
        signal,
      ),
    ...withSession(methods, signOuts, verifyMs),
    watch(listener) {
      const stop = storage.watch?.((changed) => {
        if (changed === null || changed === key) listener()
      })
      return () => stop?.()
    },
  }
}

const stores = new WeakMap<AppSettings, Promise<SignInStore>>()

/** Returns the sign-in store of an app, which is created on first use. */
export function signInStoreOf(ports: Ports, settings: AppSettings): Promise<SignInStore> {
  const existing = stores.get(settings)
  if (existing) return existing
  const store = (async () => {
    const { methodsOf, keyOf } = await loadPart(import('./methodsOf.ts'))
    return createSignInStore(await methodsOf(ports, settings), ports, settings, keyOf(settings))
  })()
  stores.set(settings, store)
  // After a failed load, the next call tries again.
  store.catch(() => stores.delete(settings))
  return store
}
