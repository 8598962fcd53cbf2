import { fromCallback, fromPromise } from 'xstate'
import type { NetworkId } from '../../machines/entities/namespace.ts'
import type { Network } from '../../machines/entities/network.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { CallContract } from '../../machines/pairing/call.contract.ts'
import { callMachine } from '../../machines/pairing/call.machine.ts'
import type { OfferContract } from '../../machines/pairing/offer.contract.ts'
import { offerMachine } from '../../machines/pairing/offer.machine.ts'
import type { Offer, Proposed } from '../../machines/pairing/proposal.contract.ts'
import { providerMachine } from '../../machines/pairing/provider.machine.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { expiryOnWire } from '../../machines/rules/pairing/request.ts'
import type { Route } from '../../machines/rules/pairing/routes.ts'
import type { Line } from '../../machines/rules/pairing/spoken.ts'
import type { Timeouts } from '../config.ts'
import type { Pairing } from '../pairing/pairing.ts'
import { readFirst } from '../networks.ts'
import type { RpcPort } from '../ports.ts'

type Offered = Extract<OfferContract['event'], { type: 'offer.made' | 'offer.ended' }>
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
  timeouts: Pick<Timeouts, 'walletRequestMs' | 'exchangeMs' | 'startPairingMs' | 'apiMs'>
}

/** The provider over a pairing, with every slot filled. */
export function providerLogic({ pairing, networks, rpc, rpcMap = {}, timeouts }: ProviderEffects) {
  const { walletRequestMs, exchangeMs, startPairingMs, apiMs } = timeouts

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

  return providerMachine.provide({
    actors: {
      look: fromPromise(async () => {
        const opened = await pairing.open()
        if ('error' in opened) throw opened.error
        if (opened.status === 'cancelled') throw new LatchkeyError('instance.notStarted')
      }),
      leave: fromPromise(async ({ input: { id, topic } }) => ({ id, outcome: await pairing.disconnect(topic) })),
      offer: seal<OfferContract>()(
        offerMachine.provide({
          actors: {
            propose: fromCallback<Offered, { proposed: Proposed }>(({ input, sendBack }) => {
              const control = new AbortController()
              const offered = (offer: Offer) => sendBack({ type: 'offer.made', offer })
              void pairing
                .propose(input.proposed, { signal: control.signal, offered })
                .then((outcome) => sendBack({ type: 'offer.ended', outcome }))
              return () => control.abort()
            }),
          },
        }),
      ),
      call: seal<CallContract>()(
        callMachine.provide({
          actors: { follow: fromPromise(({ input, signal }) => follow(input, signal)) },
          delays: { follow: walletRequestMs + exchangeMs },
        }),
      ),
    },
    delays: { look: startPairingMs + exchangeMs },
  })
}
