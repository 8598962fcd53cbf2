import { createActor, type Actor, type AnyActorRef, type AnyMachineSnapshot, type InspectionEvent } from 'xstate'
import type { ActorName, Command, Directory, ServiceName } from '../machines/directory.ts'
import type { ApprovedNetworks, Connection } from '../machines/entities/account.ts'
import type { Outcome } from '../machines/entities/attempt.ts'
import type { Configuration } from '../machines/entities/configuration.ts'
import type { Connector } from '../machines/entities/connector.ts'
import { namespaceOf, type Namespace, type NetworkId } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import { alertTexts, fill } from '../machines/errors/catalogue.ts'
import { LatchkeyError, reasonOf } from '../machines/errors/error.ts'
import type { RefOf } from '../machines/kit/contract.ts'
import { actorOf, ROOT } from '../machines/kit/system.ts'
import type { RpcCall } from '../machines/requests/request.contract.ts'
import { isSignedMessage, isTransactionHash, responseKind } from '../machines/rules/hex.ts'
import { approvedBy, networkOf, networkOrUnsupported } from '../machines/rules/networks.ts'
import { bundlersOf } from '../machines/rules/pairing/bundlers.ts'
import { cancelled, done, failed, leftTogether } from '../machines/rules/outcomes.ts'
import type { ViewName } from '../machines/shell/view.contract.ts'
import { accountOf, type AccountState } from './accounts.ts'
import { followChanges } from './changes.ts'
import { choosing } from './choosing.ts'
import { DEFAULT_RELAY, readOptions, type LatchkeyOptions } from './config.ts'
import { pageConnectors, walletConnectConnector } from './connectors/connectors.ts'
import { asOwn } from './connectors/ownProviders.ts'
import { providerOf } from './effects/providers.ts'
import { latchkeyLogic } from './logic.ts'
import { lazyApi } from './platform/lazyApi.ts'
import { lazyPairing } from './platform/lazyPairing.ts'
import {
  browserClipboard,
  browserImages,
  browserPage,
  consoleLogger,
  levelled,
  localStorageOf,
  pageMetadata,
  pageVisibility,
  randomIds,
  systemClock,
  systemScheme,
} from './platform/browser.ts'
import { throughGateway } from './networks.ts'
import { createPending } from './pending.ts'
import type { Ports, RpcPort } from './ports.ts'
import { createProvider, type EthereumProvider } from './provider.ts'
import { VERSION } from './version.ts'
import type { TransactionRequest } from './requests.ts'

export interface NetworkState extends ApprovedNetworks {
  network: Network
  networkId: NetworkId
  /** The site offers the network that is active. */
  supported: boolean
}

export interface LatchkeyState {
  open: boolean
  /** What the modal stands for is under way: a wallet connects, the network is switched, or a transfer is sent. */
  loading: boolean
  account: AccountState
  network: NetworkState
}

/** One wallet connection for one page. It does nothing before `start`. */
export interface Latchkey {
  readonly configuration: Configuration
  /** Starts the machines, or counts one more who needs them. Returns what undoes it. */
  start(): () => void
  /** Counts one fewer; the last one stops everything. What was pending ends as cancelled. */
  stop(): void

  /** A machine by name: subscribe to it, read it, send to it. Services are always there. */
  actor<Name extends ServiceName | `namespace:${Namespace}`>(name: Name): RefOf<Directory[Name]>
  /** A flow or an item, which come and go; nothing while it is not there. */
  find<Name extends ActorName>(name: Name): RefOf<Directory[Name]> | undefined
  /** A machine as it is before any start: what a server renders, and a page that takes that over shows first. */
  initial<Name extends ActorName>(name: Name): RefOf<Directory[Name]> | undefined
  /** Hears of an actor: now, and whenever it comes or goes. */
  watch<Name extends ActorName>(name: Name, heard: (ref: RefOf<Directory[Name]> | undefined) => void): () => void
  /** Sends a command to the service that its first word names. */
  send(command: Command): void

  /**
   * Opens the modal; resolves when it is closed again, or at rest in its page: done when somebody is connected then. It
   * resolves before with what a wallet that the visitor chooses in it answers, and after `timeouts.chooseMs` as expired.
   */
  open(options?: { view?: ViewName; namespace?: Namespace }): Promise<Outcome<Connection>>
  close(): void
  /**
   * Connects a wallet: the named one, or whichever the visitor chooses in the modal, for a family of chains where one is named.
   * The first answer of a wallet counts, a no as well; the modal may offer to try again all the same.
   */
  connect(options?: { connectorId?: string; namespace?: Namespace; signal?: AbortSignal }): Promise<Outcome<Connection>>
  /** Disconnects one namespace, or all. Failed, with every reason, when wallets could not be told; the page is disconnected even so. */
  disconnect(options?: { namespace?: Namespace }): Promise<Outcome<undefined>>
  switchNetwork(network: Network | NetworkId, options?: { signal?: AbortSignal }): Promise<Outcome<NetworkId>>
  /** Signs a text, or raw bytes as 0x hex, by EIP-191. Resolves to the 0x signature. */
  signMessage(message: string | { raw: `0x${string}` }, options?: { signal?: AbortSignal }): Promise<Outcome<string>>
  /** Asks the wallet to send an EVM transaction. Resolves to its hash. `value` is in wei. */
  sendTransaction(transaction: TransactionRequest, options?: { signal?: AbortSignal }): Promise<Outcome<string>>
  /** Asks the connected wallet anything. */
  request(call: RpcCall, options?: { namespace?: Namespace; signal?: AbortSignal }): Promise<Outcome<unknown>>
  /** An EIP-1193 provider that viem, ethers and wagmi take as it is. */
  getProvider(namespace: 'eip155'): EthereumProvider
  getAccount(namespace?: Namespace): AccountState
  getNetwork(): NetworkState
  /**
   * The URL of a network's picture: the site's own, else the provider's, which is known once the provider was asked for
   * anything. No picture of the provider is so loaded before the visitor acts.
   */
  networkImage(network: Network): string | undefined
  /** Hears every change of the account, the network and whether the modal is open. */
  subscribe(heard: (state: LatchkeyState) => void): () => void
  /** Sees every event and state of every machine: for inspectors. */
  inspect(seen: (event: InspectionEvent) => void): () => void
}

/** Flows of a namespace, or of an attempt in it. They have no name of their own in the system. */
const FLOWS: readonly string[] = ['attempt', 'external', 'walletConnect', 'countdown', 'disconnection']

type Root = Actor<ReturnType<typeof latchkeyLogic>>
interface Watched {
  known: unknown
  listeners: Set<(ref: never) => void>
}

/**
 * Creates an instance. Pure: it touches no global, network or storage until `start`.
 * @throws LatchkeyError `config.invalid`, with every fault of the options.
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet] })
 * latchkey.start()
 * const outcome = await latchkey.connect()
 */
export function createLatchkey(options: LatchkeyOptions = {}): Latchkey {
  const { configuration: given, timeouts, hosts, bundlers } = readOptions(options)
  const viaGateway = (network: Network): Network =>
    throughGateway(network, { host: hosts.blockchain, projectId: given.projectId })
  const configuration: Configuration = { ...given, networks: given.networks.map(viaGateway) }
  const clock = options.ports?.clock ?? systemClock
  const logger = levelled(options.ports?.logger ?? consoleLogger, options.logLevel ?? 'error')
  /** The site's networks: those that it began with, and those that it added since. */
  const offered = () => root?.system.get('network')?.getSnapshot().context.networks ?? configuration.networks
  const rpc: RpcPort = options.ports?.rpc ?? {
    request: async (network, call, how) =>
      (await import('./rpc/client.ts')).rpcClient(network).request(call as never, how),
  }
  const pairing = options.ports && 'pairing' in options.ports ? options.ports.pairing : pairingOf()
  function pairingOf() {
    const { projectId, enableWalletConnect, id } = configuration
    if (!enableWalletConnect || projectId === undefined) return undefined
    return lazyPairing({
      client: () => ({
        projectId,
        relayUrl: options.relayUrl ?? DEFAULT_RELAY,
        id,
        metadata: pageMetadata(options.metadata),
        verify: options.verifyUrl ?? false,
      }),
      networks: offered,
      rpcMap: options.rpcMap ?? {},
      defaultChains: options.defaultChains ?? {},
      projectId,
      bundlers: () =>
        bundlersOf({ hosts: { ...hosts }, bundlers, pageOrigin: (options.ports?.page ?? browserPage).read()?.origin }),
      rpc,
      clock,
      timeouts,
      inspect: (event) => {
        for (const seen of inspectors) seen(event)
        if (event.type === '@xstate.snapshot' || event.type === '@xstate.actor') look()
      },
    })
  }
  const ports: Ports = {
    clock,
    connectors: pageConnectors(
      [
        ...(options.connectors ?? []),
        ...(pairing
          ? [{ connector: walletConnectConnector(configuration.namespaces[0] ?? 'eip155'), provider: pairing.provider }]
          : []),
      ],
      configuration.namespaces,
      (cause) => logger.error(new LatchkeyError('unknown', { params: { reason: reasonOf(cause) } }).message, cause),
    ),
    storage: localStorageOf(),
    scheme: systemScheme,
    page: browserPage,
    images: browserImages,
    clipboard: browserClipboard,
    visibility: pageVisibility,
    ids: randomIds,
    analytics: { deliver: (event) => (typeof options.analytics === 'function' ? options.analytics(event) : undefined) },
    api: lazyApi({
      projectId: configuration.projectId,
      hosts,
      sdk: { type: 'latchkey', version: `html-${configuration.namespaces.join(',')}-${VERSION}` },
      timeoutMs: timeouts.apiMs,
      now: () => clock.now(),
      warn: (error) => logger.warn?.(error.message),
    }),
    chains: { at: adapterAt },
    rpc,
    pairing,
    ...options.ports,
    logger,
  }
  const logic = latchkeyLogic(ports, timeouts, configuration.id, offered)

  const namespaces = configuration.namespaces.map((name) => `namespace:${name}` as const)
  const watched = new Map<string, Watched>()
  const inspectors = new Set<(event: InspectionEvent) => void>()
  let starts = 0
  const pending = createPending(() => starts > 0)
  let ids = 0
  let provider: EthereumProvider | undefined
  let root: Root | undefined
  /** A root that is never started. */
  let untouched: Root | undefined

  const nextId = () => String((ids += 1))
  const look = () => {
    for (const [name, entry] of watched) {
      const ref = lookUp(name)
      if (ref === entry.known) continue
      entry.known = ref
      for (const heard of entry.listeners) heard(ref as never)
    }
  }
  const current = (): Root => {
    if (root) return root
    const made = createActor(logic, {
      systemId: ROOT,
      input: { configuration },
      clock: ports.clock,
      inspect: (event) => {
        for (const seen of inspectors) seen(event)
        if (event.rootId !== root?.sessionId) return
        if (event.type === '@xstate.snapshot' || event.type === '@xstate.actor') look()
      },
    })
    made.on('latchkey.crashed', ({ name, error: cause }) => {
      const error = new LatchkeyError('actor.crashed', { params: { name }, cause })
      ports.logger.error(error.message, cause)
      pending.end({ name, error })
    })
    actorOf(made.system, 'alerts').on('alerts.opened', ({ alert: { code, params } }) =>
      ports.logger.error(fill(alertTexts[code].long, params ?? {})),
    )
    for (const name of namespaces)
      actorOf(made.system, name).on('namespace.left', ({ outcome }) => {
        if ('error' in outcome) ports.logger.error(outcome.error.message, outcome.error.cause)
      })
    root = made
    return made
  }
  /** Flows belong to the namespace they serve; everything else is registered under its name. */
  const lookUp = (name: string): unknown => {
    const { system } = current()
    if (!FLOWS.includes(name)) return system.get(name) ?? pairing?.find(name)
    const within = (owner: { getSnapshot(): unknown } | undefined): AnyActorRef[] => {
      const { children = {} } = (owner?.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>
      const flows = FLOWS.flatMap((flow) => children[flow] ?? [])
      return [...flows.filter(({ id }) => id === name), ...flows.flatMap(within)]
    }
    return namespaces
      .flatMap((owner) => within(system.get(owner)))
      .find((flow) => flow.getSnapshot().status === 'active')
  }
  const find: Latchkey['find'] = (name) => lookUp(name) as never
  const actor: Latchkey['actor'] = (name) => actorOf(current().system, name)

  const connectionOf = (namespace: Namespace): Connection | undefined => {
    if (!configuration.namespaces.includes(namespace)) return undefined
    const snapshot = actor(`namespace:${namespace}`).getSnapshot()
    return snapshot.hasTag('connected') ? snapshot.context.connection : undefined
  }
  const connectionIn = (namespace: Namespace | undefined) => connectionOf(namespace ?? activeNamespace())
  const activeNamespace = (): Namespace => namespaceOf(actor('network').getSnapshot().context.networkId)

  /** Resolves once no wallet of an earlier visit is looked for in a family any more; the machines bound that. */
  const restored = (namespace: Namespace): Promise<Outcome<undefined>> => {
    const name = `namespace:${namespace}` as const
    const known = configuration.namespaces.includes(namespace) ? [name] : []
    const restoring = () =>
      actor('latchkey').getSnapshot().value === 'restoring' ||
      known.some((at) => actor(at).getSnapshot().value === 'syncing')
    return pending.outcomeOf<undefined>({
      awaits: known,
      ask(settle) {
        if (!restoring()) settle(done(undefined))
        const look = () => void (restoring() || settle(done(undefined)))
        return [{ unsubscribe: followChanges(latchkey, ['latchkey', ...known], look) }]
      },
      cancel: () => {},
    })
  }

  /** Asks the EVM wallet for a hash or a signature. */
  async function asked(
    action: string,
    how: { signal?: AbortSignal } | undefined,
    is: (value: unknown) => value is string,
    callFor: (connection: Connection) => Promise<RpcCall>,
  ): Promise<Outcome<string>> {
    if (!configuration.namespaces.includes('eip155'))
      return failed(new LatchkeyError('chain.required', { params: { action } }))
    const connection = connectionOf('eip155')
    if (!connection) return failed(starts > 0 ? missing('eip155') : new LatchkeyError('connection.clientMissing'))
    try {
      const call = await callFor(connection)
      if (starts === 0) return cancelled
      return checked(await latchkey.request(call, { namespace: 'eip155', ...how }), is)
    } catch (error) {
      return failed(error instanceof LatchkeyError ? error : wrapped(error))
    }
  }
  /** Why nobody can be asked in a family. */
  const missing = (namespace: Namespace): LatchkeyError =>
    configuration.namespaces.some((other) => connectionOf(other))
      ? new LatchkeyError('wallet.familyMissing', { params: { namespace } })
      : new LatchkeyError('wallet.disconnected')

  const latchkey: Latchkey = {
    configuration,
    start() {
      starts += 1
      if (starts === 1) {
        current().start()
        look()
      }
      let undone = false
      return () => {
        if (undone) return
        undone = true
        latchkey.stop()
      }
    },
    stop() {
      if (starts === 0) return
      starts -= 1
      if (starts > 0) return
      pending.end()
      const stopped = root
      root = undefined
      stopped?.stop()
      pairing?.close()
      if (watched.size === 0) return
      current()
      look()
    },
    actor,
    find,
    initial(name) {
      untouched ??= createActor(logic, { systemId: ROOT, input: { configuration }, clock: ports.clock })
      return untouched.system.get(name) as never
    },
    watch(name, heard) {
      const entry = watched.get(name) ?? { known: find(name), listeners: new Set() }
      watched.set(name, entry)
      const listener = heard as (ref: never) => void
      entry.listeners.add(listener)
      heard(find(name))
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0) watched.delete(name)
      }
    },
    send(command) {
      const name = command.type.slice(0, command.type.indexOf('.')) as ActorName
      const ref = find(name) as { send(event: Command): void } | undefined
      ref?.send(command)
    },

    open: ({ view, namespace } = {}) => pending.outcomeOf(choosing(latchkey, connectionIn, { view, namespace })),
    close: () => latchkey.send({ type: 'modal.close' }),

    connect({ connectorId, namespace, signal } = {}) {
      if (namespace && !configuration.namespaces.includes(namespace))
        return Promise.resolve(failed(new LatchkeyError('connect.adapterMissing')))
      const existing = connectionIn(namespace)
      if (existing && (connectorId === undefined || existing.connector.id === connectorId))
        return Promise.resolve(done(existing))
      if (connectorId === undefined)
        return pending.outcomeOf({
          ...choosing(latchkey, connectionIn, { view: 'Connect', namespace, signal }),
          unstarted: 'connection.clientMissing',
        })
      const attemptId = nextId()
      return pending.outcomeOf<Connection>({
        awaits: ['connectors', ...namespaces],
        signal,
        unstarted: 'connection.clientMissing',
        ask(settle) {
          const subscriptions = [
            ...namespaces.map((name) =>
              actor(name).on('namespace.settled', (event) => {
                if (event.attempt === attemptId) settle(event.outcome)
              }),
            ),
            actor('connectors').on('connectors.refused', (event) => {
              if (event.attempt === attemptId) settle(failed(event.error))
            }),
          ]
          latchkey.send({ type: 'connectors.choose', connectorId, attempt: attemptId })
          return subscriptions
        },
        cancel() {
          for (const name of namespaces) actor(name).send({ type: 'namespace.cancel', attempt: attemptId })
        },
      })
    },

    disconnect({ namespace } = {}) {
      const concerned = namespaces.filter((name) => namespace === undefined || name === `namespace:${namespace}`)
      const left = new Set<string>(concerned)
      const problems: LatchkeyError[] = []
      if (left.size === 0) return Promise.resolve(done(undefined))
      return pending.outcomeOf<undefined>({
        awaits: concerned,
        unstarted: 'connection.clientMissing',
        ask(settle) {
          const subscriptions = concerned.map((name) =>
            actor(name).on('namespace.left', ({ outcome }) => {
              left.delete(name)
              if ('error' in outcome) problems.push(outcome.error)
              if (left.size === 0) settle(leftTogether(problems))
            }),
          )
          latchkey.send({ type: 'latchkey.disconnect', ...(namespace && { namespace }) })
          return subscriptions
        },
        cancel: () => {},
      })
    },

    switchNetwork(network: Network | NetworkId | undefined, { signal } = {}) {
      if (!network) return Promise.resolve(failed(new LatchkeyError('network.undefined')))
      const networkId = typeof network === 'string' ? network : network.caipNetworkId
      const attemptId = nextId()
      return pending.outcomeOf<NetworkId>({
        awaits: ['network'],
        signal,
        unstarted: 'network.clientMissing',
        ask(settle) {
          const subscription = actor('network').on('network.settled', (event) => {
            if (event.networkId === networkId) settle(event.outcome)
          })
          if (typeof network === 'object') latchkey.send({ type: 'network.add', network: viaGateway(network) })
          latchkey.send({ type: 'network.switch', networkId, attempt: attemptId })
          return [subscription]
        },
        cancel: () => latchkey.send({ type: 'network.cancel', attempt: attemptId }),
      })
    },

    request(call, { namespace = activeNamespace(), signal } = {}) {
      if (!configuration.namespaces.includes(namespace))
        return Promise.resolve(failed(new LatchkeyError('chain.adapterMissing')))
      const id = nextId()
      return pending.outcomeOf<unknown>({
        awaits: ['requests'],
        signal,
        unstarted: 'connection.clientMissing',
        ask(settle) {
          const subscription = actor('requests').on('requests.settled', (event) => {
            if (event.id === id) settle(event.outcome)
          })
          latchkey.send({ type: 'requests.submit', id, namespace, call })
          return [subscription]
        },
        cancel: () => latchkey.send({ type: 'requests.cancel', id }),
      })
    },
    signMessage: (message, how) =>
      asked('sign a message', how, isSignedMessage, async ({ address }) => {
        const { encodeMessage } = await import('./requests.ts')
        return { method: 'personal_sign', params: [encodeMessage(message), address] }
      }),
    sendTransaction: (transaction, how) =>
      asked('send a transaction', how, isTransactionHash, async (connection) => {
        const { encodeTransaction } = await import('./requests.ts')
        const encoded = await encodeTransaction(transaction, connection)
        const networkId = transaction.chainId === undefined ? undefined : (`eip155:${transaction.chainId}` as const)
        const { networks } = actor('network').getSnapshot().context
        if (networkId && networkId !== connection.networkId && !networkOf(networks, networkId))
          throw new LatchkeyError('network.missing')
        return { method: 'eth_sendTransaction', params: [encoded] }
      }),
    getProvider: () =>
      (provider ??= asOwn(
        createProvider({
          latchkey,
          rpc: ports.rpc,
          logger: ports.logger,
          started: () => starts > 0,
          restored: () => restored('eip155'),
          wallet() {
            const connector = connectionOf('eip155')?.connector
            return connector && providerOf(ports, connector)
          },
          follow: (heard) =>
            followChanges(latchkey, ['network', ...namespaces.filter((name) => name === 'namespace:eip155')], heard),
        }),
      )),

    getAccount: (namespace = activeNamespace()) => accountOf(find(`namespace:${namespace}`)?.getSnapshot()),
    getNetwork() {
      const { networks, networkId, connections } = actor('network').getSnapshot().context
      return {
        network: networkOrUnsupported(networks, networkId),
        networkId,
        supported: networkOf(networks, networkId) !== undefined,
        ...approvedBy(connections[namespaceOf(networkId)]),
      }
    },
    networkImage: (network) => network.assets?.imageUrl ?? ports.api.networkImage?.(network),
    subscribe(heard) {
      let last = ''
      const tell = () => {
        const state: LatchkeyState = {
          open: actor('modal').getSnapshot().hasTag('open'),
          loading: (['network', 'send', ...namespaces] as const).some((name) =>
            actor(name).getSnapshot().hasTag('busy'),
          ),
          account: latchkey.getAccount(),
          network: latchkey.getNetwork(),
        }
        const seen = JSON.stringify(state)
        if (seen === last) return
        last = seen
        heard(state)
      }
      tell()
      return followChanges(latchkey, ['modal', 'network', 'send', ...namespaces], tell)
    },
    inspect(seen) {
      inspectors.add(seen)
      return () => inspectors.delete(seen)
    },
  }
  return latchkey
}

const wrapped = (error: unknown) =>
  new LatchkeyError('request.failed', { params: { reason: reasonOf(error) }, cause: error })

/** An answer that does not look as it should is a failure, not a value. */
const checked = (outcome: Outcome<unknown>, is: (value: unknown) => value is string): Outcome<string> => {
  if (outcome.status !== 'done') return outcome
  return responseKind(outcome.value) === 'transaction' && is(outcome.value)
    ? done(outcome.value)
    : failed(new LatchkeyError('wallet.invalidResponse'))
}

/** The adapter of a namespace, loaded when it is first needed; that of a family that speaks over a session is around its own. */
async function adapterAt(namespace: Namespace, connector?: Connector['type']) {
  if (namespace === 'eip155') return (await import('./chains/eip155/adapter.ts')).eip155Adapter
  const adapter = await familyAt(namespace)
  if (connector !== 'WALLET_CONNECT') return adapter
  return (await import('./chains/session.ts')).overSession(adapter)
}
async function familyAt(namespace: Namespace) {
  if (namespace === 'solana') return (await import('./chains/solana/adapter.ts')).solanaAdapter
  if (namespace === 'bip122') return (await import('./chains/bip122/adapter.ts')).bip122Adapter
  return (await import('./chains/bare.ts')).bareAdapter
}
