import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether everything is tested, as in `npm run test:full`. */
    full: boolean
    /** The seed for fast-check. */
    seed: number
  }
}

/** Whether everything is tested: all screenshots, and properties with more runs. */
export const full = inject('full')

/**
 * The number of runs of a property: `few` in `npm test`, `many` in `npm run test:full`. The seed is fixed, so that a failure
 * comes from a change and not from chance; `SEED=<number>` sets another one.
 */
export const runs = (few: number, many = few * 20) => ({ numRuns: full ? many : few, seed: inject('seed') })

/** The timeout of such a test, in milliseconds. */
export const bound = (ms: number) => (full ? ms * 20 : ms)

/** The first of several cases in `npm test`, all of them in `npm run test:full`. */
export const cases = <Case>(all: readonly Case[]) => (full ? all : all.slice(0, 1))
