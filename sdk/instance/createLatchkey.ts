import { readOptions } from './config.ts'
import type { Engine } from './engine.ts'
import type { Latchkey } from './instance.ts'
import { createLazyInstance } from './lazy/lazyInstance.ts'
import type { LatchkeyOptions } from './options.ts'

/**
 * Creates an instance. The call has no side effects: it accesses no globals, network or storage until `start`. The machines are
 * loaded after that: when the page is idle, when an earlier visit stored state, or on the first call. With the engine of
 * `latchkey/engine` they are available synchronously.
 * @param options All optional; see `LatchkeyOptions`.
 * @param engine The `engine` of `latchkey/engine`, to include the machines in the bundle instead of loading them later.
 * @returns The instance. Call `start` to run it.
 * @throws LatchkeyError `config.invalid` with all invalid options.
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet] })
 * latchkey.start()
 * const outcome = await latchkey.connect()
 */
export function createLatchkey(options: LatchkeyOptions = {}, engine?: Engine): Latchkey {
  const read = readOptions(options)
  if (engine) return engine(options, read)
  return createLazyInstance(options, read, async () => (await import('./engine.ts')).engine)
}
