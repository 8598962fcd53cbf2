import { activity } from '../../machines/account/activity.contract.ts'
import { RPC } from '../../machines/constants.ts'
import type { AskedCall } from '../../machines/requests/approval.contract.ts'
import { approvalMachine } from '../../machines/requests/approval.machine.ts'
import type { Explanation } from '../../machines/entities/explanation.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { fill } from '../../machines/kit/effects.ts'
import { peek } from '../../machines/kit/system.ts'
import { unknownCall } from '../../machines/rules/explaining.ts'
import { knownAddresses, warnOfLookAlikes } from '../../machines/rules/lookAlikes.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { bounded } from '../platform/abort.ts'
import type { Ports } from '../ports.ts'
import type { Site } from './site.ts'

export const approvalEffects = ({ page }: Pick<Ports, 'page'>, { networks, abis }: Pick<Site, 'networks' | 'abis'>) => {
  /** What a call asks for, in a namespace whose calls can be read; so long, at most, for what is looked up. */
  async function explain({ connection, call }: AskedCall, signal: AbortSignal): Promise<Explanation> {
    const { address, networkId, namespace, accounts } = connection
    const origin = page.read()?.origin
    const host = origin === undefined ? undefined : new URL(origin).host
    const network = networkOf(networks(), networkId)
    const ground = { address, networkId, host, network, own: accounts.map((account) => account.address) }
    const bound = bounded(signal, RPC.explainMs, () => new LatchkeyError('rpc.expired'))
    try {
      if (namespace === 'eip155' && network) {
        const { explainCall } = await import('../chains/eip155/explain.ts')
        return await explainCall(call, { ...ground, network, abis: abis[network.caipNetworkId] ?? {} }, bound.signal)
      }
      if (namespace === 'solana') {
        const { explainCall } = await import('../chains/solana/explain.ts')
        return await explainCall(call, ground, bound.signal)
      }
      if (namespace === 'bip122') return (await import('../chains/bip122/explain.ts')).explainCall(call, ground)
      return unknownCall(call.method, call.params)
    } finally {
      bound.end()
    }
  }
  return fill(approvalMachine, {
    async explain({ input, signal, system }) {
      const own = input.connection.accounts.map(({ address }) => address)
      // Of the history, what was read already is enough: nothing is read for this.
      const history = peek(system, activity)?.context.transactions ?? []
      return warnOfLookAlikes(await explain(input, signal), knownAddresses(own, history))
    },
  })
}
