import type { InspectionEvent } from 'xstate'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import type { ClientOptions } from '../pairing/clientTypes.ts'
import type { Timeouts } from '../../machines/kit/bound.ts'
import type { Pairing } from '../pairing/pairing.ts'
import type { SessionProvider, SessionProviderOptions } from '../pairing/provider.ts'
import type { PairingPort } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'

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

/** Loads the machines. `failed` hears why the client could not be opened. */
async function loadPairing(
  { client, ...options }: LazyPairingOptions,
  failed: (error: LatchkeyError) => void,
): Promise<Loaded> {
  const [{ createPairing }, { createSessionProvider }] = await Promise.all([
    import('../pairing/pairing.ts'),
    import('../pairing/provider.ts'),
  ])
  const pairing = createPairing({
    role: 'requester',
    client,
    inspect: options.inspect,
    clock: options.clock,
    timeouts: options.timeouts,
    read: async (chainId, { method, params }, signal) => {
      const network = networkOf(options.networks(), chainId as never)
      if (!network) throw new LatchkeyError('rpc.urlMissing')
      return options.rpc.request(network, { method, params: params ?? [] }, { signal })
    },
  })
  let known: LatchkeyError | undefined
  pairing.subscribe(({ context: { error } }) => {
    if (error && error !== known) failed(error)
    known = error
  })
  return { pairing, provider: createSessionProvider({ ...options, pairing }) }
}

/** WalletConnect, its machines loaded and its client opened when they are first needed. What failed is tried again. */
export function lazyPairing(options: LazyPairingOptions): PairingPort {
  let loading: Promise<Loaded> | undefined
  let loaded: Loaded | undefined
  let closings = 0
  /** What was asked to be heard before there was anything to hear. */
  const waiting: ((provider: SessionProvider) => void)[] = []
  const faults = new Set<(error: LatchkeyError) => void>()
  const providers = new Map<Namespace, WalletProvider>()

  const load = async (): Promise<Loaded> => {
    loaded = await loadPairing(options, (error) => {
      for (const heard of faults) heard(error)
    })
    for (const listen of waiting) listen(loaded.provider)
    return loaded
  }
  const once = () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
    return loading
  }
  const listen = (to: (provider: SessionProvider) => void) => {
    if (loaded) to(loaded.provider)
    else waiting.push(to)
  }
  /** Watches the provider once it is there, until the returned function is called. */
  const watching = (watch: (provider: SessionProvider) => () => void) => {
    let stopped = false
    let stop = () => {}
    listen((provider) => {
      if (!stopped) stop = watch(provider)
    })
    return () => {
      stopped = true
      stop()
    }
  }
  /** What was asked before `close` opens nothing after it. */
  const current = async (): Promise<Loaded> => {
    const at = closings
    const made = await once()
    if (at !== closings) throw new LatchkeyError('instance.notStarted')
    return made
  }
  const providerIn = (namespace: Namespace): WalletProvider => ({
    request: async (call) => (await current()).provider.provider(namespace).request(call),
    on: (event, heard) => listen((provider) => void provider.provider(namespace).on?.(event, heard)),
    removeListener: (event, heard) =>
      listen((provider) => void provider.provider(namespace).removeListener?.(event, heard)),
  })
  return {
    provider(namespace) {
      const provider = providers.get(namespace) ?? providerIn(namespace)
      providers.set(namespace, provider)
      return provider
    },
    connect: async (what, how) => (await current()).provider.connect(what, how),
    watch: (heard) => watching((provider) => provider.watch(heard)),
    watchApproved: (heard) => watching((provider) => provider.watchApproved(heard)),
    watchFaults(heard) {
      faults.add(heard)
      return () => faults.delete(heard)
    },
    peer: () => loaded?.provider.peer(),
    leave: async (topic, namespace) => (await current()).provider.leave(topic, namespace),
    find: (name) => loaded?.pairing.find(name as 'pairing') ?? loaded?.provider.find(name as 'provider'),
    close() {
      closings += 1
      loaded?.provider.close()
      loaded?.pairing.close()
    },
  }
}
