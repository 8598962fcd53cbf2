/** Waits have the timeout of a busy machine unless the test sets one, and poll every 10 ms. */
import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for a condition, in milliseconds. */
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
