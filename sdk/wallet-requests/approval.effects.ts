import { activity } from '../../machines/account/activity.contract.ts'
import { balance } from '../../machines/account/balance.contract.ts'
import { RPC } from '../../machines/constants.ts'
import type { PendingCall } from '../../machines/wallet-requests/approval.contract.ts'
import { approvalMachine } from '../../machines/wallet-requests/approval.machine.ts'
import type { Explanation } from '../../machines/wallet-requests/explanation.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import { implement } from '../../machines/core/actors.ts'
import { getActorSnapshot } from '../../machines/core/messaging.ts'
import { explainUnknownCall } from '../../machines/wallet-requests/explanation.rules.ts'
import { knownAddresses, warnOfLookAlikes } from '../../machines/transactions/lookAlikes.rules.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { bounded } from '../platform/abort.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { loadPart } from '../platform/loadPart.ts'

export const approvalEffects = (
  { page }: Pick<Ports, 'page'>,
  { networks, abis, tokens }: Pick<AppSettings, 'networks' | 'abis' | 'tokens'>,
) => {
  /** The account, network and host of a request. */
  function contextOf({ connection: { address, networkId, accounts } }: PendingCall) {
    const origin = page.read()?.origin
    // An opaque origin has an empty host, so every sign-in message counts as one for another domain.
    const host = origin === undefined ? undefined : URL.canParse(origin) ? new URL(origin).host : ''
    const network = networkOf(networks(), networkId)
    const ordinals = accounts.filter((account) => account.type === 'ordinal' && account.address !== address)
    return {
      address,
      networkId,
      host,
      network,
      own: accounts.map((account) => account.address),
      ordinals: ordinals.map((account) => account.address),
    }
  }

  /** Explains a call, in the namespaces whose calls can be decoded. */
  async function explain(pending: PendingCall, system: AnySystem, signal: AbortSignal): Promise<Explanation> {
    const { connection, call } = pending
    const context = contextOf(pending)
    const { network } = context
    if (connection.namespace === 'eip155' && network) {
      const { explainCall } = await loadPart(import('../chains/eip155/explain.ts'))
      return explainCall(call, { ...context, network, abis: abis[network.caipNetworkId] ?? {} }, signal)
    }
    if (connection.namespace === 'solana') {
      const { explainCall } = await loadPart(import('../chains/solana/explain.ts'))
      const listed = tokens[connection.networkId] ?? []
      const balances = getActorSnapshot(system, balance)?.context.tokens ?? []
      return explainCall(call, { ...context, listed, balances }, signal)
    }
    if (connection.namespace === 'bip122')
      return (await loadPart(import('../chains/bip122/explain.ts'))).explainCall(call, context)
    return explainUnknownCall(call.method, call.params)
  }
  return implement(approvalMachine, {
    async explain({ input, signal, system }) {
      // Uses only the history and balances that are loaded already; it makes no requests for them.
      const history = getActorSnapshot(system, activity)?.context.transactions ?? []
      const timeLimit = bounded(signal, RPC.explainMs, () => new LatchkeyError('rpc.expired'))
      try {
        const explanation = await explain(input, system, timeLimit.signal)
        return warnOfLookAlikes(explanation, knownAddresses(contextOf(input).own, history))
      } finally {
        timeLimit.end()
      }
    },
    async forecast({ input: { pendingCall, explanation }, signal }) {
      const context = contextOf(pendingCall)
      const { network } = context
      if (pendingCall.connection.namespace !== 'eip155' || !network) return undefined
      const { forecastCall } = await loadPart(import('../chains/eip155/forecast.ts'))
      return forecastCall(pendingCall.call, explanation, { ...context, network, abis: {} }, signal)
    },
  })
}
