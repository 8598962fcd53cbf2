import type { ApprovedNetworks } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Namespace, NetworkId } from '../shared/namespace.types.ts'
import type { PairingSession } from './pairing.schemas.ts'
import type { ReceivedCapabilities } from './rules/capabilities.ts'
import type { RoutingSettings } from './rules/routes.ts'
import type { ActiveSession, ProviderEvent } from './rules/sharedSession.ts'
import type { CallContract, RequestArguments } from './call.contract.ts'
import type { PairingAttemptContract } from './pairingAttempt.contract.ts'
import type { PairingContract } from './pairing.contract.ts'
import type { PairingUri } from './proposal.contract.ts'
import { actorKey } from '../core/actorKey.ts'

/** The events of the pairing about its sessions. */
export type SessionChange = Extract<
  PairingContract['emitted'],
  { type: 'session.opened' | 'session.changed' | 'session.emitted' | 'session.ended' }
>

/** The commands of the provider. `id` is the caller's and unique. Each command ends with one `provider.settled` with this id. */
export type ProviderCommand =
  /**
   * Proposes a session on chains (CAIP-2), unless the active session, or one of an earlier visit, serves the namespace that the
   * user started from. Settles with the session, and those of its namespaces that are to be connected.
   */
  | { type: 'provider.connect'; id: string; chains: readonly string[]; namespace: Namespace }
  /** Sends a request to the wallet in a namespace. Settles with the response. */
  | { type: 'provider.request'; id: string; namespace: Namespace; call: RequestArguments }
  /** Disconnects a namespace from a session. With the last namespace in use, the session ends. */
  | { type: 'provider.disconnect'; id: string; topic: string; namespace: Namespace }

/** The result of leaving a session. `id` is the caller's, if a caller waits for it. */
export interface DisconnectResult {
  id: string | undefined
  outcome: Outcome<undefined>
}

export interface ProviderContract {
  context: {
    /** The app's networks, in configured order. */
    chains: readonly NetworkId[]
    /** The app's nodes and bundlers, for calls that are not sent to the wallet. */
    settings: RoutingSettings
    /** The live sessions, by topic. */
    sessions: Readonly<Record<string, PairingSession>>
    /**
     * The active session, with its chain in each namespace that both the app and the session have; undefined if there is none.
     */
    activeSession: ActiveSession | undefined
    /** The networks that the wallet of the active session serves. */
    approved: ApprovedNetworks | undefined
    /**
     * The namespaces in which the app uses the active session. In others, the user may have disconnected or connected another
     * wallet.
     */
    usedNamespaces: readonly Namespace[]
    /** The networks that the app was on before the previous provider crashed. */
    previousNetworkIds: readonly NetworkId[]
    /** Calls that wait until the sessions are known. */
    waiting: readonly Extract<ProviderCommand, { type: 'provider.request' }>[]
    /** The id of the attempt to connect that is in progress. */
    attempt: string | undefined
    /** Whether connecting includes a sign-in by the wallet. */
    readonly signsIn: boolean
  }
  event:
    | ProviderCommand
    /** Cancels an attempt to connect, or a call. */
    | { type: 'provider.cancel'; id: string }
    /**
     * Searches for sessions of earlier visits. `at`: the networks that the app is on, if a previous provider had an active
     * session.
     */
    | { type: 'provider.restore'; previousNetworkIds?: readonly NetworkId[] }
    /** Switches the app to another chain (CAIP-2), without a request to the wallet. */
    | { type: 'provider.setChain'; chainId: string }
    /** A pairing URI was created for an attempt to connect. */
    | { type: 'provider.uriCreated'; id: string; pairingUri: PairingUri }
    /** The app's networks, at the start and after each change. */
    | { type: 'provider.networks'; chains: readonly NetworkId[]; settings: RoutingSettings }
    /** A wallet reported its capabilities. */
    | ({ type: 'provider.capabilitiesReceived' } & ReceivedCapabilities)
    | SessionChange
    /** An attempt to connect ended. */
    | { type: `xstate.done.actor.pairingAttempt.${string}`; output: PairingAttemptContract['output'] }
    /** A call ended. */
    | { type: `xstate.done.actor.call.${string}`; output: CallContract['output'] }
    /** A disconnection ended. */
    | { type: `xstate.done.actor.leave.${string}`; output: DisconnectResult }
    /** An actor crashed. */
    | { type: `xstate.error.actor.${string}`; error: unknown }
  /** `idle`: sessions were not searched for yet, or the search failed. `disconnected`: there is no active session. */
  state: 'idle' | 'disconnected' | 'restoring' | 'connected'
  input: Pick<ProviderContract['context'], 'signsIn'>
  /** `restoring`: it is not known yet which sessions there are. */
  tag: 'restoring'
  emitted:
    /** Emitted once per command. `outcome`: `done` with the result, `cancelled`, `declined`, `expired` or `failed`. */
    | { type: 'provider.settled'; id: string; outcome: Outcome<unknown> }
    /** A pairing URI was created for an attempt to connect. */
    | { type: 'provider.uriCreated'; id: string; pairingUri: PairingUri }
    /** An event of a namespace's provider, in the form of EIP-1193. */
    | ({ type: 'provider.event' } & ProviderEvent)
    /** The wallet of the active session now serves further namespaces of the app. */
    | { type: 'provider.namespacesAdded'; namespaces: readonly Namespace[] }
}

export const provider = actorKey<ProviderContract>()('provider')
