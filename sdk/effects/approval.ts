import type { AskedCall } from '../../machines/requests/approval.contract.ts'
import { approvalMachine } from '../../machines/requests/approval.machine.ts'
import type { Explanation } from '../../machines/entities/explanation.ts'
import { fill } from '../../machines/kit/effects.ts'
import { explainText, unknownCall } from '../../machines/rules/explaining.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { isRecord } from '../../machines/rules/pairing/shapes.ts'
import type { Ports } from '../ports.ts'
import type { Site } from './site.ts'

/** The message of a call that signs one, in the namespaces whose calls name it. */
async function messageIn(method: string, params: unknown): Promise<string | undefined> {
  const { message } = isRecord(params) ? params : {}
  if (typeof message !== 'string') return undefined
  if (method !== 'solana_signMessage') return method === 'signMessage' ? message : undefined
  const { base58 } = await import('@scure/base')
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(base58.decode(message))
}

export const approvalEffects = ({ page }: Pick<Ports, 'page'>, { networks }: Pick<Site, 'networks'>) => {
  async function explain({ connection, call }: AskedCall, signal: AbortSignal): Promise<Explanation> {
    const { address, networkId, namespace } = connection
    const origin = page.read()?.origin
    const place = { address, networkId, host: origin === undefined ? undefined : new URL(origin).host }
    const network = networkOf(networks(), networkId)
    if (namespace === 'eip155' && network) {
      const { explainCall } = await import('../chains/eip155/explain.ts')
      return explainCall(call, { ...place, network }, signal)
    }
    const message = await messageIn(call.method, call.params)
    return message === undefined ? unknownCall(call.method, call.params) : explainText(message, place)
  }
  return fill(approvalMachine, { explain: ({ input, signal }) => explain(input, signal) })
}
