import { withQuirks, type Quirk, type Quirky, type RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'

type Id = `${string}:${string}`

/** A wallet of the Wallet Standard. */
export interface StandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
  readonly chains: readonly Id[]
  readonly features: Readonly<Record<Id, unknown>>
  readonly accounts: readonly {
    readonly address: string
    readonly publicKey: Uint8Array
    readonly chains: readonly Id[]
    readonly features: readonly Id[]
  }[]
}

/** A wallet with quirks, and what the app requested of it. */
export interface QuirkyStandardWallet extends Pick<Quirky, 'calls' | 'answered' | 'use' | 'listenerCount'> {
  wallet: StandardWallet
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
export function withStandardQuirks(inner: StandardWallet, ...quirks: readonly Quirk[]): QuirkyStandardWallet {
  const features = inner.features as Readonly<Record<string, Feature>>
  const events = features[EVENTS]
  const observe = events?.['on'] as Call | undefined
  const target = {
    async request({ method, params }: RpcCall) {
      const call = features[method]?.[functionOf(method)] as Call | undefined
      if (!call) throw rpcError(4200, `The wallet does not support ${method}.`)
      return call.apply(features[method], params as unknown[])
    },
    on: (event: string, listener: (payload: unknown) => void) => {
      if (event === 'change') observe?.call(events, 'change', listener)
    },
  }
  const { calls, answered, use, listenerCount, request, on, removeListener } = withQuirks(target, ...quirks)

  const withoutEvents = Object.entries(features).filter(([name]) => name !== EVENTS)
  const changed = withoutEvents.map(([method, feature]): [string, Feature] => [
    method,
    { ...feature, [functionOf(method)]: (...params: readonly unknown[]) => request({ method, params }) },
  ])
  const subscribe = (event: 'change', listener: (payload: unknown) => void) => {
    on(event, listener)
    return () => removeListener(event, listener)
  }
  const wallet: StandardWallet = {
    version: inner.version,
    name: inner.name,
    icon: inner.icon,
    chains: inner.chains,
    features: { ...Object.fromEntries(changed), ...(events && { [EVENTS]: { ...events, on: subscribe } }) },
    get accounts() {
      return inner.accounts
    },
  }
  return { wallet, calls, answered, use, listenerCount }
}
