import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Everything is tried, as `npm run test:full` does, and not only what `npm test` has time for. */
    full: boolean
    /** Where fast-check begins. */
    seed: number
  }
}

/** Everything is tried: all stages of the pictures, and properties many times over. */
export const full = inject('full')

/**
 * How often fast-check tries a property: `few` times within `npm test`, `many` within `npm run test:full`. With the same seed each
 * time, so that a run tells of the change and not of luck; `SEED=<number>` tries others.
 */
export const runs = (few: number, many = few * 20) => ({ numRuns: full ? many : few, seed: inject('seed') })

/** How long such a test may take, in milliseconds. */
export const bound = (ms: number) => (full ? ms * 20 : ms)

/** The first of several cases within `npm test`, all of them within `npm run test:full`. */
export const cases = <Case>(all: readonly Case[]) => (full ? all : all.slice(0, 1))
