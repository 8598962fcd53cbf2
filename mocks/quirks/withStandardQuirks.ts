import type { Wallet } from '@wallet-standard/base'
import type { StandardEventsFeature } from '@wallet-standard/features'
import { withQuirks, type Quirk, type Quirky, type RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'

/** A wallet with quirks, and what the app requested of it. */
export interface QuirkyStandardWallet<W extends Wallet> extends Pick<Quirky, 'calls' | 'use' | 'listenerCount'> {
  wallet: W
}

type Feature = Record<string, unknown>
type Call = (...inputs: readonly unknown[]) => unknown

const EVENTS = 'standard:events'
/** The function of a feature, which has the name after its colon: `signMessage` of `solana:signMessage`. */
const functionOf = (feature: string) => feature.slice(feature.indexOf(':') + 1)

/**
 * Puts quirks between an app and any Wallet Standard wallet. For a quirk, each call of a feature is a request with the feature's name
 * as its method and the inputs as its params. The wallet's event is `change`.
 */
export function withStandardQuirks<W extends Wallet>(inner: W, ...quirks: readonly Quirk[]): QuirkyStandardWallet<W> {
  const features = inner.features as Readonly<Record<string, Feature>>
  const events = features[EVENTS] as StandardEventsFeature[typeof EVENTS] | undefined
  const target = {
    async request({ method, params }: RpcCall) {
      const call = features[method]?.[functionOf(method)] as Call | undefined
      if (!call) throw rpcError(4200, `The wallet does not support ${method}.`)
      return call(...(params as readonly unknown[]))
    },
    on: (event: string, listener: (payload: unknown) => void) => {
      if (event === 'change') events?.on('change', listener)
    },
  }
  const { calls, use, listenerCount, request, on, removeListener } = withQuirks(target, ...quirks)

  const withoutEvents = Object.entries(features).filter(([name]) => name !== EVENTS)
  const changed = withoutEvents.map(([method, feature]): [string, Feature] => [
    method,
    { ...feature, [functionOf(method)]: (...params: readonly unknown[]) => request({ method, params }) },
  ])
  const subscribe = (event: 'change', listener: (payload: unknown) => void) => {
    on(event, listener)
    return () => removeListener(event, listener)
  }
  const wallet = Object.create(inner, {
    features: {
      enumerable: true,
      value: { ...Object.fromEntries(changed), ...(events && { [EVENTS]: { ...events, on: subscribe } }) },
    },
  }) as W
  return { wallet, calls, use, listenerCount }
}
