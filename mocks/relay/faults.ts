import type { Published } from './methods.ts'
import type { RpcFault } from './refusals.ts'

/** Why a socket is closed. */
export interface Closing {
  code: number
  reason: string
}

/** The faults that a test can set. `relay.heal()` resets all of them. */
export interface RelayFaults {
  /** Sockets open, but all incoming frames are ignored. */
  silent: boolean
  /** Every request fails with this error. */
  refuse: RpcFault | undefined
  /** Messages are accepted and lost: all of them, or those for which the function returns true. */
  drop: boolean | ((message: Published) => boolean)
  /** Everything the relay sends is delayed by this long. */
  delayMs: number
  /** Every message is delivered twice. */
  duplicate: boolean
  /** This text is sent instead of every frame. */
  garbage: string | undefined
  /** Every new socket is closed with this. */
  turnAway: Closing | undefined
}

/** No faults. */
export const noFaults: Readonly<RelayFaults> = {
  silent: false,
  refuse: undefined,
  drop: false,
  delayMs: 0,
  duplicate: false,
  garbage: undefined,
  turnAway: undefined,
}
