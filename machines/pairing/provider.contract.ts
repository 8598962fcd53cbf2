import type { Outcome } from '../entities/attempt.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { PairingSession } from '../entities/pairing.ts'
import type { Spoken } from '../rules/pairing/spoken.ts'
import type { CallContract, Site } from './call.contract.ts'
import type { OfferContract } from './offer.contract.ts'
import type { PairingContract } from './pairing.contract.ts'
import type { Offer } from './proposal.contract.ts'

/** What the pairing tells of its sessions. */
export type SessionFact = Extract<
  PairingContract['emitted'],
  { type: 'session.opened' | 'session.changed' | 'session.emitted' | 'session.ended' }
>

/** What is asked of the provider. `id` is the caller's and unique; each ends with one `provider.settled` that bears it. */
export type ProviderCommand =
  /** Offers a session on chains (CAIP-2), unless one of an earlier visit can be spoken to. Ends with the session. */
  | { type: 'provider.connect'; id: string; chains: readonly string[] }
  /** Asks the wallet. Ends with its answer. */
  | { type: 'provider.request'; id: string; call: { method: string; params: unknown } }
  /** Ends a session. */
  | { type: 'provider.leave'; id: string; topic: string }

/** What became of a leave-taking; `id` is the caller's, where somebody waits for it. */
export interface Left {
  id: string | undefined
  outcome: Outcome<undefined>
}

export interface ProviderContract {
  context: {
    /** The site's own networks, in its order. */
    chains: readonly NetworkId[]
    site: Site
    /** The sessions that are live, by topic. */
    sessions: Readonly<Record<string, PairingSession>>
    /** Where the page speaks to a wallet. */
    spoken: Spoken | undefined
    /** Calls that wait until it is known which sessions there are. */
    waiting: readonly Extract<ProviderCommand, { type: 'provider.request' }>[]
    /** The id of the attempt to connect that is made. */
    attempt: string | undefined
  }
  event:
    | ProviderCommand
    /** Calls off an attempt to connect, or a call. */
    | { type: 'provider.cancel'; id: string }
    /** What waits ends as cancelled. Sessions stay stored for the next visit. */
    | { type: 'provider.close' }
    /** Looks for sessions of earlier visits. */
    | { type: 'provider.look' }
    /** The page moves to another chain (CAIP-2), and its wallet is not asked. */
    | { type: 'provider.move'; chainId: string }
    | { type: 'provider.offered'; id: string; offer: Offer }
    | SessionFact
    | { type: `xstate.done.actor.offer.${string}`; output: OfferContract['output'] }
    | { type: `xstate.done.actor.call.${string}`; output: CallContract['output'] }
    | { type: `xstate.done.actor.leave.${string}`; output: Left }
    | { type: `xstate.error.actor.${string}`; error: unknown }
  state: 'none' | 'looking' | 'spoken'
  /** `looking`: it is not known yet which sessions there are. */
  tag: 'looking'
  input: { chains: readonly NetworkId[]; site: Site }
  emitted:
    | { type: 'provider.settled'; id: string; outcome: Outcome<unknown> }
    | { type: 'provider.offered'; id: string; offer: Offer }
    /** An event of the provider, as EIP-1193 has them. */
    | { type: 'provider.told'; event: string; payload: unknown }
}
