import type { SignInData } from '../../machines/entities/signIn.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { readSignIn, signInFault, type ExpectedSignIn } from '../../machines/rules/signIn.ts'
import type { Means } from './verifier.ts'
import { verifySignature } from './verify.ts'

/** What a sign-in is held against, and what its verification may use. */
export interface SignInExpectations extends ExpectedSignIn, Means {
  /** The one that the visitor was given; it has to be forgotten before it is used. */
  nonce: string
  /** Milliseconds since 1970; now, unless it is given. */
  nowMs?: number | undefined
}

/**
 * What a sign-in says, once all of it was found to be true: the text is for this page and was asked for here, its time is now, and its
 * account signed it. Rejects with a `LatchkeyError` whose code says what was not: `signIn.malformed`, `signIn.otherDomain`, `signIn.otherUri`,
 * `signIn.otherAddress`, `signIn.otherChain`, `signIn.otherNonce`, `signIn.otherStatement`, `signIn.expired`, `signIn.early`,
 * `signIn.issuedAhead`, `signIn.signatureInvalid`, `signIn.unverifiable`; with the signal's reason once it aborts.
 */
export async function verifySignIn(
  { message, signature }: { message: string; signature: string },
  { read, signal, nowMs = Date.now(), ...expected }: SignInExpectations,
): Promise<SignInData> {
  signal.throwIfAborted()
  const data = typeof signature === 'string' ? readSignIn(message) : undefined
  if (!data) throw new LatchkeyError('signIn.malformed', { params: { field: 'message' } })
  // Without a nonce to hold it against, no sign-in is the one that was asked for.
  const nonce = typeof expected.nonce === 'string' ? expected.nonce : ''
  const fault = signInFault({ message }, { ...expected, nonce }, { nowMs })
  if (fault) throw fault
  const { accountAddress, chainId } = data
  if (!(await verifySignature({ accountAddress, chainId, message, signature }, { read, signal })))
    throw new LatchkeyError('signIn.signatureInvalid')
  return data
}
