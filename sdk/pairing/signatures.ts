import { createClient, custom, type Hex } from 'viem'
import { verifyHash } from 'viem/actions'
import { hashMessage, verifyMessage } from 'viem/utils'
import type { Cacao } from '../../machines/schemas/pairing.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { accountOfIss, signInText } from '../../machines/rules/pairing/signInText.ts'
import { abortable } from '../platform/abort.ts'

/** Asks a node of a chain, by CAIP-2 id, until the signal aborts. */
export type ChainReader = (
  chainId: string,
  call: { method: string; params?: unknown },
  signal: AbortSignal,
) => Promise<unknown>

/**
 * Whether each credential was signed by the account that it names [5.50]: with its key (EIP-191), or by its contract
 * (EIP-1271, also one that is not deployed yet).
 */
export async function verifySignatures(
  credentials: readonly Cacao[],
  read: ChainReader,
  signal: AbortSignal,
): Promise<boolean> {
  const verdicts = await abortable(Promise.all(credentials.map((one) => isSigned(one, read, signal))), signal)
  return verdicts.every(Boolean)
}

async function isSigned({ p, s }: Cacao, read: ChainReader, signal: AbortSignal): Promise<boolean> {
  const account = accountOfIss(p.iss)
  if (!account) throw new LatchkeyError('session.authAccount', { params: { iss: p.iss } })
  const message = signInText(p, p.iss)
  const signature = s.s as Hex
  const address = account.address as Hex
  if (s.t === 'eip191') return verifyMessage({ address, message, signature }).catch(() => false)
  // Asked first, because a node that is away would look like a signature that is forged.
  await read(account.chainId, { method: 'eth_getCode', params: [address, 'latest'] }, signal)
  const transport = custom({ request: (call) => read(account.chainId, call, signal) }, { retryCount: 0 })
  return verifyHash(createClient({ transport }), { address, hash: hashMessage(message), signature })
}
