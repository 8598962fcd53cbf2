/**
 * A logger for the official client that discards everything. The client's own silent logger keeps up to a megabyte of log data in
 * memory, including keys and messages, after converting it to JSON.
 */
export interface SilentLogger {
  level: 'silent'
  bindings(): { context: string }
  child(bindings: { context: string }): SilentLogger
  fatal(): void
  error(): void
  warn(): void
  info(): void
  debug(): void
  trace(): void
}

const noop = () => {}

export const createSilentLogger = (context = ''): SilentLogger => ({
  level: 'silent',
  bindings: () => ({ context }),
  child: (bindings) => createSilentLogger(bindings.context),
  fatal: noop,
  error: noop,
  warn: noop,
  info: noop,
  debug: noop,
  trace: noop,
})
