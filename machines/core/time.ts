import type { AnySystem } from './contract.ts'

/** The clock that drives all timers and deadlines of an instance. Times are in milliseconds since 1970. */
export interface Clock {
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  // oxlint-disable-next-line no-explicit-any
  clearTimeout(timer: any): void
}

/** Returns the time of the system's clock, so that a simulated clock controls deadlines as well as timers. */
export const now = (system: AnySystem): number => (system._clock as unknown as Clock).now()
