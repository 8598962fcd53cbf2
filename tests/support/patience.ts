/** What a test waits for may take as long as it does on a busy machine, where the test names no time of its own. */
import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a thing, in milliseconds. */
    patienceMs: number
  }
}

const { waitFor, waitUntil } = vi
const patient = <Options>(options: number | Options | undefined) =>
  typeof options === 'number' ? options : { timeout: inject('patienceMs'), ...options }

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
