import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { SentCalls } from '../../machines/calls/calls.types.ts'
import { isUnsupportedMethod } from '../../machines/shared/outcome.rules.ts'
import { assertDefined } from '../../machines/core/assertDefined.ts'
import type { Instance } from '../instance/instance.ts'
import type { CallsRequest, EncodedBundle } from '../wallet-requests/encodeRequest.ts'
import { requestWallet, assertConfiguredNetwork, toOutcome } from '../wallet-requests/requestWallet.ts'
import { load } from '../instance/load.ts'
import { request } from '../wallet-requests/request.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Asks the EVM wallet to send several calls as one bundle (EIP-5792). */
export async function sendCalls(
  instance: Instance,
  bundle: CallsRequest,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<SentCalls>> {
  let encodedBundle: EncodedBundle | undefined
  let readResult: ((answer: unknown) => SentCalls) | undefined
  const outcome = await requestWallet(instance, {
    action: 'send calls',
    signal,
    async callFor(connection) {
      // Load the response parser before asking the wallet: a failed load must not report a sent bundle as failed.
      const [{ encodeCalls }, reader] = await Promise.all([
        loadPart(import('../wallet-requests/encodeRequest.ts')),
        loadPart(import('../chains/eip155/calls.ts')),
      ])
      readResult = reader.readSendCallsResult
      const encoded = encodeCalls(bundle, connection)
      assertConfiguredNetwork(instance, bundle.chainId, connection)
      encodedBundle = encoded
      return { method: 'wallet_sendCalls', params: [encoded] }
    },
    read: (answer) => assertDefined(readResult)(answer),
  })
  const encoded = encodedBundle
  if (!encoded || bundle.fallback !== true || !lacksBundleSupport(outcome)) return outcome
  const sentOneByOne = await toOutcome(async () => {
    const { canSendOneByOne, sendOneByOne } = await loadPart(import('./sendOneByOne.ts'))
    const sendRequest = (call: RpcCall) => request(instance, call, { namespace: 'eip155', ...(signal && { signal }) })
    return canSendOneByOne(encoded) ? sendOneByOne(encoded, sendRequest) : outcome
  })
  if (sentOneByOne.status === 'done') void followCalls(instance, sentOneByOne.value.id)
  return sentOneByOne
}

/** Not awaited: if the code fails to load, the app can still query the status. */
async function followCalls(instance: Instance, id: string): Promise<void> {
  const loaded = await load(instance, 'calls')
  if (loaded.status === 'done') loaded.value.send({ type: 'calls.follow', id })
}

/** Whether the wallet does not support bundles. A wallet that supports them has other reasons to reject one. */
const lacksBundleSupport = (outcome: Outcome<unknown>): boolean =>
  outcome.status === 'failed' && !outcome.error.code.startsWith('calls.') && isUnsupportedMethod(outcome.error)
