import type { Connection } from '../../machines/entities/account.ts'
import type { Namespace, NetworkId } from '../../machines/entities/namespace.ts'
import type { SignInData, SignInSession } from '../../machines/entities/signIn.ts'

/** What a visitor is asked to sign: what it says, and as text. */
export type WrittenSignIn = SignInData & { toString(): string }

/**
 * How a site has its visitors sign in: what they sign, and who keeps what that proves. Sessions are for one account on one chain
 * (CAIP-2). Whatever is thrown counts as a failure.
 */
export interface SignInMethods {
  createMessage(asked: { accountAddress: string; chainId: NetworkId }): Promise<WrittenSignIn>
  /** Verifies a session and keeps it. Rejects where it does not hold. */
  addSession(session: SignInSession): Promise<void>
  /** Ends the sessions of an account on a chain. */
  revokeSession(chainId: NetworkId, accountAddress: string): Promise<void>
  /** Verifies sessions, and keeps these only. */
  setSessions(sessions: readonly SignInSession[]): Promise<void>
  /** The sessions of an account on a chain that hold. */
  getSessions(chainId: NetworkId, accountAddress: string): Promise<readonly SignInSession[]>
  /** Whether visitors have to sign in; read once. By default they have to. */
  getRequired?(): boolean
  /** Whether sessions end as the wallet is disconnected. By default they do. */
  signOutOnDisconnect?: boolean
}

/** What the ready-made ways do besides. */
export interface OwnSignInMethods extends SignInMethods {
  /** Ends the sessions of a namespace's accounts. */
  endNamespace(namespace: Namespace): Promise<void>
  /** Ends the session of whoever is not the account and the network that are active now, as far as each counts. */
  endOthers?(active: Connection, counts: { account: boolean; network: boolean }): Promise<void>
}

/** Sign-in that is verified and kept in the page: it shows the visitor's good will, and proves nothing to a server. */
export interface PageSignIn {
  /** Whether visitors have to sign in. Default true. */
  required?: boolean
  /** One line for the visitor to read in the wallet. */
  statement?: string
  /** URIs that are part of what is signed. */
  resources?: readonly string[]
  /** How long a sign-in holds, in milliseconds. Default seven days. */
  expiresInMs?: number
  /** Whether sessions end as the wallet is disconnected. Default true. */
  signOutOnDisconnect?: boolean
}

/** The same with a server of the site's that verifies and keeps it, at this URL: see docs/sign-in.md. */
export interface ServerSignIn extends PageSignIn {
  server: string
}

/** The session that a SIWE server has. */
export interface SiweSession {
  address: string
  chainId: number
}

/** Functions of a site that has a SIWE server (EIP-4361), as other kits take them. Accounts of other namespaces do not sign in. */
export interface SiweConfig {
  /** A nonce of the server's, for one sign-in. */
  getNonce(address?: string): Promise<string>
  /** Whether the server takes the message and its signature. */
  verifyMessage(signed: { message: string; signature: string }): Promise<boolean>
  /** Who is signed in at the server; nothing where nobody is. */
  getSession(): Promise<SiweSession | null | undefined>
  signOut(): Promise<boolean>
  /** What the message says besides; whatever is left out is the page's. */
  getMessageParams?(): Promise<
    Partial<Pick<SignInData, 'domain' | 'uri' | 'statement' | 'resources'>> & { exp?: string }
  >
  /** The message as text, where it is not to be EIP-4361's as usual. `address` is a did:pkh. */
  createMessage?(message: SiweMessage): string
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
  /** Whether visitors have to sign in. Default true. */
  required?: boolean
  /** Off, as though it was not there. Default true. */
  enabled?: boolean
  /** Default true, each. */
  signOutOnDisconnect?: boolean
  signOutOnAccountChange?: boolean
  signOutOnNetworkChange?: boolean
}

/** What a SIWE message is made of. */
export interface SiweMessage {
  domain: string
  uri: string
  version: '1'
  chainId: number
  nonce: string
  iat: string
  /** `did:pkh:eip155:1:0x…` */
  address: string
  statement?: string
  resources?: readonly string[]
  exp?: string
}

/** A site's own way to sign in. */
export const isOwn = (siwx: PageSignIn | ServerSignIn | SignInMethods): siwx is SignInMethods =>
  'createMessage' in siwx && siwx.createMessage !== undefined
export const isServer = (siwx: PageSignIn | ServerSignIn): siwx is ServerSignIn =>
  'server' in siwx && siwx.server !== undefined
