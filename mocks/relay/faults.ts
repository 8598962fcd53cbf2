import type { Published } from './methods.ts'
import type { RpcFault } from './refusals.ts'

/** Why a socket is closed. */
export interface Closing {
  code: number
  reason: string
}

/** The ways in which a relay can be made to fail. A test sets them; `relay.heal()` takes all back. */
export interface RelayFaults {
  /** Sockets open, but nothing that arrives is heard. */
  silent: boolean
  /** Every request is answered with this error. */
  refuse: RpcFault | undefined
  /** Messages are accepted and lost: all of them, or those that it says yes to. */
  drop: boolean | ((message: Published) => boolean)
  /** Everything the relay sends is this late. */
  delayMs: number
  /** Every message is delivered twice. */
  duplicate: boolean
  /** This text goes out in place of every frame. */
  garbage: string | undefined
  /** Every new socket is closed with this. */
  turnAway: Closing | undefined
}

/** A relay that works. */
export const noFaults: Readonly<RelayFaults> = {
  silent: false,
  refuse: undefined,
  drop: false,
  delayMs: 0,
  duplicate: false,
  garbage: undefined,
  turnAway: undefined,
}
