import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { assertDefined } from '../../../machines/core/assertDefined.ts'
import type { EmbeddedPort, Ports } from '../../instance/ports.ts'

/** The effects that all sign-in methods of the embedded wallet share. */
export function loginEffects({ embedded }: Pick<Ports, 'embedded'>) {
  const ask: EmbeddedPort['ask'] = (message, signal) => assertDefined(embedded).ask(message, signal)
  return {
    ask,
    /** Whether a user is signed in in the frame, from this tab or another. */
    isInUse: (signal: AbortSignal) =>
      ask({ type: 'IS_CONNECTED', payload: undefined }, signal).then(
        ({ isConnected }) => isConnected,
        (error: unknown) => {
          // If the frame does not say, assume that a user is signed in: an existing sign-in must not be ended by mistake.
          if (LatchkeyError.is(error, 'embedded.refused')) return true
          throw error
        },
      ),
    connectWallet: ({ signal }: { signal: AbortSignal }) => assertDefined(embedded).connect(signal),
    signOut: async ({ signal }: { signal: AbortSignal }) =>
      void (await ask({ type: 'SIGN_OUT', payload: undefined }, signal)),
  }
}
