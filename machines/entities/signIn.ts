import type { NetworkId } from './namespace.ts'

/** What a sign-in says, by CAIP-122; in eip155 that is EIP-4361. Times are written by RFC 3339. */
export interface SignInData {
  /** The host of the page, with its port where it has one. */
  domain: string
  /** Who signs in, as its chain writes the address. */
  accountAddress: string
  /** The chain that the session is for, by CAIP-2. */
  chainId: NetworkId
  /** What the session is for: a URI of the page. */
  uri: string
  version: '1'
  /** From whoever verifies; good for one sign-in. At least eight letters or digits. */
  nonce: string
  issuedAt: string
  /** For the visitor to read; one line. */
  statement?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** What a visitor is asked to sign: what it says, and the text as it is signed. */
export interface SignInMessage {
  data: SignInData
  message: string
}

/** A sign-in with its proof: the text as it was signed, and the signature as the wallet wrote it. */
export interface SignInSession extends SignInMessage {
  /** 0x hex in eip155, base58 in solana, base64 in bip122. */
  signature: string
}

/** An account that is signed in, on the chain that its session is for. */
export type SignedIn = Pick<SignInData, 'chainId' | 'accountAddress'>
