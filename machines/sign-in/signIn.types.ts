import type { NetworkId } from '../shared/namespace.types.ts'

/** The content of a sign-in message (CAIP-122; in eip155 that is EIP-4361). Times are in RFC 3339 format. */
export interface SignInData {
  /** The host of the page, with its port if it has one. */
  domain: string
  /** The address of the account that signs in, in the spelling of its chain. */
  accountAddress: string
  /** The CAIP-2 id of the chain that the session is for. */
  chainId: NetworkId
  /** A URI of the page, which the session is for. */
  uri: string
  version: '1'
  /** Issued by the verifier and valid for one sign-in. At least eight letters or digits. */
  nonce: string
  issuedAt: string
  /** A statement to the user, on one line. */
  statement?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** A message to sign: its content, and the text that is signed. */
export interface SignInMessage {
  data: SignInData
  message: string
}

/** A sign-in with its proof: the signed text, and the signature as the wallet returned it. */
export interface SignInSession extends SignInMessage {
  /** 0x hex in eip155, base58 in solana, base64 in bip122. */
  signature: string
}

/** An account that is signed in, and the chain that its session is for. */
export type SignedIn = Pick<SignInData, 'chainId' | 'accountAddress'>
