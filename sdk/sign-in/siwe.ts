/** Adapts the functions of an app with a SIWE server to `SignInMethods`. */
import { namespaceOf, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { SignInData, SignInSession } from '../../machines/sign-in/signIn.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { signInMessage } from '../../machines/sign-in/signIn.rules.ts'
import { isSameAccount } from './sessions.ts'
import type { OwnSignInMethods, SiweConfig } from './methods.ts'
import { writtenSignIn, type SignInPage } from './page.ts'

/** The text of a message: from the app's function, else per EIP-4361. */
function textOf({ createMessage }: SiweConfig, data: SignInData): string {
  if (!createMessage) return signInMessage(data)
  const { chainId, accountAddress, issuedAt: iat, expirationTime: exp, ...fields } = data
  const address = `did:pkh:${chainId}:${accountAddress}`
  const reference = Number(chainId.slice(`${namespaceOf(chainId)}:`.length))
  return createMessage({ ...fields, chainId: reference, iat, address, ...(exp !== undefined && { exp }) })
}

export function siweMethods(siwe: SiweConfig, { page, clock }: SignInPage): OwnSignInMethods {
  /** The last signed session: the server returns only its account. */
  let lastSession: SignInSession | undefined
  /** The server's session, if it is for this account and chain. */
  async function sessionOf(chainId: NetworkId, accountAddress: string) {
    const session = await siwe.getSession()
    if (!session) return undefined
    // If a network switch does not end a sign-in, it is valid on every network.
    const sessionChainId = siwe.signOutOnNetworkChange === false ? chainId : (`eip155:${session.chainId}` as const)
    const account = { chainId: sessionChainId, accountAddress: session.address }
    return isSameAccount(account, { chainId, accountAddress }) ? { session, account } : undefined
  }
  async function signOut(): Promise<void> {
    lastSession = undefined
    if (!(await siwe.getSession())) return
    if (!(await siwe.signOut())) throw new LatchkeyError('signIn.refused')
    siwe.onSignOut?.()
  }
  async function add({ data, message, signature }: SignInSession): Promise<void> {
    const isVerified = await siwe.verifyMessage({ message, signature })
    const match = isVerified ? await sessionOf(data.chainId, data.accountAddress) : undefined
    if (!match) throw new LatchkeyError('signIn.refused')
    lastSession = { data, message, signature }
    siwe.onSignIn?.(match.session)
  }
  return {
    async createMessage({ accountAddress, chainId }) {
      const [nonce, params] = await Promise.all([siwe.getNonce(accountAddress), siwe.getMessageParams?.()])
      const { exp, domain, uri, ...messageFields } = params ?? {}
      const pageLocation = page()
      const signInPage = {
        clock,
        page: () => ({ domain: domain ?? pageLocation.domain, origin: uri ?? pageLocation.origin }),
      }
      const {
        expirationTime: _,
        toString: __,
        ...fields
      } = writtenSignIn(messageFields, signInPage, { accountAddress, chainId, nonce })
      const data = { ...fields, ...(exp !== undefined && { expirationTime: exp }) }
      return { ...data, toString: () => textOf(siwe, data) }
    },
    addSession: add,
    /** Ends only a session of this account. */
    async revokeSession(chainId, accountAddress) {
      if (await sessionOf(chainId, accountAddress)) await signOut()
    },
    /** A server's nonce is valid for one session: the first. */
    async setSessions([first]) {
      await (first ? add(first) : signOut())
    },
    endNamespace: signOut,
    async endOthers({ address, networkId }, counts) {
      const session = namespaceOf(networkId) === 'eip155' ? await siwe.getSession() : undefined
      if (!session) return
      const isOther = session.address.toLowerCase() !== address.toLowerCase()
      const isOtherNetwork = networkId !== `eip155:${session.chainId}`
      if ((counts.account && isOther) || (counts.network && isOtherNetwork)) await signOut()
    },
    async getSessions(chainId, accountAddress) {
      const match = await sessionOf(chainId, accountAddress)
      if (!match) return []
      if (lastSession && isSameAccount(lastSession.data, { chainId, accountAddress })) return [lastSession]
      const { origin, domain } = page()
      const data = { ...match.account, domain, uri: origin, version: '1', nonce: '', issuedAt: '' } as const
      // Only the server has the signed message.
      return [{ data, message: '', signature: '' }]
    },
  }
}
