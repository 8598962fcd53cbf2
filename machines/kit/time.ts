import type { AnySystem } from './contract.ts'

/** What rules all timers and deadlines of an instance. Times are milliseconds since 1970. */
export interface Clock {
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  // oxlint-disable-next-line no-explicit-any
  clearTimeout(timer: any): void
}

/** The time by the system's own clock, so that a simulated clock rules deadlines as well as timers. */
export const now = (system: AnySystem): number => (system._clock as unknown as Clock).now()
