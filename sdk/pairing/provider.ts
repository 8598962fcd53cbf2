/**
 * A session as providers of EIP-1193's kind, one for each namespace, so that everything that speaks to a wallet speaks
 * to one on another device too.
 */
import { createActor, type InspectionEvent } from 'xstate'
import type { ApprovedNetworks } from '../../machines/entities/account.ts'
import type { Namespace, NetworkId } from '../../machines/entities/namespace.ts'
import type { PairingSession } from '../../machines/schemas/pairing.ts'
import type { Network } from '../../machines/entities/network.ts'
import { LIMITS } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RefOf } from '../../machines/kit/contract.ts'
import type { Clock } from '../../machines/kit/time.ts'
import type { PairingDirectory } from '../directory.ts'
import type { ProviderCommand } from '../../machines/pairing/provider.contract.ts'
import type { Bundlers } from '../../machines/rules/pairing/bundlers.ts'
import { readFirst, urlsOf } from '../networks.ts'
import { approvedNetworks } from '../../machines/rules/pairing/sessions.ts'
import { defaultsFirst, type Joined } from '../../machines/rules/pairing/spoken.ts'
import { providerLogic, type ProviderEffects } from '../effects/provider.ts'
import type { PairingPort } from '../ports.ts'
import type { WalletProvider } from '../walletProvider.ts'
import { createCommands, type Asking } from './commands.ts'

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

/** Its machine decides; here it speaks EIP-1193. */
export function createSessionProvider(options: SessionProviderOptions): SessionProvider {
  const { pairing, networks, projectId, bundlers, clock, inspect, rpcMap = {}, defaultChains = {} } = options
  const chainsOf = (offered: readonly Network[]) =>
    defaultsFirst(
      offered.map(({ caipNetworkId }) => caipNetworkId),
      defaultChains,
    )
  const rpcUrlsOf = (offered: readonly Network[]) =>
    Object.fromEntries(
      offered.map((network) => [network.caipNetworkId, urlsOf(readFirst(network, rpcMap[network.caipNetworkId]))]),
    )
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const providers = new Map<Namespace, WalletProvider>()
  let known = networks()
  const create = () =>
    createActor(providerLogic(options), {
      systemId: 'provider',
      input: {
        chains: chainsOf(known),
        site: { projectId, bundlers: bundlers(), rpcUrls: rpcUrlsOf(known) },
      },
      clock,
      ...(inspect && { inspect }),
    })
  // A machine that stopped by mistake answers nobody any more; another one takes its place, a few times.
  let crash: LatchkeyError | undefined
  let crashes = 0
  const commands = createCommands('provider', () => actor)
  const sharing = new Set<(namespaces: readonly Namespace[]) => void>()
  const approving = new Set<(approved: ApprovedNetworks) => void>()
  let approvedIn: PairingSession | undefined
  function begin() {
    const begun = create()
    begun.subscribe({
      next({ context: { spoken } }) {
        if (spoken?.session === approvedIn) return
        approvedIn = spoken?.session
        if (approvedIn) for (const heard of approving) heard(approvedNetworks(approvedIn))
      },
      error(cause) {
        const error = new LatchkeyError('pairing.crashed', { cause })
        crashes += 1
        if (crashes > LIMITS.restarts) crash = error
        else actor = begin()
        commands.fail(error)
      },
    })
    begun.on('provider.told', ({ namespace, event, payload }) => {
      for (const heard of listeners.get(`${namespace} ${event}`) ?? []) heard(payload)
    })
    begun.on('provider.shared', ({ namespaces }) => {
      for (const heard of sharing) heard(namespaces)
    })
    begun.start()
    if (crashes === 0) return begun
    for (const session of pairing.sessions()) begun.send({ type: 'session.opened', session })
    begun.send({ type: 'provider.look' })
    return begun
  }
  let actor = begin()
  for (const fact of ['session.opened', 'session.changed', 'session.emitted', 'session.ended'] as const)
    pairing.on(fact, (event) => actor.send(event))

  /** A network that the site added since it looked last is one that it has from now on. */
  const lookAround = () => {
    const now = networks()
    if (now === known) return
    known = now
    actor.send({ type: 'provider.networks', chains: chainsOf(now), rpcUrls: rpcUrlsOf(now) })
  }
  const run = async (command: Unnamed<ProviderCommand>, call: Asking = {}): Promise<unknown> => {
    const { signal } = call
    signal?.throwIfAborted()
    if (crash) throw crash
    lookAround()
    const outcome = await commands.run(command, call)
    if (outcome.status === 'done') return outcome.value
    throw 'error' in outcome ? thrown(outcome.error) : (signal?.reason ?? new LatchkeyError('instance.notStarted'))
  }

  const providerIn = (namespace: Namespace): WalletProvider => ({
    request: ({ method, params }) => run({ type: 'provider.request', namespace, call: { method, params } }),
    on(event, listener) {
      const name = `${namespace} ${event}`
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => void listeners.get(`${namespace} ${event}`)?.delete(listener),
  })

  return {
    find: (name) => actor.system.get(name) as never,
    provider(namespace) {
      const provider = providers.get(namespace) ?? providerIn(namespace)
      providers.set(namespace, provider)
      return provider
    },
    peer: () => actor.getSnapshot().context.spoken?.session.peer.metadata,
    connect: ({ chains, namespace }, how) =>
      run(
        { type: 'provider.connect', chains: defaultsFirst(chains, defaultChains), namespace },
        how,
      ) as Promise<Joined>,
    watch(heard) {
      sharing.add(heard)
      return () => void sharing.delete(heard)
    },
    watchApproved(heard) {
      approving.add(heard)
      if (approvedIn) heard(approvedNetworks(approvedIn))
      return () => void approving.delete(heard)
    },
    leave: async (topic, namespace) => void (await run({ type: 'provider.leave', topic, namespace })),
    close: () => actor.send({ type: 'provider.close' }),
  }
}
