/** The size limits of one message from the frame. Larger messages are not read. */
const CHARACTERS = 1_048_576
const VALUES = 20_000

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === Object.prototype || prototype === null
}

/**
 * Whether a message is JSON and within the limits. Counting stops at the limit. `postMessage` also carries values that are not
 * JSON, such as maps, typed arrays and sparse arrays.
 */
export function isBounded(message: unknown): boolean {
  let characters = 0
  let values = 0
  const open: unknown[] = [message]
  while (open.length > 0) {
    const value = open.pop()
    values += 1
    if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) return false
    if (typeof value === 'string') characters += value.length
    else if (typeof value === 'object' && value !== null) {
      if (!isPlain(value)) return false
      if (Array.isArray(value) && value.length > VALUES) return false
      const names = Object.keys(value)
      if (names.length > VALUES) return false
      for (const name of names) {
        characters += name.length
        open.push(Reflect.get(value, name))
      }
    }
    if (characters > CHARACTERS || values > VALUES) return false
  }
  return true
}
