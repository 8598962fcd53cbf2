/** What rules all timers and deadlines of an instance. Times are milliseconds since 1970. */
export interface Clock {
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  // oxlint-disable-next-line no-explicit-any
  clearTimeout(timer: any): void
}
