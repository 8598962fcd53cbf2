/**
 * A logger for the official client that says and keeps nothing. The client's own way to be silent is to keep a megabyte of
 * what it does in memory, keys and messages among it, and to write all of that as JSON first.
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
