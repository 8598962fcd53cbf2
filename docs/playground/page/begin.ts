/** The initial state of the page: `?start=fresh` clears the storage, `?start=connected` also connects a wallet. */
import { walletInfo } from '../../../mocks/sandbox/eip155/announce.ts'
import { eip6963Id } from '../../../machines/shared/connector.types.ts'
import type { Latchkey } from '../../../sdk/index.ts'

const starts = ['fresh', 'connected'] as const
export type Start = (typeof starts)[number]

/** The value of `?start`; `undefined` keeps the stored state. */
export const startOf = (query: URLSearchParams): Start | undefined =>
  starts.find((known) => known === query.get('start'))

/** The storage keys of the instance and of the sandbox wallets. */
const OWN = /^(latchkey\.playground\.|sandbox-)/

/** Removes the stored state of the playground. Keeps entries of other pages on this server, and the look of the tab. */
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
  // The card shows the outcome.
  const connect = () => void latchkey.connect({ connectorId })
  if (isKnown()) return connect()
  const announced = connectors.subscribe(() => {
    if (!isKnown()) return
    announced.unsubscribe()
    connect()
  })
}
