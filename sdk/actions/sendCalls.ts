import type { Outcome } from '../../machines/entities/attempt.ts'
import type { SentCalls } from '../../machines/entities/calls.ts'
import { isUnsupportedMethod } from '../../machines/rules/outcomes.ts'
import type { Instance } from '../instance.ts'
import type { CallsRequest, EncodedBundle } from '../requests.ts'
import { askWallet, assertOffered, attempted } from './askWallet.ts'

/** Asks the EVM wallet to do several calls as one (EIP-5792). */
export async function sendCalls(
  instance: Instance,
  bundle: CallsRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<SentCalls>> {
  let asked: EncodedBundle | undefined
  const outcome = await askWallet(instance, {
    action: 'send calls',
    signal,
    async callFor(connection) {
      const { encodeCalls } = await import('../requests.ts')
      const encoded = encodeCalls(bundle, connection)
      assertOffered(instance, bundle.chainId, connection)
      asked = encoded
      return { method: 'wallet_sendCalls', params: [encoded] }
    },
    read: async (answer) => (await import('../chains/eip155/calls.ts')).readSent(answer),
  })
  const encoded = asked
  if (!encoded || bundle.fallback !== true || !isUnknown(outcome)) return outcome
  return attempted(async () => {
    const { canSendOneByOne, sendOneByOne } = await import('./sendOneByOne.ts')
    return canSendOneByOne(encoded) ? sendOneByOne(instance, encoded, signal) : outcome
  })
}

/** The wallet knows no bundles; one that knows them has reasons of its own. */
const isUnknown = (outcome: Outcome<unknown>): boolean =>
  outcome.status === 'failed' && !outcome.error.code.startsWith('calls.') && isUnsupportedMethod(outcome.error)
