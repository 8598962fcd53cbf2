import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { peerError } from '../../machines/pairing/rules/peerErrors.ts'
import type { LatchkeyError, Namespace, PairingPort } from '../../sdk/index.ts'

/** A pairing whose proposals the test answers. */
export function fakePairing({
  propose,
  namespaces = ['eip155'],
}: { propose?: () => Promise<never>; namespaces?: readonly Namespace[] } = {}) {
  const proposals: { signal: AbortSignal; approve(): void; refuse(error: unknown): void }[] = []
  /** The chains of each proposal. */
  const asked: (readonly string[])[] = []
  const faults = new Set<(error: LatchkeyError) => void>()
  const provider = fakeWallet()
  const port: PairingPort = {
    connect: async (what, { signal, onUri }) => {
      asked.push(what.chains)
      await Promise.resolve()
      return new Promise((resolve, reject) => {
        if (propose) return void propose().catch(reject)
        const metadata = { name: 'Phone', icons: ['https://phone.example/icon.png'] }
        proposals.push({
          signal,
          approve: () => resolve({ session: { peer: { metadata } }, namespaces } as never),
          // As in the real pairing, which interprets a wallet's errors.
          refuse: (error) => reject(peerError(error, 'connect')),
        })
        onUri({ uri: `wc:uri-${proposals.length}`, pairingTopic: '', expiresAt: 0 })
      })
    },
    peer: () => undefined,
    leave: async () => {},
    watch: () => () => {},
    watchApproved: () => () => {},
    watchFaults(heard) {
      faults.add(heard)
      return () => faults.delete(heard)
    },
    provider: () => provider,
  }
  return {
    port,
    proposals,
    asked,
    provider,
    /** The connection to the relay fails. */
    fail(error: LatchkeyError) {
      for (const heard of faults) heard(error)
    },
  }
}
