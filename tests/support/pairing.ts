import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { peerError } from '../../machines/rules/pairing/peerErrors.ts'
import type { PairingPort } from '../../sdk/index.ts'

/** A pairing whose offers a test answers. */
export function fakePairing({ propose }: { propose?: () => Promise<never> } = {}) {
  const offers: { signal: AbortSignal; approve(): void; refuse(error: unknown): void }[] = []
  const provider = fakeWallet()
  const port: PairingPort = {
    connect: async (_what, { signal, offered }) => {
      await Promise.resolve()
      return new Promise((resolve, reject) => {
        if (propose) return void propose().catch(reject)
        const metadata = { name: 'Phone', icons: ['https://phone.example/icon.png'] }
        offers.push({
          signal,
          approve: () => resolve({ session: { peer: { metadata } }, families: ['eip155'] } as never),
          // As the pairing does: it is the pairing that knows what a wallet's refusals mean.
          refuse: (error) => reject(peerError(error, 'connect')),
        })
        offered({ uri: `wc:offer-${offers.length}`, pairingTopic: '', expiresAt: 0 })
      })
    },
    peer: () => undefined,
    leave: async () => {},
    find: () => undefined,
    watch: () => () => {},
    provider: () => provider,
    close: () => {},
  }
  return { port, offers, provider }
}
