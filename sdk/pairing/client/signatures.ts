import type { Hex } from 'viem'
import type { NetworkId } from '../../../machines/shared/namespace.types.ts'
import type { Cacao } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { accountOfIss, signInText } from '../../../machines/pairing/rules/signInText.ts'
import { abortable } from '../../platform/abort.ts'
import { isSignedByContract, isSignedByKey } from '../../sign-in/eip155.ts'
import type { ChainReader } from '../../sign-in/verifier.ts'

/**
 * Whether each credential was signed by the account that it names [5.50]: with its key (EIP-191), or by its contract (EIP-1271,
 * including contracts that are not deployed yet).
 * @param credentials The credentials of a sign-in.
 * @param read Reads chains, for the signatures of contracts.
 * @param signal Aborts the verification.
 * @returns True if all signatures are valid.
 * @throws LatchkeyError `session.authAccount` for an invalid account; the reason of the signal.
 */
export async function verifySignatures(
  credentials: readonly Cacao[],
  read: ChainReader,
  signal: AbortSignal,
): Promise<boolean> {
  const verdicts = await abortable(
    Promise.all(credentials.map((credential) => isSigned(credential, read, signal))),
    signal,
  )
  return verdicts.every(Boolean)
}

async function isSigned({ p, s }: Cacao, read: ChainReader, signal: AbortSignal): Promise<boolean> {
  const account = accountOfIss(p.iss)
  if (!account) throw new LatchkeyError('session.authAccount', { params: { iss: p.iss } })
  const { address: accountAddress, chainId } = account
  const message = signInText(p, p.iss)
  return s.t === 'eip191'
    ? isSignedByKey(accountAddress as Hex, message, s.s as Hex)
    : isSignedByContract({ chainId: chainId as NetworkId, accountAddress, message, signature: s.s }, read, signal)
}
