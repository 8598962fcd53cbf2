import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Heap bytes in use after garbage collection. */
function used(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

/** The bytes that a value retains, measured as the heap's growth. */
export async function held(make: () => unknown): Promise<number> {
  const before = used()
  const value = await make()
  const after = used()
  return value === undefined ? 0 : after - before
}
