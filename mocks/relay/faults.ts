import type { PublishedMessage } from './methods.ts'
import type { RpcError } from './refusals.ts'

/** Why a socket is closed. */
export interface CloseReason {
  code: number
  reason: string
}

/** The faults that a test can set. `relay.resetFaults()` resets all of them. */
export interface RelayFaults {
  /** Sockets open, but all incoming frames are ignored. */
  silent: boolean
  /** Every request fails with this error. */
  requestError: RpcError | undefined
  /** Messages are accepted and lost: all of them, or those for which the function returns true. */
  drop: boolean | ((message: PublishedMessage) => boolean)
  /** Everything the relay sends is delayed by this long. */
  delayMs: number
  /** Every message is delivered twice. */
  duplicate: boolean
  /** This text is sent instead of every frame. */
  garbage: string | undefined
  /** Every new socket is closed with this. */
  closeOnConnect: CloseReason | undefined
}

/** No faults. */
export const noFaults: Readonly<RelayFaults> = {
  silent: false,
  requestError: undefined,
  drop: false,
  delayMs: 0,
  duplicate: false,
  garbage: undefined,
  closeOnConnect: undefined,
}
