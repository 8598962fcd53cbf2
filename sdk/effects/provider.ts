import type { NetworkId } from '../../machines/entities/namespace.ts'
import type { Network } from '../../machines/entities/network.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { filled, type Timeouts } from '../../machines/kit/bound.ts'
import { fill } from '../../machines/kit/effects.ts'
import type { CallContract } from '../../machines/pairing/call.contract.ts'
import { callMachine } from '../../machines/pairing/call.machine.ts'
import { offerMachine } from '../../machines/pairing/offer.machine.ts'
import type { Offer } from '../../machines/pairing/proposal.contract.ts'
import { providerMachine } from '../../machines/pairing/provider.machine.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { expiryOnWire } from '../../machines/rules/pairing/request.ts'
import type { Route } from '../../machines/rules/pairing/routes.ts'
import type { Line } from '../../machines/rules/pairing/spoken.ts'
import type { Pairing } from '../pairing/pairing.ts'
import { readFirst } from '../networks.ts'
import type { RpcPort } from '../ports.ts'

type Way = {
  route: Route
  call: CallContract['context']['call']
  line: Line
}

export interface ProviderEffects {
  pairing: Pairing
  /** Those of the site, at this moment. */
  networks(): readonly Network[]
  rpc: RpcPort
  /** Nodes that are asked first, by CAIP-2 id. */
  rpcMap?: Readonly<Partial<Record<NetworkId, string>>>
  timeouts: Timeouts
}

/** The provider over a pairing, with every slot filled. */
export function providerLogic({ pairing, networks, rpc, rpcMap = {}, timeouts }: ProviderEffects) {
  const { walletRequestMs, apiMs } = timeouts

  async function follow({ route, call, line }: Way, signal: AbortSignal): Promise<unknown> {
    switch (route.to) {
      case 'wallet': {
        const { topic } = line.session
        const { chainId, method, params = [] } = route
        const question = { topic, chainId, request: { method, params }, expirySeconds: expiryOnWire(walletRequestMs) }
        const answered = await pairing.request(question, { signal })
        if (answered.status === 'done') return answered.value
        throw 'error' in answered ? answered.error : new LatchkeyError('session.notConnected')
      }
      case 'parting': {
        const parted = await pairing.disconnect(line.session.topic, { signal })
        if ('error' in parted) throw parted.error
        return null
      }
      case 'rpc': {
        const network = networkOf(networks(), line.chainId as never)
        if (!network) throw new LatchkeyError('rpc.urlMissing')
        return rpc.request(readFirst(network, rpcMap[network.caipNetworkId]), call, { signal })
      }
      case 'bundler': {
        const { fetchBundleReceipt } = await import('../rpc/bundler.ts')
        return fetchBundleReceipt(route.url, route.callId, { timeoutMs: apiMs, signal })
      }
      case 'answer':
      case 'chain':
      case 'refusal':
        throw new Error('Such a way does not lead out of the page.')
    }
  }

  const filling = {
    ...fill(providerMachine, {
      look: async () => {
        const opened = await pairing.open()
        if ('error' in opened) throw opened.error
        if (opened.status === 'cancelled') throw new LatchkeyError('instance.notStarted')
      },
      leave: async ({ input: { id, topic } }) => ({ id, outcome: await pairing.disconnect(topic) }),
    }),
    ...fill(offerMachine, {
      propose: ({ input, sendBack }) => {
        const control = new AbortController()
        const offered = (offer: Offer) => sendBack({ type: 'offer.made', offer })
        void pairing
          .propose(input.proposed, { signal: control.signal, offered })
          .then((outcome) => sendBack({ type: 'offer.ended', outcome }))
        return () => control.abort()
      },
    }),
    ...fill(callMachine, { follow: ({ input, signal }) => follow(input, signal) }),
  }
  return filled(providerMachine, filling, timeouts)
}
