/** What the ways in to the embedded wallet have in common: the wallet is connected once somebody has signed in, and left where nobody wants it. */
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import { effect, timeout } from '../kit/effects.ts'
import { peek } from '../kit/system.ts'
import type { AnySystem } from '../kit/contract.ts'
import { network } from '../connection/network.contract.ts'

/** Connects the wallet of who has signed in. */
export const connectWallet = effect<Outcome<Connection>>('embedded.connectWallet')
/** Signs out again. */
export const signOut = effect<void>('embedded.signOut')

export const bounds = {
  /** Longer than any message lasts, with the frame that is loaded for it. */
  answer: timeout('loadMs', 'frameReadyMs', 'frameAnswerMs', 'frameAnswerMs'),
  connect: timeout('connectMs', 'frameReadyMs'),
  signOut: timeout('signOutMs'),
}

/** A wallet of another kind is connected: nobody signs in any more. */
export const isOther = (_: unknown, { connection }: { connection: Connection }): boolean =>
  connection.connector.type !== 'AUTH'

/** The embedded wallet is connected already, which signing out would take away. */
export const isInUse = (system: AnySystem): boolean =>
  Object.values(peek(system, network)?.context.connections ?? {}).some(({ connector }) => connector.type === 'AUTH')
