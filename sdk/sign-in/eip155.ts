import { createClient, custom, type Hex } from 'viem'
import { verifyHash } from 'viem/actions'
import { hashMessage, isAddress, verifyMessage } from 'viem/utils'
import { codesOf, LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import type { ChainReader, SignedMessage, Verifier } from './verifier.ts'

/** In characters: enough for a passkey's signature and the deployment data of its contract. */
const MAX_LENGTH = 32_768

/** Whether the key of an address signed a message (EIP-191). */
export const isSignedByKey = (address: Hex, message: string, signature: Hex): Promise<boolean> =>
  verifyMessage({ address, message, signature }).catch(() => false)

/** Whether a node executed a call that failed: reverted, out of gas or with an invalid opcode. */
const isExecutionError = (error: unknown): boolean =>
  codesOf(error).some((code) => [3, -32000, -32015, -32603].includes(code)) || /revert/i.test(reasonOf(error))

/**
 * Whether the contract of an address accepts a signature of a message (EIP-1271), including contracts that are not deployed yet
 * (EIP-6492). Throws the error of `read` if the node could not be reached.
 */
export async function isSignedByContract(
  { chainId, accountAddress, message, signature }: SignedMessage,
  read: ChainReader,
  signal: AbortSignal,
): Promise<boolean> {
  const address = accountAddress as Hex
  // Check the node first: an unreachable node would look like a forged signature.
  await read(chainId, { method: 'eth_getCode', params: [address, 'latest'] }, signal)
  let nodeError: { error: unknown } | undefined
  const request = (call: { method: string; params?: unknown }) =>
    read(chainId, call, signal).catch((error: unknown) => {
      if (!isExecutionError(error)) nodeError = { error }
      throw error
    })
  // A contract must not make a server fetch URLs of its choice (EIP-3668).
  const client = createClient({ ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
  const isSigned = await verifyHash(client, { address, hash: hashMessage(message), signature: signature as Hex })
  if (!isSigned && nodeError) throw nodeError.error
  return isSigned
}

/** Tries the key first, which needs no request. */
export const verifyEthereum: Verifier = async (signed, { read, signal }) => {
  const { accountAddress, message, signature } = signed
  if (!isAddress(accountAddress)) return false
  if (signature.length > MAX_LENGTH || !/^0x([0-9a-f]{2})+$/i.test(signature)) return false
  if (await isSignedByKey(accountAddress, message, signature as Hex)) return true
  // A contract may accept signatures of any format.
  if (!read) throw new LatchkeyError('signIn.unverifiable')
  return isSignedByContract(signed, read, signal)
}
