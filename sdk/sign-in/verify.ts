import { namespaceOf, type Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { abortable } from '../platform/abort.ts'
import type { VerifierOptions, SignedMessage, Verifier } from './verifier.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Each verifier is loaded with the first signature of its namespace. */
const VERIFIERS: ReadonlyMap<Namespace, () => Promise<Verifier>> = new Map([
  ['eip155', async () => (await loadPart(import('./eip155.ts'))).verifyEthereum],
  ['solana', async () => (await loadPart(import('./solana.ts'))).verifySolana],
  ['bip122', async () => (await loadPart(import('./bip122.ts'))).verifyBitcoin],
])

/**
 * Whether the account signed the message: EIP-191, EIP-1271 and EIP-6492 in eip155, Ed25519 in solana, BIP-322 (simple) and
 * BIP-137 in bip122. Returns `false` for an unreadable signature. Throws `signIn.unverifiable`, with its `cause`, if it cannot be
 * determined, and the signal's reason once it aborts.
 */
export async function verifySignature(signed: SignedMessage, options: VerifierOptions): Promise<boolean> {
  const { signal } = options
  const load = VERIFIERS.get(namespaceOf(signed.chainId))
  if (!load) throw new LatchkeyError('signIn.unverifiable')
  try {
    return await abortable(
      load().then((verify) => verify(signed, options)),
      signal,
    )
  } catch (cause) {
    signal.throwIfAborted()
    throw LatchkeyError.is(cause, 'signIn.unverifiable') ? cause : new LatchkeyError('signIn.unverifiable', { cause })
  }
}
