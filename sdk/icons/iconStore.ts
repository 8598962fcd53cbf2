/** The icons that a UI shows: loaded once, kept, and reported to the components that show them. */
import { isNetworkId, type NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Clock } from '../../machines/core/time.ts'

/** A set of icons: the module `latchkey/icons`, or your own. Each function resolves to a data URL, or to `undefined`. */
export interface IconSet {
  walletIcon(rdns: string): Promise<string | undefined>
  networkIcon(networkId: NetworkId): Promise<string | undefined>
  /** Without an address, the icon of the network's native currency. */
  tokenIcon(networkId: NetworkId, address?: string): Promise<string | undefined>
}

/**
 * What an icon shows: a wallet by its rdns, a network by its CAIP-2 id, or a token by its network and, unless it is the native currency, its
 * contract: `wallet:io.metamask`, `network:eip155:1`, `token:eip155:1`, `token:eip155:1:0xA0b8…`.
 */
export type IconId = `wallet:${string}` | `network:${NetworkId}` | `token:${NetworkId}`

/** Gives access to the icon set of an instance. */
interface IconStore {
  get(id: IconId): string | null | undefined
  watch(id: IconId, listener: () => void): () => void
}

async function fetchIcon(set: IconSet, id: IconId): Promise<string | undefined> {
  const [type, first, ...rest] = id.split(':')
  if (type === 'wallet') return set.walletIcon([first, ...rest].join(':'))
  const [reference, ...address] = rest
  const networkId = `${first}:${reference}`
  if (!isNetworkId(networkId)) return undefined
  if (type === 'network') return set.networkIcon(networkId)
  return address.length === 0 ? set.tokenIcon(networkId) : set.tokenIcon(networkId, address.join(':'))
}

/** Only data URLs are shown, so that no set of icons makes the page load something from another host. */
const readUrl = (url: unknown): string | null => (typeof url === 'string' && /^data:image\//i.test(url) ? url : null)

interface Icon {
  /** `null` if there is none. */
  url: string | null | undefined
  /** Whether it is being loaded, or was loaded. After a failure it is loaded again for the next listener. */
  isRequested: boolean
  listeners: Set<() => void>
}

const NO_ICONS: IconStore = { get: () => null, watch: () => () => {} }

/** Creates the store of an instance. `loadMs` is how long an icon may take; until then, or without one, the store has none. */
export function createIconStore(
  loadSet: (() => Promise<IconSet>) | undefined,
  { clock, loadMs }: { clock: Clock; loadMs: number },
): IconStore {
  if (!loadSet) return NO_ICONS
  const icons = new Map<IconId, Icon>()
  const settle = (icon: Icon, url: string | null) => {
    icon.url = url
    for (const notify of icon.listeners) notify()
  }
  const load = (icon: Icon, id: IconId) => {
    icon.isRequested = true
    const fail = () => {
      icon.isRequested = false
      if (icon.url === undefined) settle(icon, null)
    }
    const timer = clock.setTimeout(fail, loadMs)
    Promise.resolve()
      .then(loadSet)
      .then((set) => fetchIcon(set, id))
      .then((url) => settle(icon, readUrl(url)), fail)
      .finally(() => clock.clearTimeout(timer))
  }
  return {
    get: (id) => icons.get(id)?.url,
    watch(id, listener) {
      const icon: Icon = icons.get(id) ?? { url: undefined, isRequested: false, listeners: new Set() }
      icons.set(id, icon)
      icon.listeners.add(listener)
      if (!icon.isRequested) load(icon, id)
      return () => void icon.listeners.delete(listener)
    },
  }
}
