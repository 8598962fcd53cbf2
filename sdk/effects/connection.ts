import { fromCallback, fromPromise } from 'xstate'
import type { AttemptContract } from '../../machines/connection/attempt.contract.ts'
import { attemptMachine } from '../../machines/connection/attempt.machine.ts'
import { PAIRING_CONNECTOR_ID } from '../../machines/constants.ts'
import type { Connector } from '../../machines/entities/connector.ts'
import { namespaceOf, type NetworkId } from '../../machines/entities/namespace.ts'
import type { Network } from '../../machines/entities/network.ts'
import { networksFrom } from '../../machines/rules/networks.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { ConnectorsContract } from '../../machines/connection/connectors.contract.ts'
import { connectorsMachine } from '../../machines/connection/connectors.machine.ts'
import type { DisconnectionContract } from '../../machines/connection/disconnection.contract.ts'
import { disconnectionMachine } from '../../machines/connection/disconnection.machine.ts'
import type { ExternalContract } from '../../machines/connection/external.contract.ts'
import { externalMachine } from '../../machines/connection/external.machine.ts'
import type { NamespaceContract } from '../../machines/connection/namespace.contract.ts'
import { namespaceMachine } from '../../machines/connection/namespace.machine.ts'
import type { NetworkContract } from '../../machines/connection/network.contract.ts'
import { networkMachine } from '../../machines/connection/network.machine.ts'
import type { NetworkSwitchContract } from '../../machines/connection/networkSwitch.contract.ts'
import { networkSwitchMachine } from '../../machines/connection/networkSwitch.machine.ts'
import type { WalletEvent } from '../chains/adapter.ts'
import type { Ports } from '../ports.ts'
import type { Timeouts } from '../config.ts'
import { actingFor, connectionOf, named } from './connectionOf.ts'
import { adapterOf, providerOf } from './providers.ts'
import { forgetApp, rememberApp, walletConnectLogic } from './walletConnect.ts'

export const connectorsLogic = ({ connectors, pairing }: Ports) =>
  seal<ConnectorsContract>()(
    connectorsMachine.provide({
      actors: {
        discover: fromCallback(({ sendBack }) => {
          const stop = connectors.discover(sendBack)
          const unwatch = pairing?.watch((namespaces) =>
            sendBack({ type: 'connector.shared', connectorId: PAIRING_CONNECTOR_ID, namespaces }),
          )
          return () => {
            stop()
            unwatch?.()
          }
        }),
      },
    }),
  )

/** What a wallet shares of itself, without asking the visitor, and how it is spoken to. */
async function existingOf(
  ports: Ports,
  networks: readonly Network[],
  { connector, networkId }: { connector: Connector; networkId: NetworkId | undefined },
  signal: AbortSignal,
) {
  const provider = providerOf(ports, connector)
  const chain = await adapterOf(ports, connector)
  const shared = await chain.existing(provider, networksFrom(networks, connector.chain, networkId), signal)
  return { provider, shared }
}

const externalLogic = (ports: Ports, { connectMs, restoreMs }: Timeouts, networks: () => readonly Network[]) =>
  seal<ExternalContract>()(
    externalMachine.provide({
      actors: {
        requestAccounts: fromPromise(async ({ input: { connector, networkId }, signal }) => {
          const provider = providerOf(ports, connector)
          const chain = await adapterOf(ports, connector)
          const offered = networksFrom(networks(), connector.chain, networkId)
          return connectionOf(connector, provider, await chain.connect(provider, offered, signal))
        }),
        lookForAccounts: fromPromise(async ({ input, signal }) => {
          const { provider, shared } = await existingOf(ports, networks(), input, signal)
          return shared && connectionOf(input.connector, provider, shared)
        }),
      },
      delays: { connect: connectMs, restore: restoreMs },
    }),
  )

const attemptLogic = (ports: Ports, timeouts: Timeouts, networks: () => readonly Network[]) =>
  seal<AttemptContract>()(
    attemptMachine.provide({
      actors: {
        external: externalLogic(ports, timeouts, networks),
        walletConnect: walletConnectLogic(ports, timeouts, networks),
        rememberApp: fromPromise(async ({ input: { app } }) => rememberApp(ports, app)),
      },
      delays: { writing: timeouts.writeMemoryMs },
    }),
  )

const disconnectionLogic = (ports: Ports, { disconnectMs }: Timeouts) =>
  seal<DisconnectionContract>()(
    disconnectionMachine.provide({
      actors: {
        disconnectChain: fromPromise(async ({ input: { connection }, signal }) => {
          if (connection.connector.type === 'WALLET_CONNECT') forgetApp(ports)
          const chain = await adapterOf(ports, connection.connector)
          await chain.disconnect(providerOf(ports, connection.connector), signal)
        }),
      },
      delays: { disconnect: disconnectMs },
    }),
  )

export const namespaceLogic = (ports: Ports, timeouts: Timeouts, networks: () => readonly Network[]) =>
  seal<NamespaceContract>()(
    namespaceMachine.provide({
      actors: {
        attempt: attemptLogic(ports, timeouts, networks),
        disconnection: disconnectionLogic(ports, timeouts),
        syncExisting: fromPromise(async ({ input: { namespace, connectorId, networkId, address }, signal }) => {
          const announced = await ports.connectors.whenAnnounced(connectorId, signal)
          // A wallet on another device serves families besides the one that its connector is announced in.
          const connector = { ...announced, chain: namespace }
          const { provider, shared } = await existingOf(ports, networks(), { connector, networkId }, signal)
          // A wallet on another device is known by how it presented itself.
          const peer = connector.type === 'WALLET_CONNECT' ? ports.pairing?.peer() : undefined
          return shared && connectionOf(peer ? named(connector, peer) : connector, provider, actingFor(shared, address))
        }),
        watchProvider: fromCallback(({ input: { connection, address }, sendBack }) => {
          const control = new AbortController()
          const { signal } = control
          let unwatch = () => {}
          const session = connection.connector.type === 'WALLET_CONNECT' ? ports.pairing : undefined
          let known = ''
          const unapprove = session?.watchApproved(({ approvedCaipNetworkIds: ids, supportsAllNetworks }) => {
            const approvedCaipNetworkIds = ids.filter((id) => namespaceOf(id) === connection.namespace)
            const told = [supportsAllNetworks, ...approvedCaipNetworkIds].join()
            // A session changes as a whole; what it changed of another family is no news here.
            if (told === known) return
            known = told
            sendBack({ type: 'provider.networksApproved', approved: { approvedCaipNetworkIds, supportsAllNetworks } })
          })
          const refused = (cause: unknown) =>
            ports.logger.error(new LatchkeyError('wallet.invalidResponse', { cause }).message, cause)
          const watch = async () => {
            const chain = await adapterOf(ports, connection.connector)
            if (signal.aborted) return
            const provider = providerOf(ports, connection.connector)
            const heard = new Set<string>()
            const hear = (event: WalletEvent) => {
              heard.add(event.type)
              sendBack(event)
            }
            unwatch = chain.watch(provider, hear, refused)
            // The wallet may have moved between its answer and our listening. What it tells is newer than what it answers.
            const offered = networksFrom(networks(), connection.namespace, connection.networkId)
            const found = await chain.existing(provider, offered, signal)
            const now = found && actingFor(found, address)
            if (!heard.has('provider.accountsChanged'))
              sendBack({ type: 'provider.accountsChanged', accounts: now?.accounts ?? [] })
            if (now && !heard.has('provider.networkChanged'))
              sendBack({ type: 'provider.networkChanged', networkId: now.networkId })
          }
          watch().catch((cause: unknown) => void (signal.aborted || refused(cause)))
          return () => {
            control.abort()
            unwatch()
            unapprove?.()
          }
        }),
      },
      delays: { restore: timeouts.restoreMs, startPairing: timeouts.startPairingMs },
    }),
  )

const networkSwitchLogic = (ports: Ports, { switchMs }: Timeouts) =>
  seal<NetworkSwitchContract>()(
    networkSwitchMachine.provide({
      actors: {
        switchNetwork: fromPromise(async ({ input: { connection, network }, signal }) => {
          const chain = await adapterOf(ports, connection.connector)
          return chain.switchNetwork(providerOf(ports, connection.connector), network, signal)
        }),
        addNetwork: fromPromise(async ({ input: { connection, network }, signal }) => {
          const chain = await adapterOf(ports, connection.connector)
          await chain.addNetwork(providerOf(ports, connection.connector), network, signal)
        }),
      },
      delays: { switching: switchMs },
    }),
  )

export const networkLogic = (ports: Ports, timeouts: Timeouts) =>
  seal<NetworkContract>()(networkMachine.provide({ actors: { networkSwitch: networkSwitchLogic(ports, timeouts) } }))
