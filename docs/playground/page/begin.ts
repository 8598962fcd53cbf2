/** Where a page can begin, whatever was there before: `?start=fresh` with nothing stored, `?start=connected` from there with a wallet. */
import { walletInfo } from '../../../mocks/sandbox/announce.ts'
import { eip6963Id } from '../../../machines/entities/connector.ts'
import type { Latchkey } from '../../../sdk/index.ts'

const starts = ['fresh', 'connected'] as const
export type Start = (typeof starts)[number]

/** How an address says that its page begins; as it was left where it says nothing. */
export const startOf = (query: URLSearchParams): Start | undefined =>
  starts.find((known) => known === query.get('start'))

/** What the page keeps of its instance and of the wallets beside it. */
const OWN = /^(latchkey\.playground\.|sandbox-)/

/** Forgets what the page has kept; what other pages of this server and the tab's own look are stays. */
export function forget(storage: Pick<Storage, 'key' | 'length' | 'removeItem'>): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys.filter((one) => OWN.test(one))) storage.removeItem(key)
}

/** Connects the sandbox's wallet as soon as it has announced itself. */
export function connectSandbox(latchkey: Latchkey): void {
  latchkey.start()
  const connectors = latchkey.actor('connectors')
  const connectorId = eip6963Id(walletInfo.rdns)
  const isKnown = () => connectors.getSnapshot().context.connectors.some(({ id }) => id === connectorId)
  // What becomes of it is on the card.
  const connect = () => void latchkey.connect({ connectorId })
  if (isKnown()) return connect()
  const announced = connectors.subscribe(() => {
    if (!isKnown()) return
    announced.unsubscribe()
    connect()
  })
}
