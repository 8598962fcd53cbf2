import type { ApprovedNetworks } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Namespace, NetworkId } from '../entities/namespace.ts'
import type { PairingSession } from '../schemas/pairing.ts'
import type { Learnt } from '../rules/pairing/capabilities.ts'
import type { Site } from '../rules/pairing/routes.ts'
import type { Spoken, Told } from '../rules/pairing/spoken.ts'
import type { CallContract, Question } from './call.contract.ts'
import type { OfferContract } from './offer.contract.ts'
import type { PairingContract } from './pairing.contract.ts'
import type { Offer } from './proposal.contract.ts'
import { address } from '../kit/address.ts'

/** What the pairing tells of its sessions. */
export type SessionFact = Extract<
  PairingContract['emitted'],
  { type: 'session.opened' | 'session.changed' | 'session.emitted' | 'session.ended' }
>

/** What is asked of the provider. `id` is the caller's and unique; each ends with one `provider.settled` that bears it. */
export type ProviderCommand =
  /**
   * Offers a session on chains (CAIP-2), unless the one that is spoken in, or one of an earlier visit, serves the namespace that
   * the visitor began from. Ends with the session, and the namespaces of it that are to be connected.
   */
  | { type: 'provider.connect'; id: string; chains: readonly string[]; namespace: Namespace }
  /** Asks the wallet something in a namespace. Ends with its answer. */
  | { type: 'provider.request'; id: string; namespace: Namespace; call: Question }
  /** Parts from a session in a namespace; with the last one that is in use the session ends. */
  | { type: 'provider.leave'; id: string; topic: string; namespace: Namespace }

/** What became of a leave-taking; `id` is the caller's, where somebody waits for it. */
export interface Left {
  id: string | undefined
  outcome: Outcome<undefined>
}

export interface ProviderContract {
  context: {
    /** The site's networks, in its order. */
    chains: readonly NetworkId[]
    site: Site
    /** The sessions that are live, by topic. */
    sessions: Readonly<Record<string, PairingSession>>
    /** Where the page speaks to a wallet, in every namespace that the site and the session have. */
    spoken: Spoken | undefined
    /** The networks that the wallet which is spoken to serves. */
    approved: ApprovedNetworks | undefined
    /** The namespaces that the page does speak in. The visitor may have left others, or connected other wallets there. */
    used: readonly Namespace[]
    /** The networks that the page was on before a provider that stopped by mistake. */
    at: readonly NetworkId[]
    /** Calls that wait until it is known which sessions there are. */
    waiting: readonly Extract<ProviderCommand, { type: 'provider.request' }>[]
    /** The id of the attempt to connect that is made. */
    attempt: string | undefined
    /** A wallet is asked to sign in with its session. */
    readonly signsIn: boolean
  }
  event:
    | ProviderCommand
    /** Calls off an attempt to connect, or a call. */
    | { type: 'provider.cancel'; id: string }
    /** Looks for sessions of earlier visits. `at`: the networks that the page is on over one, where another provider had spoken there. */
    | { type: 'provider.look'; at?: readonly NetworkId[] }
    /** The page moves to another chain (CAIP-2), and its wallet is not asked. */
    | { type: 'provider.move'; chainId: string }
    /** An offer was made for an attempt to connect. */
    | { type: 'provider.offered'; id: string; offer: Offer }
    /** The site's networks, at the start and whenever they change. */
    | { type: 'provider.networks'; chains: readonly NetworkId[]; site: Site }
    /** A wallet told what it can do. */
    | ({ type: 'provider.learnt' } & Learnt)
    | SessionFact
    | { type: `xstate.done.actor.offer.${string}`; output: OfferContract['output'] }
    | { type: `xstate.done.actor.call.${string}`; output: CallContract['output'] }
    | { type: `xstate.done.actor.leave.${string}`; output: Left }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  /** `unopened`: nobody has looked for sessions yet, that failed, or the page let go of them. `none`: there is none. */
  state: 'unopened' | 'none' | 'looking' | 'spoken'
  input: Pick<ProviderContract['context'], 'signsIn'>
  /** `looking`: it is not known yet which sessions there are. */
  tag: 'looking'
  emitted:
    /** What a caller asked for is over, as the outcome says. */
    | { type: 'provider.settled'; id: string; outcome: Outcome<unknown> }
    /** An offer was made for an attempt to connect. */
    | { type: 'provider.offered'; id: string; offer: Offer }
    /** An event of a namespace's provider, as EIP-1193 has them. */
    | ({ type: 'provider.told' } & Told)
    /** The wallet that is spoken to serves more namespaces of the site since a moment ago. */
    | { type: 'provider.shared'; namespaces: readonly Namespace[] }
}

export const provider = address<ProviderContract>()('provider')
