/** The embedded wallet as a port: the feature `frame`, which is loaded when it is first needed, as one provider a namespace. */
import { EMBEDDED_CONNECTOR_ID, USER_REJECTED_CODE } from '../../machines/constants.ts'
import type { FrameContract } from '../../machines/embedded/frame.contract.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RefOf } from '../../machines/kit/contract.ts'
import { abortedError } from '../../machines/rules/frame.ts'
import { hexOf } from '../../machines/rules/pairing/spoken.ts'
import { connect } from '../actions/connect.ts'
import { load } from '../actions/load.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'
import type { EmbeddedPort } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'
import { askEmbedded } from './provider.ts'

type Listeners = Map<string, Set<(payload: unknown) => void>>

/** The port of an instance, which is read once something is asked. */
export function pageEmbedded(instance: () => Instance): EmbeddedPort {
  const networks = new Map<Namespace, NetworkId>()
  const providers = new Map<Namespace, WalletProvider>()
  const listeners = new Map<Namespace, Listeners>()

  const ask = async (message: unknown, signal?: AbortSignal): Promise<never> => {
    const ready = await load(instance(), 'frame', { signal })
    if (ready.status === 'done') follow(ready.value)
    const command = { type: 'frame.ask' as const, message: message as never }
    const outcome = ready.status === 'done' ? await outcomeOf(ready.value, command, signal) : ready
    if (outcome.status === 'done') return outcome.value as never
    // The visitor's no, as every wallet says it (EIP-1193).
    if (outcome.status === 'declined')
      throw Object.assign(new Error(outcome.error.message, { cause: outcome.error }), { code: USER_REJECTED_CODE })
    if ('error' in outcome) throw outcome.error
    throw signal?.aborted ? abortedError(command.message, signal.reason) : new LatchkeyError('instance.notStarted')
  }
  const tell = (namespace: Namespace, event: string, payload: unknown) => {
    for (const heard of listeners.get(namespace)?.get(event) ?? []) heard(payload)
  }
  /** Nobody is signed in any more: whoever listens is told, but where it is known. */
  function leave(known?: Namespace) {
    networks.clear()
    for (const namespace of listeners.keys()) if (namespace !== known) tell(namespace, 'disconnect', undefined)
  }
  const followed = new WeakSet<object>()
  function follow(frame: RefOf<FrameContract>) {
    if (followed.has(frame)) return
    followed.add(frame)
    frame.on('frame.signedOut', () => leave())
  }
  /** The chain that it is on: where it was moved to, else the active one, else the first of the site's. */
  const networkIn = (namespace: Namespace): NetworkId => {
    const { configuration, find } = instance()
    const active = find('network')?.getSnapshot().context.networkId
    if (active && !networks.has(namespace) && namespaceOf(active) === namespace) return active
    const first = configuration.networks.find(({ chainNamespace }) => chainNamespace === namespace)
    return networks.get(namespace) ?? first?.caipNetworkId ?? configuration.defaultNetworkId
  }
  const providerIn = (namespace: Namespace): WalletProvider => {
    const own: Listeners = new Map()
    listeners.set(namespace, own)
    const asked = () => ({
      ask,
      networkId: networkIn(namespace),
      move(networkId: NetworkId) {
        networks.set(namespace, networkId)
        tell(namespace, 'chainChanged', hexOf(networkId) ?? networkId)
      },
      signedOut: () => leave(namespace),
    })
    return {
      request: (call) => askEmbedded(asked(), call),
      on: (event, listener) => own.set(event, (own.get(event) ?? new Set()).add(listener)),
      removeListener: (event, listener) => own.get(event)?.delete(listener),
    }
  }
  return {
    ask,
    async connect(signal) {
      // Somebody else may have signed in where a wallet is connected still: its accounts are read anew.
      for (const [namespace, heard] of listeners) {
        if ((heard.get('accountsChanged')?.size ?? 0) === 0) continue
        const accounts =
          namespace === 'eip155' ? await providers.get(namespace)?.request({ method: 'eth_accounts' }) : []
        tell(namespace, 'accountsChanged', accounts)
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
