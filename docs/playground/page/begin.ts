/** The initial state of the page: `?start=fresh` clears the storage, `?start=connected` also connects a wallet. */
import { walletInfo } from '../../../mocks/sandbox/eip155/announce.ts'
import { eip6963Id } from '../../../machines/shared/connector.types.ts'
import type { Latchkey } from '../../../sdk/index.ts'

const starts = ['fresh', 'connected'] as const
export type Start = (typeof starts)[number]

/** The value of `?start`; `undefined` keeps the stored state. */
export const startOf = (query: URLSearchParams): Start | undefined =>
  starts.find((candidate) => candidate === query.get('start'))

/** The storage keys of the instance and of the sandbox wallets. */
const OWN_KEYS = /^(latchkey\.playground\.|sandbox-)/

/** Removes the stored state of the playground. Keeps entries of other pages on this server, and the appearance of the tab. */
export function clearStorage(storage: Pick<Storage, 'key' | 'length' | 'removeItem'>): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys.filter((key) => OWN_KEYS.test(key))) storage.removeItem(key)
}

/** Connects the sandbox's wallet as soon as it has announced itself. Resolves when it is connected, or has rejected. */
export async function connectSandbox(latchkey: Latchkey): Promise<void> {
  latchkey.start()
  const connectors = latchkey.actor('connectors')
  const connectorId = eip6963Id(walletInfo.rdns)
  const isKnown = () => connectors.getSnapshot().context.connectors.some(({ id }) => id === connectorId)
  if (!isKnown())
    await new Promise<void>((resolve) => {
      const subscription = connectors.subscribe(() => {
        if (!isKnown()) return
        subscription.unsubscribe()
        resolve()
      })
    })
  // The card shows the outcome.
  await latchkey.connect({ connectorId })
}
