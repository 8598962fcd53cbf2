import type { Connection } from '../../machines/shared/account.types.ts'
import type { Namespace, NetworkId } from '../../machines/shared/namespace.types.ts'
import type { SignInData, SignInSession } from '../../machines/sign-in/signIn.types.ts'

/** The data of a sign-in to sign, which converts to its text. */
export type WrittenSignIn = SignInData & { toString(): string }

/**
 * How an app signs users in: the message they sign, and where the resulting sessions are stored. A session is for one account on
 * one chain (CAIP-2). Any thrown error counts as a failure.
 */
export interface SignInMethods {
  createMessage(params: { accountAddress: string; chainId: NetworkId }): Promise<WrittenSignIn>
  /** Verifies a session and stores it. Rejects if it is invalid. */
  addSession(session: SignInSession): Promise<void>
  /** Ends the sessions of an account on a chain. */
  revokeSession(chainId: NetworkId, accountAddress: string): Promise<void>
  /** Verifies sessions, and replaces all stored ones with them. */
  setSessions(sessions: readonly SignInSession[]): Promise<void>
  /** The valid sessions of an account on a chain. */
  getSessions(chainId: NetworkId, accountAddress: string): Promise<readonly SignInSession[]>
  /** Whether users must sign in; read once. Default true. */
  getRequired?(): boolean
  /** Whether sessions end when the wallet is disconnected. Default true. */
  signOutOnDisconnect?: boolean
}

/** Additional methods of the built-in sign-ins. */
export interface OwnSignInMethods extends SignInMethods {
  /** Ends the sessions of a namespace's accounts. */
  endNamespace(namespace: Namespace): Promise<void>
  /** Ends sessions of other accounts or networks than the active ones, as far as each counts. */
  endOthers?(active: Connection, counts: { account: boolean; network: boolean }): Promise<void>
}

/** A sign-in that is verified and stored in the browser. It shows the user's intent, but proves nothing to a server. */
export interface PageSignIn {
  /** Whether users must sign in. Default true. */
  required?: boolean
  /** A single line of text that the user reads in the wallet. */
  statement?: string
  /** URIs that are part of the signed message. */
  resources?: readonly string[]
  /** The lifetime of a sign-in, in milliseconds. Default seven days. */
  expiresInMs?: number
  /** Whether sessions end when the wallet is disconnected. Default true. */
  signOutOnDisconnect?: boolean
}

/** A sign-in that the app's server at this URL verifies and stores: see docs/sign-in.md. */
export interface ServerSignIn extends PageSignIn {
  server: string
}

/** The session of a SIWE server. */
export interface SiweSession {
  address: string
  chainId: number
}

/**
 * The functions of an app with a SIWE server (EIP-4361), in the format of other toolkits. Accounts of other namespaces do not
 * sign in.
 */
export interface SiweConfig {
  /** Fetches a nonce of the server for one sign-in. */
  getNonce(address?: string): Promise<string>
  /** Whether the server accepts the message and its signature. */
  verifyMessage(signed: { message: string; signature: string }): Promise<boolean>
  /** The server's session, or `null` or `undefined` if no one is signed in. */
  getSession(): Promise<SiweSession | null | undefined>
  signOut(): Promise<boolean>
  /** Additional fields of the message. Missing ones are taken from the page. */
  getMessageParams?(): Promise<
    Partial<Pick<SignInData, 'domain' | 'uri' | 'statement' | 'resources'>> & { exp?: string }
  >
  /** Creates the text of the message; by default that of EIP-4361. `address` is a did:pkh. */
  createMessage?(message: SiweMessage): string
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
  /** Whether users must sign in. Default true. */
  required?: boolean
  /** Set to false to disable sign-in. Default true. */
  enabled?: boolean
  /** When a session ends. Default true for each. */
  signOutOnDisconnect?: boolean
  signOutOnAccountChange?: boolean
  signOutOnNetworkChange?: boolean
}

/** The fields of a SIWE message. */
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

/** Whether the app implements sign-in itself. */
export const isOwn = (siwx: PageSignIn | ServerSignIn | SignInMethods): siwx is SignInMethods =>
  'createMessage' in siwx && siwx.createMessage !== undefined
export const isServer = (siwx: PageSignIn | ServerSignIn): siwx is ServerSignIn =>
  'server' in siwx && siwx.server !== undefined
