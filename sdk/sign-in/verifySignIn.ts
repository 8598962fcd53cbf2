import type { SignInData } from '../../machines/sign-in/signIn.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { readSignIn, validateSignIn, type ExpectedSignIn } from '../../machines/sign-in/signIn.rules.ts'
import type { VerifierOptions } from './verifier.ts'
import { verifySignature } from './verify.ts'

/** The expected values of a sign-in, and the dependencies of its verification. */
export interface SignInExpectations extends ExpectedSignIn, VerifierOptions {
  /** The nonce that the user received. Delete it before you verify, so that it cannot be used twice. */
  nonce: string
  /** The current time in milliseconds since 1970. Default: now. */
  nowMs?: number | undefined
}

/**
 * Verifies a sign-in: the message is for this app and its nonce matches, it is valid now, and its account signed it.
 * @param signed The message as text, and its signature.
 * @param expectations The expected values, with `read` for smart accounts and an abort signal.
 * @returns The data of the message.
 * @throws LatchkeyError whose code is the reason: `signIn.malformed`, `signIn.otherDomain`, `signIn.otherUri`,
 * `signIn.otherAddress`, `signIn.otherChain`, `signIn.otherNonce`, `signIn.otherStatement`, `signIn.expired`, `signIn.early`,
 * `signIn.issuedAhead`, `signIn.signatureInvalid`, `signIn.unverifiable`; the signal's reason once it aborts.
 */
export async function verifySignIn(
  { message, signature }: { message: string; signature: string },
  { read, signal, nowMs = Date.now(), ...expected }: SignInExpectations,
): Promise<SignInData> {
  signal.throwIfAborted()
  const data = typeof signature === 'string' ? readSignIn(message) : undefined
  if (!data) throw new LatchkeyError('signIn.malformed', { params: { field: 'message' } })
  // An empty nonce never matches, so a sign-in without an expected nonce fails.
  const nonce = typeof expected.nonce === 'string' ? expected.nonce : ''
  const fault = validateSignIn({ message }, { ...expected, nonce }, { nowMs })
  if (fault) throw fault
  const { accountAddress, chainId } = data
  if (!(await verifySignature({ accountAddress, chainId, message, signature }, { read, signal })))
    throw new LatchkeyError('signIn.signatureInvalid')
  return data
}
