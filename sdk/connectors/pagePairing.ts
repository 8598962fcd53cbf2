/**
 * Wallets on other devices as a port: the features `pairing` and `provider`, which are loaded when they are first needed, as providers of
 * EIP-1193's kind, one for each namespace, so that everything that speaks to a wallet speaks to one on another device too.
 */
import type { ApprovedNetworks } from '../../machines/entities/account.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RefOf } from '../../machines/kit/contract.ts'
import type { Told } from '../../machines/rules/pairing/spoken.ts'
import type { Directory } from '../directory.ts'
import { load } from '../actions/load.ts'
import type { Instance } from '../instance.ts'
import type { PairingPort } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'
import { runCommand, type Asked, type Asking } from '../pairingCommands.ts'

type Request = (namespace: Namespace, call: Parameters<WalletProvider['request']>[0]) => Promise<unknown>

/** What a wallet or a node threw goes out as it was: its codes and data are the page's to read. */
const thrown = (error: LatchkeyError): unknown => (error.code === 'unknown' && error.cause ? error.cause : error)

/** The providers, one a namespace, each made once. `tell` hands an event to those who listen to one. */
function createProviders(request: Request, listened: () => void) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const providers = new Map<Namespace, WalletProvider>()
  const providerIn = (namespace: Namespace): WalletProvider => ({
    request: (call) => request(namespace, call),
    on(event, listener) {
      listened()
      const name = `${namespace} ${event}`
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(`${namespace} ${event}`)?.delete(listener),
  })
  return {
    of(namespace: Namespace): WalletProvider {
      const provider = providers.get(namespace) ?? providerIn(namespace)
      providers.set(namespace, provider)
      return provider
    },
    tell({ namespace, event, payload }: Told) {
      for (const heard of listeners.get(`${namespace} ${event}`) ?? []) heard(payload)
    },
  }
}

/** The port of an instance, which is read once something is asked. */
export function pagePairing(
  instance: () => Pick<Instance, 'configuration' | 'find' | 'started' | 'watch'>,
): PairingPort {
  const run = async (command: Asked, asking: Asking = {}): Promise<unknown> => {
    const { signal } = asking
    signal?.throwIfAborted()
    const ready = await load(instance(), 'provider', { signal })
    const outcome = ready.status === 'done' ? await runCommand(ready.value, command, asking) : ready
    if (outcome.status === 'done') return outcome.value
    throw 'error' in outcome ? thrown(outcome.error) : (signal?.reason ?? new LatchkeyError('instance.notStarted'))
  }
  /** Listens to a machine whenever there is one, until the returned function is called. */
  function following<Name extends 'pairing' | 'provider'>(
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
  let isTold = false
  const providers = createProviders(
    async (namespace, { method, params }) => {
      if (!instance().started()) throw new LatchkeyError('session.notInitialized')
      return run({ type: 'provider.request', namespace, call: { method, params } })
    },
    () => {
      if (isTold) return
      isTold = true
      following('provider', (ref) => ref.on('provider.told', providers.tell))
    },
  )

  return {
    provider: providers.of,
    peer: () => instance().find('provider')?.getSnapshot().context.spoken?.session.peer.metadata,
    connect: ({ chains, namespace }, how) => run({ type: 'provider.connect', chains, namespace }, how) as never,
    watch: (heard) => following('provider', (ref) => ref.on('provider.shared', ({ namespaces }) => heard(namespaces))),
    watchApproved(heard) {
      let known: ApprovedNetworks | undefined
      const see = (approved: ApprovedNetworks | undefined) => {
        if (approved && approved !== known) heard(approved)
        known = approved
      }
      return following('provider', (ref) => {
        see(ref.getSnapshot().context.approved)
        return ref.subscribe({ next: ({ context }) => see(context.approved), error: () => {} })
      })
    },
    watchFaults(heard) {
      let known: LatchkeyError | undefined
      return following('pairing', (ref) =>
        ref.subscribe({
          next({ context: { error } }) {
            if (error && error !== known) heard(error)
            known = error
          },
          error: () => {},
        }),
      )
    },
    leave: async (topic, namespace) => void (await run({ type: 'provider.leave', topic, namespace })),
  }
}
