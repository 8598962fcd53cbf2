/** Sends the calls of a bundle as separate transactions, for wallets without bundle support. Loaded on first use. */
import { CALLS } from '../../machines/constants.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Capabilities, SentCalls } from '../../machines/calls/calls.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { encodeOwnId } from '../../machines/calls/bundle.rules.ts'
import { isTransactionHash } from '../../machines/shared/hex.rules.ts'
import { done, unreadable } from '../../machines/shared/outcome.rules.ts'
import { isRecord } from '../../machines/shared/typeGuards.rules.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { EncodedBundle } from '../wallet-requests/encodeRequest.ts'

const isOptional = (capability: unknown): boolean => isRecord(capability) && capability['optional'] === true
const areOptional = (capabilities: Capabilities = {}): boolean => Object.values(capabilities).every(isOptional)

/** Whether separate transactions keep everything that the bundle requires. Optional capabilities may be dropped. */
export const canSendOneByOne = ({ atomicRequired, calls, capabilities }: EncodedBundle): boolean =>
  !atomicRequired &&
  calls.length <= CALLS.maxSequentialCalls &&
  [capabilities, ...calls.map((call) => call.capabilities)].every(areOptional)

/** Reads the wallet's response to a transaction. */
function hashOf(outcome: Outcome<unknown>): Outcome<string> {
  if (outcome.status !== 'done') return outcome
  return isTransactionHash(outcome.value) ? done(outcome.value) : unreadable(outcome.value)
}
/** The reason the remaining calls were not sent. */
const reasonOf = (outcome: Exclude<Outcome<unknown>, { status: 'done' }>): LatchkeyError =>
  outcome.status === 'cancelled' ? new LatchkeyError('send.cancelled') : outcome.error

/** Sends one call after another and stops at the first that is not sent. The result contains the hashes sent until then. */
export async function sendOneByOne(
  { from, chainId, calls }: EncodedBundle,
  sendRequest: (call: RpcCall) => Promise<Outcome<unknown>>,
): Promise<Outcome<SentCalls>> {
  const hashes: string[] = []
  const result = (stopped?: LatchkeyError): Outcome<SentCalls> => {
    const id = encodeOwnId({ chainId: Number(chainId), count: calls.length, hashes })
    return done({ id, oneByOne: { hashes, ...(stopped && { stopped }) } })
  }
  for (const { capabilities: _, ...call } of calls) {
    const outcome = hashOf(await sendRequest({ method: 'eth_sendTransaction', params: [{ from, ...call, chainId }] }))
    if (outcome.status !== 'done') return hashes.length === 0 ? outcome : result(reasonOf(outcome))
    hashes.push(outcome.value)
  }
  return result()
}
