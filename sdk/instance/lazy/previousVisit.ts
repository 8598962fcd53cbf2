import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { persistedKeys } from '../../../machines/storage/persisted.types.ts'
import { readTheme, storageKey } from '../../storage/entries.ts'
import type { LatchkeyOptions } from '../options.ts'
import { localStorageOf, systemScheme } from '../../platform/browser.ts'

/** Reads what is needed from an earlier visit before the machines are loaded: whether it stored state, and the color scheme. */
export function readPreviousVisit(
  { ports = {} }: LatchkeyOptions,
  { id, theme }: Configuration,
): { hasStoredState: boolean; isDark: boolean } {
  const { storage = localStorageOf(), scheme = systemScheme } = ports
  const isSchemeDark = () => {
    let dark = false
    scheme.watch((current) => (dark = current === 'dark'))()
    return dark
  }
  try {
    const choice = readTheme(storage, id) ?? theme
    return {
      hasStoredState: persistedKeys.some((key) => key !== 'theme' && storage.getItem(storageKey(id, key)) !== null),
      isDark: choice === 'dark' || (choice === 'system' && isSchemeDark()),
    }
  } catch {
    // The browser blocks storage. The machines report that when they read it.
    return { hasStoredState: false, isDark: theme === 'dark' || (theme === 'system' && isSchemeDark()) }
  }
}
