import type { InspectionEvent } from 'xstate'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import type { ClientOptions } from '../pairing/client.ts'
import type { Timeouts } from '../config.ts'
import type { Pairing } from '../pairing/pairing.ts'
import type { SessionProvider, SessionProviderOptions } from '../pairing/provider.ts'
import type { PairingPort, WalletProvider } from '../ports.ts'

export interface LazyPairingOptions extends Omit<SessionProviderOptions, 'pairing'> {
  /** Read when the client is opened: the page's head is not there on a server. */
  client(): ClientOptions
  timeouts: Timeouts
  inspect(event: InspectionEvent): void
}

interface Loaded {
  pairing: Pairing
  provider: SessionProvider
}

/** WalletConnect, its machines loaded and its client opened when they are first needed. What failed is tried again. */
export function lazyPairing({ client, ...options }: LazyPairingOptions): PairingPort {
  const { inspect, clock, timeouts } = options
  let loading: Promise<Loaded> | undefined
  let loaded: Loaded | undefined
  let closings = 0
  const waiting: ['on' | 'removeListener', string, (payload: unknown) => void][] = []

  const load = async (): Promise<Loaded> => {
    const [{ createPairing }, { createSessionProvider }] = await Promise.all([
      import('../pairing/pairing.ts'),
      import('../pairing/provider.ts'),
    ])
    const pairing = createPairing({
      role: 'requester',
      client,
      inspect,
      clock,
      timeouts,
      read: async (chainId, { method, params }, signal) => {
        const network = networkOf(options.networks, chainId as never)
        if (!network) throw new LatchkeyError('rpc.urlMissing')
        return options.rpc.request(network, { method, params: params ?? [] }, { signal })
      },
    })
    const provider = createSessionProvider({ ...options, pairing })
    for (const [call, event, listener] of waiting) provider[call]?.(event, listener)
    loaded = { pairing, provider }
    return loaded
  }
  const once = () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
    return loading
  }
  const listen = (call: 'on' | 'removeListener') => (event: string, listener: (payload: unknown) => void) => {
    if (loaded) loaded.provider[call]?.(event, listener)
    else waiting.push([call, event, listener])
  }
  /** What was asked before `close` opens nothing after it. */
  const current = async (): Promise<Loaded> => {
    const at = closings
    const made = await once()
    if (at !== closings) throw new LatchkeyError('instance.notStarted')
    return made
  }
  const provider: WalletProvider = {
    request: async (call) => (await current()).provider.request(call),
    on: listen('on'),
    removeListener: listen('removeListener'),
  }
  return {
    provider,
    connect: async (chains, how) => (await current()).provider.connect(chains, how),
    peer: () => loaded?.provider.peer(),
    leave: async (topic) => (await current()).provider.leave(topic),
    find: (name) => loaded?.pairing.find(name as 'pairing') ?? loaded?.provider.find(name as 'provider'),
    close() {
      closings += 1
      loaded?.provider.close()
      loaded?.pairing.close()
    },
  }
}
