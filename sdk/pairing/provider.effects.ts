import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Implementations } from '../../machines/core/implementations.ts'
import { implement, type ImplementationsOf } from '../../machines/core/actors.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import { NAMESPACES } from '../../machines/constants.ts'
import { namespaceItem } from '../../machines/connection/namespace.contract.ts'
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import { getActorSnapshot } from '../../machines/core/messaging.ts'
import { network } from '../../machines/network/network.contract.ts'
import type { CallContract } from '../../machines/pairing/call.contract.ts'
import { callMachine } from '../../machines/pairing/call.machine.ts'
import { pairingAttemptMachine } from '../../machines/pairing/pairingAttempt.machine.ts'
import { pairing } from '../../machines/pairing/pairing.contract.ts'
import type { PairingUri } from '../../machines/pairing/proposal.contract.ts'
import { providerMachine } from '../../machines/pairing/provider.machine.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { SignedIn } from '../../machines/pairing/authentication.contract.ts'
import { done, failed } from '../../machines/shared/outcome.rules.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { expiryOnWire } from '../../machines/pairing/rules/request.ts'
import type { Route } from '../../machines/pairing/rules/routes.ts'
import { defaultsFirst, type NamespaceSession } from '../../machines/pairing/rules/sharedSession.ts'
import type { PairingSession } from '../../machines/pairing/pairing.schemas.ts'
import { followService } from '../instance/followService.ts'
import { loadActor } from '../instance/loadActor.ts'
import { runCommand, type PairingCall, type PairingCallOptions } from '../connectors/runPairingCommand.ts'
import { openPairing, sessionsOf } from './openPairing.ts'
import { withRpcUrl, urlsOf } from '../network/networks.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { loadPart } from '../platform/loadPart.ts'

type RoutedCall = {
  route: Route
  call: CallContract['context']['call']
  line: NamespaceSession
}

/** Sends a command to the pairing, which is loaded first if necessary. */
async function sendToPairing<Value>(
  system: AnySystem,
  command: PairingCall,
  options: PairingCallOptions = {},
): Promise<Outcome<Value>> {
  const ready = await loadActor(system, pairing, options.signal)
  return ready.status === 'done' ? (runCommand(ready.value, command, options) as Promise<Outcome<Value>>) : ready
}

/** The provider's current data about the app. */
function routingSettings({ networks, walletConnect }: AppSettings) {
  const { rpcMap, defaultChains, projectId, bundlers } = walletConnect
  const siteNetworks = networks()
  return {
    chains: defaultsFirst(
      siteNetworks.map(({ caipNetworkId }) => caipNetworkId),
      defaultChains,
    ),
    settings: {
      projectId,
      bundlers: bundlers(),
      rpcUrls: Object.fromEntries(
        siteNetworks.map((siteNetwork) => [
          siteNetwork.caipNetworkId,
          urlsOf(withRpcUrl(siteNetwork, rpcMap[siteNetwork.caipNetworkId])),
        ]),
      ),
    },
  }
}

/** Sends a call along its route: to the wallet, a node or a bundler. */
async function followRoute(
  { rpc, networks, timeouts, walletConnect }: Pick<Ports, 'rpc'> & AppSettings,
  { input: { route, call, line }, system, signal }: { input: RoutedCall; system: AnySystem; signal: AbortSignal },
): Promise<unknown> {
  switch (route.to) {
    case 'wallet': {
      const { topic } = line.session
      const { chainId, method, params = [] } = route
      const request = { method, params }
      const expirySeconds = expiryOnWire(timeouts.walletRequestMs)
      const command = { type: 'pairing.request', topic, chainId, request, expirySeconds } as const
      const outcome = await sendToPairing(system, command, { signal })
      if (outcome.status === 'done') return outcome.value
      throw 'error' in outcome ? outcome.error : new LatchkeyError('session.notConnected')
    }
    case 'parting': {
      const outcome = await sendToPairing(system, { type: 'pairing.disconnect', topic: line.session.topic }, { signal })
      if ('error' in outcome) throw outcome.error
      return null
    }
    case 'rpc': {
      const targetNetwork = networkOf(networks(), line.chainId as never)
      if (!targetNetwork) throw new LatchkeyError('rpc.urlMissing')
      return rpc.request(withRpcUrl(targetNetwork, walletConnect.rpcMap[targetNetwork.caipNetworkId]), call, { signal })
    }
    case 'bundler': {
      const { fetchBundleReceipt } = await loadPart(import('../rpc/bundler.ts'))
      return fetchBundleReceipt(route.url, route.callId, { timeoutMs: timeouts.apiMs, signal })
    }
    case 'answer':
    case 'chain':
    case 'refusal':
      throw new Error('Such a way does not lead out of the page.')
  }
}

type Watching<Slot extends 'watchSettings' | 'watchSessions'> = Parameters<
  ImplementationsOf<typeof providerMachine>[Slot]
>[0]

/** Reports the app's networks, immediately and whenever one is added. */
function watchSettings(settings: AppSettings, { system, sendBack }: Watching<'watchSettings'>): () => void {
  let previous: unknown
  const update = () => {
    const networks = settings.networks()
    if (networks === previous) return
    previous = networks
    sendBack({ type: 'provider.networks', ...routingSettings(settings) })
  }
  update()
  return followService(system, network, (ref) => {
    update()
    const subscription = ref.subscribe({ next: update, error: () => {} })
    return () => subscription.unsubscribe()
  })
}

/** The networks of the app's WalletConnect connections. */
const connectedNetworkIds = (system: AnySystem): NetworkId[] =>
  NAMESPACES.flatMap((namespace) => {
    const connection = getActorSnapshot(system, namespaceItem(namespace))?.context.connection
    return connection?.connector.type === 'WALLET_CONNECT' ? [connection.networkId] : []
  })

/** Reports the sessions of the pairing and their changes. */
function watchSessions({ system, sendBack }: Watching<'watchSessions'>): () => void {
  let isOpen = false
  return followService(system, pairing, (ref) => {
    // A pairing that restarts after a crash is reopened. A provider that restarts takes over the pairing's sessions.
    if (isOpen) ref.send({ type: 'pairing.open' })
    for (const session of sessionsOf(ref)) sendBack({ type: 'session.opened', session })
    if (ref.getSnapshot().hasTag('open'))
      sendBack({ type: 'provider.restore', previousNetworkIds: connectedNetworkIds(system) })
    const subscriptions = [
      ref.subscribe({ next: (snapshot) => void (isOpen = snapshot.hasTag('open')), error: () => {} }),
      ref.on('session.opened', sendBack),
      ref.on('session.changed', sendBack),
      ref.on('session.emitted', sendBack),
      ref.on('session.ended', sendBack),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  })
}

/** The outcome of a sign-in with a session: the session and its signed credentials. */
const signedOutcome = (outcome: Outcome<SignedIn>) => {
  if (outcome.status !== 'done') return { outcome }
  const { session, credentials } = outcome.value
  return session
    ? { outcome: done(session), credentials }
    : { outcome: failed(new LatchkeyError('session.authMalformed')) }
}

/** The effects of the provider, which sends calls to the pairing, the app's nodes and bundlers. */
export const providerEffects = (ports: Ports, settings: AppSettings): Implementations => ({
  ...implement(providerMachine, {
    watchSettings: (params) => watchSettings(settings, params),
    watchSessions,
    async restore({ system, signal }) {
      const ready = await loadActor(system, pairing, signal)
      const opened = ready.status === 'done' ? await openPairing(ready.value) : ready
      if ('error' in opened) throw opened.error
      if (opened.status === 'cancelled') throw new LatchkeyError('instance.notStarted')
    },
    leave: async ({ input: { id, topic }, system }) => ({
      id,
      outcome: await sendToPairing<undefined>(system, { type: 'pairing.disconnect', topic }),
    }),
  }),
  ...implement(pairingAttemptMachine, {
    propose({ input: { proposed, params }, sendBack, system }) {
      const control = new AbortController()
      const onUri = (pairingUri: PairingUri) => sendBack({ type: 'pairingUri.created', pairingUri })
      const options = { signal: control.signal, onUri }
      void (
        params
          ? sendToPairing<SignedIn>(system, { type: 'pairing.authenticate', params }, options).then(signedOutcome)
          : sendToPairing<PairingSession>(system, { type: 'pairing.propose', proposed }, options).then((outcome) => ({
              outcome,
            }))
      ).then((result) => sendBack({ type: 'proposal.ended', ...result }))
      return () => control.abort()
    },
    write: async ({ input: { chains }, signal, system }) => {
      const { signInStoreOf } = await loadPart(import('../sign-in/signInStore.ts'))
      const active = getActorSnapshot(system, network)?.context.networkId
      const ordered = [...chains.filter((id) => id === active), ...chains.filter((id) => id !== active)]
      return (await signInStoreOf(ports, settings)).createParams(ordered, signal)
    },
    storeCredentials: async ({ input: { credentials, chains }, signal }) => {
      const { signInStoreOf } = await loadPart(import('../sign-in/signInStore.ts'))
      await (await signInStoreOf(ports, settings)).storeCredentials(credentials, chains, signal)
    },
  }),
  ...implement(callMachine, { follow: (params) => followRoute({ rpc: ports.rpc, ...settings }, params) }),
})
