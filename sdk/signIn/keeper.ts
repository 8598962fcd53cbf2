/** The sign-ins of a site, whoever keeps them: each answer judged, each question bounded. */
import * as z from 'zod/mini'
import type { Scope } from '../../machines/entities/account.ts'
import { namespaceOf, type NetworkId } from '../../machines/entities/namespace.ts'
import type { SignedIn, SignInData, SignInMessage, SignInSession } from '../../machines/entities/signIn.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { SignInParams } from '../../machines/rules/pairing/authenticate.ts'
import { proposedNamespaces } from '../../machines/rules/pairing/handlers.ts'
import { signInText } from '../../machines/rules/pairing/signInText.ts'
import { readSignIn } from '../../machines/rules/signIn.ts'
import type { Cacao } from '../../machines/schemas/pairing.ts'
import type { PreparedSignIn } from '../../machines/signIn/signIn.machine.ts'
import type { Site } from '../effects/site.ts'
import { abortable } from '../platform/abort.ts'
import type { Ports } from '../ports.ts'
import type { SignInMethods } from './methods.ts'
import { isSameAccount, judged, sessionsIn } from './sessions.ts'
import { signatureIn, signCall } from './wallets.ts'

const messageSchema = z.string().check(z.minLength(1), z.maxLength(4_000))

/** What is said of a sign-in before it is known whose it is. */
const writtenSchema = z.looseObject({
  domain: z.string(),
  uri: z.string(),
  nonce: z.string(),
  statement: z.optional(z.string()),
  resources: z.optional(z.array(z.string())),
  expirationTime: z.optional(z.string()),
  notBefore: z.optional(z.string()),
})
/** Stands for an account that is not known yet. */
const NOBODY = `0x${'0'.repeat(40)}`

/** What a wallet signed with its session, as a sign-in. Throws where it names no account, or says what no sign-in says. */
function sessionOf({ p, s: { s: signature } }: Cacao): SignInSession {
  const message = signInText(p, p.iss)
  const data = readSignIn(message)
  if (!data) throw new LatchkeyError('signIn.malformed', { params: { field: 'message' } })
  return { data, message, signature }
}

const endOf = ({ data: { expirationTime } }: SignInSession): number =>
  expirationTime === undefined ? Infinity : Date.parse(expirationTime)

export interface Keeper {
  find(account: SignedIn, signal: AbortSignal): Promise<SignInSession | undefined>
  prepare(scope: Scope, signal: AbortSignal): Promise<PreparedSignIn>
  verify(signed: { message: SignInMessage; answer: unknown }, signal: AbortSignal): Promise<SignInSession>
  revoke(accounts: readonly SignedIn[], signal: AbortSignal): Promise<void>
  /** What a wallet is asked to sign with its session, on chains (CAIP-2), before it is known who it is. */
  ask(chains: readonly string[], signal: AbortSignal): Promise<SignInParams>
  /** Has what a wallet signed with its session verified and kept. */
  keep(credentials: readonly Cacao[], signal: AbortSignal): Promise<void>
  /** Hears that another tab may have changed sign-ins, until the returned function is called. */
  watch(heard: () => void): () => void
}

function keeperFrom(methods: SignInMethods, { clock, storage }: Ports, key: string): Keeper {
  /** What is being ended: nothing is asked for before that is over. */
  let ending: Promise<unknown> = Promise.resolve()
  return {
    async find(account, signal) {
      const answer = await abortable(methods.getSessions(account.chainId, account.accountAddress), signal)
      const sessions = sessionsIn(answer)
      if (!sessions) throw new LatchkeyError('signIn.refused')
      const now = clock.now()
      const [longest] = sessions
        .filter((session) => isSameAccount(session.data, account) && endOf(session) > now)
        .toSorted((one, other) => endOf(other) - endOf(one))
      return longest
    },
    async prepare({ connection }, signal) {
      await abortable(ending, signal)
      const { address: accountAddress, networkId: chainId } = connection
      const written = await abortable(methods.createMessage({ accountAddress, chainId }), signal)
      const message = judged(messageSchema, String(written))
      // A text that says whose it is says so of the account that signs it.
      const said = readSignIn(message)
      if (said && !isSameAccount(said, { accountAddress, chainId })) throw new LatchkeyError('signIn.refused')
      const data: SignInData = said ?? { ...written, accountAddress, chainId }
      return { message: { data, message }, call: await signCall(connection, message) }
    },
    async verify({ message, answer }, signal) {
      const session = { ...message, signature: signatureIn(namespaceOf(message.data.chainId), answer) }
      await abortable(methods.addSession(session), signal)
      return session
    },
    async revoke(accounts, signal) {
      const work = (async () => {
        for (const { chainId, accountAddress } of accounts) await methods.revokeSession(chainId, accountAddress)
      })()
      ending = work.catch(() => {})
      await abortable(work, signal)
    },
    async ask(chains, signal) {
      await abortable(ending, signal)
      const [chainId = ''] = chains
      const asked = { accountAddress: NOBODY, chainId: chainId as NetworkId }
      const { domain, uri, nonce, statement, resources, expirationTime, notBefore } = judged(
        writtenSchema,
        await abortable(methods.createMessage(asked), signal),
      )
      return {
        chains: [...chains],
        domain,
        uri,
        nonce,
        methods: proposedNamespaces(chains)['eip155']?.methods,
        ...(statement !== undefined && { statement }),
        ...(resources && { resources }),
        ...(expirationTime !== undefined && { exp: expirationTime }),
        ...(notBefore !== undefined && { nbf: notBefore }),
      }
    },
    keep: (credentials, signal) => abortable(methods.setSessions(credentials.map(sessionOf)), signal),
    watch(heard) {
      const stop = storage.watch?.((changed) => {
        if (changed === null || changed === key) heard()
      })
      return () => stop?.()
    },
  }
}

const keepers = new WeakMap<Site, Promise<Keeper>>()

/** What keeps the sign-ins of a site; made once. */
export function keeperOf(ports: Ports, site: Site): Promise<Keeper> {
  const known = keepers.get(site)
  if (known) return known
  const made = (async () => {
    const { methodsOf, keyOf } = await import('./ways.ts')
    return keeperFrom(await methodsOf(ports, site), ports, keyOf(site))
  })()
  keepers.set(site, made)
  // What could not be loaded is tried once more.
  made.catch(() => keepers.delete(site))
  return made
}
