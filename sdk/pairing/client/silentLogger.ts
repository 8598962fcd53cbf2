/**
 * A logger for the official client that discards everything. The client's own silent logger keeps up to a megabyte of log data in
 * memory, including keys and messages, after converting it to JSON.
 */
export interface Silence {
  level: 'silent'
  bindings(): { context: string }
  child(bindings: { context: string }): Silence
  fatal(): void
  error(): void
  warn(): void
  info(): void
  debug(): void
  trace(): void
}

const nothing = () => {}

export const silence = (context = ''): Silence => ({
  level: 'silent',
  bindings: () => ({ context }),
  child: (bindings) => silence(bindings.context),
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
})
