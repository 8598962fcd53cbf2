/**
 * Wallets on other devices as a port: one EIP-1193-style provider per namespace, based on the features `pairing` and `provider`.
 * The features are loaded on first use. Code that talks to a wallet can so treat all wallets alike.
 */
import type { ApprovedNetworks } from '../../machines/shared/account.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RefOf } from '../../machines/core/contract.ts'
import type { ProviderEvent } from '../../machines/pairing/rules/sharedSession.ts'
import type { Directory } from '../instance/directory.ts'
import { load } from '../instance/load.ts'
import type { Instance } from '../instance/instance.ts'
import type { PairingPort } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { runCommand, type PairingCall, type PairingCallOptions } from './runPairingCommand.ts'

type Request = (namespace: Namespace, call: Parameters<WalletProvider['request']>[0]) => Promise<unknown>

/** Returns the original error of a wallet or node, so that the app can read its code and data. */
const toThrown = (error: LatchkeyError): unknown => (error.code === 'unknown' && error.cause ? error.cause : error)

/** The providers, one per namespace, created once. `emit` passes an event to the listeners of a provider. */
function createProviders(request: Request, onListen: () => void) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const providers = new Map<Namespace, WalletProvider>()
  const providerIn = (namespace: Namespace): WalletProvider => ({
    request: (call) => request(namespace, call),
    on(event, listener) {
      onListen()
      const name = `${namespace} ${event}`
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(`${namespace} ${event}`)?.delete(listener),
  })
  return {
    get(namespace: Namespace): WalletProvider {
      const provider = providers.get(namespace) ?? providerIn(namespace)
      providers.set(namespace, provider)
      return provider
    },
    emit({ namespace, event, payload }: ProviderEvent) {
      for (const listener of listeners.get(`${namespace} ${event}`) ?? []) listener(payload)
    },
  }
}

/** Creates the port of an instance. The instance is read on first use. */
export function pagePairing(
  instance: () => Pick<Instance, 'configuration' | 'find' | 'started' | 'watch'>,
): PairingPort {
  const run = async (command: PairingCall, options: PairingCallOptions = {}): Promise<unknown> => {
    const { signal } = options
    signal?.throwIfAborted()
    const ready = await load(instance(), 'provider', { signal })
    const outcome = ready.status === 'done' ? await runCommand(ready.value, command, options) : ready
    if (outcome.status === 'done') return outcome.value
    throw 'error' in outcome ? toThrown(outcome.error) : (signal?.reason ?? new LatchkeyError('instance.notStarted'))
  }
  /** Subscribes to a machine whenever it runs. Returns a function that unsubscribes. */
  function followActor<Name extends 'pairing' | 'provider'>(
    name: Name,
    listen: (ref: RefOf<Directory[Name]>) => { unsubscribe(): void },
  ): () => void {
    let listening: { unsubscribe(): void } | undefined
    const unwatch = instance().watch(name, (ref) => {
      listening?.unsubscribe()
      listening = ref && listen(ref)
    })
    return () => {
      unwatch()
      listening?.unsubscribe()
    }
  }
  let isListening = false
  const providers = createProviders(
    async (namespace, { method, params }) => {
      if (!instance().started()) throw new LatchkeyError('session.notInitialized')
      return run({ type: 'provider.request', namespace, call: { method, params } })
    },
    () => {
      if (isListening) return
      isListening = true
      followActor('provider', (ref) => ref.on('provider.event', providers.emit))
    },
  )

  return {
    provider: providers.get,
    peer: () => instance().find('provider')?.getSnapshot().context.activeSession?.session.peer.metadata,
    connect: ({ chains, namespace }, options) => run({ type: 'provider.connect', chains, namespace }, options) as never,
    watch: (listener) =>
      followActor('provider', (ref) => ref.on('provider.namespacesAdded', ({ namespaces }) => listener(namespaces))),
    watchApproved(listener) {
      let previous: ApprovedNetworks | undefined
      const update = (approved: ApprovedNetworks | undefined) => {
        if (approved && approved !== previous) listener(approved)
        previous = approved
      }
      return followActor('provider', (ref) => {
        update(ref.getSnapshot().context.approved)
        return ref.subscribe({ next: ({ context }) => update(context.approved), error: () => {} })
      })
    },
    watchFaults(listener) {
      let previous: LatchkeyError | undefined
      return followActor('pairing', (ref) =>
        ref.subscribe({
          next({ context: { error } }) {
            if (error && error !== previous) listener(error)
            previous = error
          },
          error: () => {},
        }),
      )
    },
    leave: async (topic, namespace) => void (await run({ type: 'provider.disconnect', topic, namespace })),
  }
}
