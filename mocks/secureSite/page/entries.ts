/** What the frame keeps in its own storage, which browsers keep apart for each site around it. */

const keys = {
  device: 'secure-site.device',
  session: 'secure-site.session',
  preferred: 'secure-site.preferred',
  bundles: 'secure-site.bundles',
} as const
export type EntryName = keyof typeof keys

/** Entries that outlive the page, where the browser lets them; else they last as long as the page. */
export interface Entries {
  get(name: EntryName): string | undefined
  set(name: EntryName, value: string): void
  remove(name: EntryName): void
  /** Tells when another tab of the same site has removed or changed one. */
  watch(name: EntryName, changed: () => void): void
}

export function createEntries(): Entries {
  /** What the browser does not let be stored. */
  const kept = new Map<EntryName, string>()
  const safely = <Value>(use: (storage: Storage) => Value): Value | undefined => {
    try {
      return use(localStorage)
    } catch {
      return undefined // Storage is blocked in frames of this browser.
    }
  }
  return {
    get: (name) => kept.get(name) ?? safely((storage) => storage.getItem(keys[name])) ?? undefined,
    set(name, value) {
      kept.set(name, value)
      safely((storage) => {
        storage.setItem(keys[name], value)
        kept.delete(name)
      })
    },
    remove(name) {
      kept.delete(name)
      safely((storage) => storage.removeItem(keys[name]))
    },
    watch(name, changed) {
      window.addEventListener('storage', ({ key }) => {
        if (key !== null && key !== keys[name]) return
        kept.delete(name)
        changed()
      })
    },
  }
}
