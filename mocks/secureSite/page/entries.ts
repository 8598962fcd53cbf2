/** The frame's entries in its own storage, which browsers partition by embedding site. */

const keys = {
  device: 'secure-site.device',
  session: 'secure-site.session',
  preferred: 'secure-site.preferred',
  bundles: 'secure-site.bundles',
} as const
export type EntryName = keyof typeof keys

/** Entries in localStorage; if the browser blocks it, they last as long as the page. */
export interface Entries {
  get(name: EntryName): string | undefined
  set(name: EntryName, value: string): void
  remove(name: EntryName): void
  /** Calls `listener` when another tab of the same site has removed or changed the entry. */
  watch(name: EntryName, listener: () => void): void
}

export function createEntries(): Entries {
  /** Entries that the browser did not store. */
  const unsaved = new Map<EntryName, string>()
  const tryStorage = <Value>(use: (storage: Storage) => Value): Value | undefined => {
    try {
      return use(localStorage)
    } catch {
      return undefined // The browser blocks storage in frames.
    }
  }
  return {
    get: (name) => unsaved.get(name) ?? tryStorage((storage) => storage.getItem(keys[name])) ?? undefined,
    set(name, value) {
      unsaved.set(name, value)
      tryStorage((storage) => {
        storage.setItem(keys[name], value)
        unsaved.delete(name)
      })
    },
    remove(name) {
      unsaved.delete(name)
      tryStorage((storage) => storage.removeItem(keys[name]))
    },
    watch(name, listener) {
      window.addEventListener('storage', ({ key }) => {
        if (key !== null && key !== keys[name]) return
        unsaved.delete(name)
        listener()
      })
    },
  }
}
