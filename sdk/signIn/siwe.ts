/** The functions of a site that has a SIWE server, as sign-in takes them. */
import { namespaceOf, type NetworkId } from '../../machines/entities/namespace.ts'
import type { SignInData, SignInSession } from '../../machines/entities/signIn.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { signInMessage } from '../../machines/rules/signIn.ts'
import { isSameAccount } from './sessions.ts'
import type { SignInMethods, SiweConfig } from './methods.ts'
import { writtenSignIn, type SignInPage } from './page.ts'

/** The text of a message, as the site writes it, else as EIP-4361 does. */
function textOf({ createMessage }: SiweConfig, data: SignInData): string {
  if (!createMessage) return signInMessage(data)
  const { chainId, accountAddress, issuedAt: iat, expirationTime: exp, ...said } = data
  const address = `did:pkh:${chainId}:${accountAddress}`
  const reference = Number(chainId.slice(`${namespaceOf(chainId)}:`.length))
  return createMessage({ ...said, chainId: reference, iat, address, ...(exp !== undefined && { exp }) })
}

export function siweMethods(siwe: SiweConfig, { page, clock }: SignInPage): SignInMethods {
  /** The server's session, where it is this account's on this chain. */
  async function sessionOf(chainId: NetworkId, accountAddress: string) {
    const session = await siwe.getSession()
    const known = session && { chainId: `eip155:${session.chainId}` as const, accountAddress: session.address }
    return known && isSameAccount(known, { chainId, accountAddress }) ? { session, known } : undefined
  }
  async function signOut(): Promise<void> {
    if (!(await siwe.signOut())) throw new LatchkeyError('signIn.refused')
    siwe.onSignOut?.()
  }
  async function add({ data, message, signature }: SignInSession): Promise<void> {
    const taken = await siwe.verifyMessage({ message, signature })
    const found = taken ? await sessionOf(data.chainId, data.accountAddress) : undefined
    if (!found) throw new LatchkeyError('signIn.refused')
    siwe.onSignIn?.(found.session)
  }
  return {
    async createMessage({ accountAddress, chainId }) {
      const [nonce, params = {}] = await Promise.all([siwe.getNonce(accountAddress), siwe.getMessageParams?.()])
      const { exp, domain, uri, ...besides } = params
      const here = page()
      const at = { clock, page: () => ({ domain: domain ?? here.domain, origin: uri ?? here.origin }) }
      const {
        expirationTime: _,
        toString: __,
        ...lasting
      } = writtenSignIn(besides, at, { accountAddress, chainId, nonce })
      const data = { ...lasting, ...(exp !== undefined && { expirationTime: exp }) }
      return { ...data, toString: () => textOf(siwe, data) }
    },
    addSession: add,
    /** The session of another account is not this one's to end. */
    async revokeSession(chainId, accountAddress) {
      if (await sessionOf(chainId, accountAddress)) await signOut()
    },
    /** A nonce of the server's is good for one of them: the first. */
    async setSessions([first]) {
      await (first ? add(first) : signOut())
    },
    async getSessions(chainId, accountAddress) {
      const found = await sessionOf(chainId, accountAddress)
      if (!found) return []
      const { origin, domain } = page()
      const data = { ...found.known, domain, uri: origin, version: '1', nonce: '', issuedAt: '' } as const
      // The server alone knows what was signed.
      return [{ data, message: '', signature: '' }]
    },
  }
}
