import { readOptions } from './config.ts'
import type { Engine } from './engine.ts'
import type { Latchkey } from './instance.ts'
import { lateLatchkey } from './late/lateLatchkey.ts'
import type { LatchkeyOptions } from './options.ts'

/**
 * Creates an instance. Pure: it touches no global, network or storage until `start`, and loads its machines afterwards: when the page is
 * idle, when an earlier visit left something, or when anything is asked. With the `engine` of `latchkey/engine` they are there in this turn.
 * @throws LatchkeyError `config.invalid`, with every fault of the options.
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet] })
 * latchkey.start()
 * const outcome = await latchkey.connect()
 */
export function createLatchkey(options: LatchkeyOptions = {}, engine?: Engine): Latchkey {
  const read = readOptions(options)
  if (engine) return engine(options, read)
  return lateLatchkey(options, read, async () => (await import('./engine.ts')).engine)
}
