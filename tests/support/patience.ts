/** Waits take as long as they do on a busy machine, unless the test names a time, and look every 10 ms. */
import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a thing, in milliseconds. */
    patienceMs: number
  }
}

const { waitFor, waitUntil } = vi
const patient = <Options>(options: number | Options | undefined) => ({
  timeout: inject('patienceMs'),
  interval: 10,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
