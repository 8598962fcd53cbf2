import type { Clock } from '../../machines/kit/time.ts'
import type { LoggerPort, SchemePort, StoragePort } from '../ports.ts'

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer),
}

/** The browser's local storage, looked up at each use: there is none on a server, and a browser may forbid it. */
export const localStorageOf = (): StoragePort => ({
  getItem: (key) => storage().getItem(key),
  setItem: (key, value) => storage().setItem(key, value),
  removeItem: (key) => storage().removeItem(key),
})

function storage(): Storage {
  if (typeof window === 'undefined') throw new Error('There is no window to store anything in.')
  return window.localStorage
}

/** The colours that the visitor's system prefers; light where it cannot tell. */
export const systemScheme: SchemePort = {
  watch(heard) {
    if (typeof window === 'undefined' || typeof window.matchMedia !== 'function') return () => {}
    const query = window.matchMedia('(prefers-color-scheme: dark)')
    const tell = () => heard(query.matches ? 'dark' : 'light')
    tell()
    query.addEventListener('change', tell)
    return () => query.removeEventListener('change', tell)
  },
}

/** The browser's console, errors only [9.30]. */
export const consoleLogger: LoggerPort = {
  error: (message, details) => (details === undefined ? console.error(message) : console.error(message, details)),
}
