/** The embedded wallet as a port: one provider per namespace, based on the feature `frame`, which is loaded on first use. */
import { EMBEDDED_CONNECTOR_ID, USER_REJECTED_CODE } from '../../machines/constants.ts'
import type { FrameContract } from '../../machines/embedded/frame.contract.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RefOf } from '../../machines/core/contract.ts'
import { abortedError } from '../../machines/embedded/frame.rules.ts'
import { hexOf } from '../../machines/pairing/rules/sharedSession.ts'
import { connect } from '../connection/connect.ts'
import { load } from '../instance/load.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import type { EmbeddedPort } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { requestEmbedded } from './provider.ts'

type Listeners = Map<string, Set<(payload: unknown) => void>>

/** Creates the port of an instance. The instance is read on first use. */
export function pageEmbedded(instance: () => Instance): EmbeddedPort {
  const networks = new Map<Namespace, NetworkId>()
  const providers = new Map<Namespace, WalletProvider>()
  const listeners = new Map<Namespace, Listeners>()

  const ask = async (message: unknown, signal?: AbortSignal): Promise<never> => {
    const ready = await load(instance(), 'frame', { signal })
    if (ready.status === 'done') follow(ready.value)
    const command = { type: 'frame.request' as const, message: message as never }
    const outcome = ready.status === 'done' ? await outcomeOf(ready.value, command, signal) : ready
    if (outcome.status === 'done') return outcome.value as never
    // A rejection by the user, with the code of EIP-1193.
    if (outcome.status === 'declined')
      throw Object.assign(new Error(outcome.error.message, { cause: outcome.error }), { code: USER_REJECTED_CODE })
    if ('error' in outcome) throw outcome.error
    throw signal?.aborted ? abortedError(command.message, signal.reason) : new LatchkeyError('instance.notStarted')
  }
  const emit = (namespace: Namespace, event: string, payload: unknown) => {
    for (const listener of listeners.get(namespace)?.get(event) ?? []) listener(payload)
  }
  /** The user is signed out: notifies the listeners, except for the namespace that already knows. */
  function leave(except?: Namespace) {
    networks.clear()
    for (const namespace of listeners.keys()) if (namespace !== except) emit(namespace, 'disconnect', undefined)
  }
  const followed = new WeakSet<object>()
  function follow(frame: RefOf<FrameContract>) {
    if (followed.has(frame)) return
    followed.add(frame)
    frame.on('frame.signedOut', () => leave())
  }
  /** The chain of a namespace: the one it was switched to, else the active one, else the app's first. */
  const networkIn = (namespace: Namespace): NetworkId => {
    const { configuration, find } = instance()
    const active = find('network')?.getSnapshot().context.networkId
    if (active && !networks.has(namespace) && namespaceOf(active) === namespace) return active
    const defaultNetwork = configuration.networks.find(({ chainNamespace }) => chainNamespace === namespace)
    return networks.get(namespace) ?? defaultNetwork?.caipNetworkId ?? configuration.defaultNetworkId
  }
  const providerIn = (namespace: Namespace): WalletProvider => {
    const namespaceListeners: Listeners = new Map()
    listeners.set(namespace, namespaceListeners)
    const dependencies = () => ({
      ask,
      networkId: networkIn(namespace),
      setNetwork(networkId: NetworkId) {
        networks.set(namespace, networkId)
        emit(namespace, 'chainChanged', hexOf(networkId) ?? networkId)
      },
      notifySignedOut: () => leave(namespace),
    })
    return {
      request: (call) => requestEmbedded(dependencies(), call),
      on: (event, listener) =>
        namespaceListeners.set(event, (namespaceListeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event, listener) => namespaceListeners.get(event)?.delete(listener),
    }
  }
  return {
    ask,
    async connect(signal) {
      // Another user may have signed in while a wallet is still connected, so its accounts are read again.
      for (const [namespace, namespaceListeners] of listeners) {
        if ((namespaceListeners.get('accountsChanged')?.size ?? 0) === 0) continue
        const accounts =
          namespace === 'eip155' ? await providers.get(namespace)?.request({ method: 'eth_accounts' }) : []
        emit(namespace, 'accountsChanged', accounts)
      }
      return connect(instance(), { connectorId: EMBEDDED_CONNECTOR_ID, ...(signal && { signal }) })
    },
    provider(namespace) {
      const provider = providers.get(namespace) ?? providerIn(namespace)
      providers.set(namespace, provider)
      return provider
    },
  }
}
