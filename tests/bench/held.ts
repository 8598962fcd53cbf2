import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes in use, once what nobody holds is cleared away. */
function used(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

/** Bytes that a value holds, by the heap before and after it was made. */
export async function held(make: () => unknown): Promise<number> {
  const before = used()
  const value = await make()
  const after = used()
  return value === undefined ? 0 : after - before
}
