/**
 * A session as providers of EIP-1193's kind, one for each namespace, so that everything that speaks to a wallet speaks
 * to one on another device too.
 */
import { createActor, type InspectionEvent } from 'xstate'
import type { Namespace, NetworkId } from '../../machines/entities/namespace.ts'
import type { PairingSession } from '../../machines/schemas/pairing.ts'
import type { Network } from '../../machines/entities/network.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RefOf, SnapshotOf } from '../../machines/kit/contract.ts'
import type { Clock } from '../../machines/kit/time.ts'
import type { PairingDirectory } from '../directory.ts'
import type { ProviderCommand, ProviderContract } from '../../machines/pairing/provider.contract.ts'
import type { Bundlers } from '../../machines/rules/pairing/bundlers.ts'
import { readFirst, urlsOf } from '../networks.ts'
import { approvedNetworks } from '../../machines/rules/pairing/sessions.ts'
import { defaultsFirst, type Joined } from '../../machines/rules/pairing/spoken.ts'
import { providerLogic, type ProviderEffects } from '../effects/provider.ts'
import type { PairingPort } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'
import { createCommands, type Asking } from './commands.ts'
import { supervise } from './supervise.ts'

export interface SessionProviderOptions extends ProviderEffects {
  projectId: string | undefined
  /** Read when the provider is made: the page is not there on a server. */
  bundlers(): Bundlers
  /** The chain of each namespace that is asked for first. */
  defaultChains?: Readonly<Partial<Record<Namespace, NetworkId>>>
  clock: Clock
  inspect?: (event: InspectionEvent) => void
}

export interface SessionProvider extends Omit<PairingPort, 'find' | 'watchFaults'> {
  /** `provider`, or a call by name, as `call:<id>`; nothing while it is not there. */
  find<Name extends keyof PairingDirectory>(name: Name): RefOf<PairingDirectory[Name]> | undefined
}

type Unnamed<Command> = Command extends { id: string } ? Omit<Command, 'id'> : never

/** What a wallet or a node threw goes out as it was: its codes and data are the page's to read. */
const thrown = (error: LatchkeyError): unknown => (error.code === 'unknown' && error.cause ? error.cause : error)

type Request = (namespace: Namespace, call: Parameters<WalletProvider['request']>[0]) => Promise<unknown>

/** The providers, one a namespace, each made once. `tell` hands an event to those who listen to one. */
function createProviders(request: Request) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const providers = new Map<Namespace, WalletProvider>()
  const providerIn = (namespace: Namespace): WalletProvider => ({
    request: (call) => request(namespace, call),
    on(event, listener) {
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
    tell({ namespace, event, payload }: { namespace: Namespace; event: string; payload: unknown }) {
      for (const heard of listeners.get(`${namespace} ${event}`) ?? []) heard(payload)
    },
  }
}

/** The site's networks, as the machine takes them. */
const offered = (
  networks: readonly Network[],
  { defaultChains = {}, rpcMap = {} }: Pick<SessionProviderOptions, 'defaultChains' | 'rpcMap'>,
) => ({
  chains: defaultsFirst(
    networks.map(({ caipNetworkId }) => caipNetworkId),
    defaultChains,
  ),
  rpcUrls: Object.fromEntries(
    networks.map((network) => [network.caipNetworkId, urlsOf(readFirst(network, rpcMap[network.caipNetworkId]))]),
  ),
})

/** Its machine decides; here it speaks EIP-1193. */
export function createSessionProvider(options: SessionProviderOptions): SessionProvider {
  const { pairing, networks, projectId, bundlers, clock, inspect, defaultChains = {} } = options
  let known = networks()
  const create = () => {
    const { chains, rpcUrls } = offered(known, options)
    return createActor(providerLogic(options), {
      systemId: 'provider',
      input: { chains, site: { projectId, bundlers: bundlers(), rpcUrls } },
      clock,
      ...(inspect && { inspect }),
    })
  }
  const { current, crash, follow } = supervise(create, {
    failed: (error) => commands.fail(error),
    restarted(machine) {
      machine.start()
      for (const session of pairing.sessions()) machine.send({ type: 'session.opened', session })
      machine.send({ type: 'provider.look' })
    },
  })
  const commands = createCommands('provider', current)
  /** A network that the site added since it looked last is one that it has from now on. */
  const lookAround = () => {
    const now = networks()
    if (now === known) return
    known = now
    current().send({ type: 'provider.networks', ...offered(now, options) })
  }
  const run = async (command: Unnamed<ProviderCommand>, call: Asking = {}): Promise<unknown> => {
    const { signal } = call
    signal?.throwIfAborted()
    const gone = crash()
    if (gone) throw gone
    lookAround()
    const outcome = await commands.run(command, call)
    if (outcome.status === 'done') return outcome.value
    throw 'error' in outcome ? thrown(outcome.error) : (signal?.reason ?? new LatchkeyError('instance.notStarted'))
  }
  const providers = createProviders((namespace, { method, params }) =>
    run({ type: 'provider.request', namespace, call: { method, params } }),
  )
  follow((machine) => machine.on('provider.told', providers.tell))
  current().start()
  for (const fact of ['session.opened', 'session.changed', 'session.emitted', 'session.ended'] as const)
    pairing.on(fact, (event) => current().send(event))

  return {
    find: (name) => current().system.get(name) as never,
    provider: providers.of,
    peer: () => current().getSnapshot().context.spoken?.session.peer.metadata,
    connect: ({ chains, namespace }, how) =>
      run(
        { type: 'provider.connect', chains: defaultsFirst(chains, defaultChains), namespace },
        how,
      ) as Promise<Joined>,
    watch: (heard) => follow((machine) => machine.on('provider.shared', ({ namespaces }) => heard(namespaces))),
    watchApproved(heard) {
      let session: PairingSession | undefined
      const see = ({ context: { spoken } }: SnapshotOf<ProviderContract>) => {
        if (spoken?.session === session) return
        session = spoken?.session
        if (session) heard(approvedNetworks(session))
      }
      see(current().getSnapshot())
      return follow((machine) => machine.subscribe({ next: see, error: () => {} }))
    },
    leave: async (topic, namespace) => void (await run({ type: 'provider.leave', topic, namespace })),
    close: () => current().send({ type: 'provider.close' }),
  }
}
