import { there } from '../../machines/kit/there.ts'
import type { EmbeddedPort, Ports } from '../ports.ts'

/** What the ways in to the embedded wallet have in common. */
export function wayIn({ embedded }: Pick<Ports, 'embedded'>) {
  const ask: EmbeddedPort['ask'] = (message, signal) => there(embedded).ask(message, signal)
  return {
    ask,
    connectWallet: ({ signal }: { signal: AbortSignal }) => there(embedded).connect(signal),
    signOut: async ({ signal }: { signal: AbortSignal }) =>
      void (await ask({ type: 'SIGN_OUT', payload: undefined }, signal)),
  }
}
