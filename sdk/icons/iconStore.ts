/** The icons that a UI shows: loaded once, kept, and reported to the components that show them. */
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Clock } from '../../machines/core/time.ts'

/** A set of icons: the module `latchkey/icons`, or your own. Each function resolves to a data URL, or to `undefined`. */
export interface IconSet {
  walletIcon(rdns: string): Promise<string | undefined>
  networkIcon(networkId: NetworkId): Promise<string | undefined>
  /** Without an address, the icon of the network's native currency. */
  tokenIcon(networkId: NetworkId, address?: string): Promise<string | undefined>
}

/** What an icon shows: a wallet by its rdns, a network by its CAIP-2 id, or a token by its network and contract. */
export type IconSubject =
  | { type: 'wallet'; rdns: string }
  | { type: 'network'; networkId: NetworkId }
  | { type: 'token'; networkId: NetworkId; address?: string | undefined }

/** Gives access to the icon set of an instance. */
export interface IconStore {
  get(subject: IconSubject): string | null | undefined
  watch(subject: IconSubject, listener: () => void): () => void
}

const keyOf = (subject: IconSubject): string => {
  if (subject.type === 'wallet') return `wallet:${subject.rdns}`
  return `${subject.type}:${subject.networkId}${'address' in subject && subject.address !== undefined ? `:${subject.address}` : ''}`
}

const fetchIcon = (set: IconSet, subject: IconSubject): Promise<string | undefined> => {
  if (subject.type === 'wallet') return set.walletIcon(subject.rdns)
  if (subject.type === 'network') return set.networkIcon(subject.networkId)
  return set.tokenIcon(subject.networkId, subject.address)
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
  const icons = new Map<string, Icon>()
  const settle = (icon: Icon, url: string | null) => {
    icon.url = url
    for (const notify of icon.listeners) notify()
  }
  const load = (icon: Icon, subject: IconSubject) => {
    icon.isRequested = true
    const fail = () => {
      icon.isRequested = false
      if (icon.url === undefined) settle(icon, null)
    }
    const timer = clock.setTimeout(fail, loadMs)
    Promise.resolve()
      .then(loadSet)
      .then((set) => fetchIcon(set, subject))
      .then((url) => settle(icon, readUrl(url)), fail)
      .finally(() => clock.clearTimeout(timer))
  }
  return {
    get: (subject) => icons.get(keyOf(subject))?.url,
    watch(subject, listener) {
      const key = keyOf(subject)
      const icon: Icon = icons.get(key) ?? { url: undefined, isRequested: false, listeners: new Set() }
      icons.set(key, icon)
      icon.listeners.add(listener)
      if (!icon.isRequested) load(icon, subject)
      return () => void icon.listeners.delete(listener)
    },
  }
}
