import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { ViewName } from '../entities/view.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface FarcasterContract {
  context: {
    /** Opens the visitor's Farcaster app, on this device or as a code on another, and asks there. */
    url: string | undefined
    /** The visitor's name there, once it is known. */
    userName: string | undefined
    /** How often the frame was asked whether the visitor has agreed. */
    looks: number
    /** The caller's own id, handed back with the outcome. */
    attempt: string | undefined
    /** Somebody was signed in before, be it in another tab: whoever is called off signs nobody out. */
    inUse: boolean
    /** Somebody may have signed in since. */
    signedIn: boolean
    /** Why it does not go on. */
    error: LatchkeyError | undefined
  }
  event:
    /** Signs in with the visitor's Farcaster app. `attempt` is handed back with the outcome. */
    | { type: 'farcaster.begin'; attempt?: string }
    /** Goes on where it failed. */
    | { type: 'farcaster.retry' }
    /** Calls it off: the attempt with that id, else whichever is under way. */
    | { type: 'farcaster.cancel'; attempt?: string }
    /** The visitor went back from it. */
    | { type: 'farcaster.viewLeft'; view: ViewName }
    | FactOf<'modal.closed'>
    | FactOf<'account.connected'>
    | FactOf<'memory.changed'>
  state: 'idle' | 'asking' | 'waiting' | 'connecting' | 'unconnected' | 'failed' | 'signingOut'
  tag: 'busy' | 'underWay'
  emitted: /** Signing in is over, as the outcome says. */
  { type: 'farcaster.settled'; attempt: string | undefined; outcome: Outcome<Connection> }
}

export const farcaster = address<FarcasterContract>()('farcaster')
