import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { peerError } from '../../machines/rules/pairing/peerErrors.ts'
import type { PairingPort } from '../../sdk/index.ts'

/** A pairing whose offers a test answers. */
export function fakePairing({ propose }: { propose?: () => Promise<never> } = {}) {
  const offers: { signal: AbortSignal; approve(): void; refuse(error: unknown): void }[] = []
  const provider = fakeWallet()
  const port: PairingPort = {
    driver: async () =>
      ({
        propose: async (_namespaces: unknown, signal: AbortSignal) => {
          if (propose) return propose()
          let approve = () => {}
          let refuse: (error: unknown) => void = () => {}
          const approval = new Promise<unknown>((resolve, reject) => {
            approve = () => resolve({})
            // As the driver does: it is the driver that knows what a wallet's refusals mean.
            refuse = (error) => reject(peerError(error, 'connect'))
          })
          approval.catch(() => {})
          offers.push({ signal, approve, refuse })
          return { uri: `wc:offer-${offers.length}`, approval }
        },
      }) as never,
    provider,
    adopt: async () => ({ peer: { metadata: { name: 'Phone', icons: ['https://phone.example/icon.png'] } } }) as never,
    close: async () => {},
  }
  return { port, offers, provider }
}
