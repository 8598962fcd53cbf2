import { LatchkeyError } from '../../machines/errors/error.ts'
import { there } from '../../machines/kit/there.ts'
import type { EmbeddedPort, Ports } from '../ports.ts'

/** What the ways in to the embedded wallet have in common. */
export function wayIn({ embedded }: Pick<Ports, 'embedded'>) {
  const ask: EmbeddedPort['ask'] = (message, signal) => there(embedded).ask(message, signal)
  return {
    ask,
    /** Whether somebody is signed in in the frame, by this tab or another. */
    isInUse: (signal: AbortSignal) =>
      ask({ type: 'IS_CONNECTED', payload: undefined }, signal).then(
        ({ isConnected }) => isConnected,
        (error: unknown) => {
          // Nobody is signed out where that is not told.
          if (LatchkeyError.is(error, 'embedded.refused')) return true
          throw error
        },
      ),
    connectWallet: ({ signal }: { signal: AbortSignal }) => there(embedded).connect(signal),
    signOut: async ({ signal }: { signal: AbortSignal }) =>
      void (await ask({ type: 'SIGN_OUT', payload: undefined }, signal)),
  }
}
