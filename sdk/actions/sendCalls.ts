import type { Outcome } from '../../machines/entities/attempt.ts'
import type { RpcCall } from '../../machines/entities/question.ts'
import type { SentCalls } from '../../machines/entities/calls.ts'
import { isUnsupportedMethod } from '../../machines/rules/outcomes.ts'
import { there } from '../../machines/kit/there.ts'
import type { Instance } from '../instance.ts'
import type { CallsRequest, EncodedBundle } from '../requests.ts'
import { askWallet, assertOffered, attempted } from './askWallet.ts'
import { load } from './load.ts'
import { request } from './request.ts'
import { part } from '../platform/part.ts'

/** Asks the EVM wallet to do several calls as one (EIP-5792). */
export async function sendCalls(
  instance: Instance,
  bundle: CallsRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<SentCalls>> {
  let asked: EncodedBundle | undefined
  let readSent: ((answer: unknown) => SentCalls) | undefined
  const outcome = await askWallet(instance, {
    action: 'send calls',
    signal,
    async callFor(connection) {
      // What reads the answer is there before the wallet is asked: what was sent is not told as failed for want of it.
      const [{ encodeCalls }, reader] = await Promise.all([
        part(import('../requests.ts')),
        part(import('../chains/eip155/calls.ts')),
      ])
      readSent = reader.readSent
      const encoded = encodeCalls(bundle, connection)
      assertOffered(instance, bundle.chainId, connection)
      asked = encoded
      return { method: 'wallet_sendCalls', params: [encoded] }
    },
    read: (answer) => there(readSent)(answer),
  })
  const encoded = asked
  if (!encoded || bundle.fallback !== true || !isUnknown(outcome)) return outcome
  const sent = await attempted(async () => {
    const { canSendOneByOne, sendOneByOne } = await part(import('./sendOneByOne.ts'))
    const ask = (call: RpcCall) => request(instance, call, { namespace: 'eip155', ...(signal && { signal }) })
    return canSendOneByOne(encoded) ? sendOneByOne(encoded, ask) : outcome
  })
  if (sent.status === 'done') void follow(instance, sent.value.id)
  return sent
}

/** Nobody waits for that: where the code does not come, the page can ask itself. */
async function follow(instance: Instance, id: string): Promise<void> {
  const loaded = await load(instance, 'calls')
  if (loaded.status === 'done') loaded.value.send({ type: 'calls.follow', id })
}

/** The wallet knows no bundles; one that knows them has reasons of its own. */
const isUnknown = (outcome: Outcome<unknown>): boolean =>
  outcome.status === 'failed' && !outcome.error.code.startsWith('calls.') && isUnsupportedMethod(outcome.error)
