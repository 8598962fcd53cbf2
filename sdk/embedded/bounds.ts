/** How much one message of the frame may hold; more is not read. */
const CHARACTERS = 1_048_576
const VALUES = 20_000

/** Whether a message is small enough to be read: its texts and its values are counted, and no further than they may be. */
export function isBounded(message: unknown): boolean {
  let characters = 0
  let values = 0
  const open: unknown[] = [message]
  while (open.length > 0) {
    const value = open.pop()
    values += 1
    if (typeof value === 'string') characters += value.length
    else if (typeof value === 'object' && value !== null) {
      const inner: unknown[] = ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? [] : Object.values(value)
      if (inner.length > VALUES) return false
      for (const each of inner) open.push(each)
      characters += Object.keys(value).length
    }
    if (characters > CHARACTERS || values > VALUES) return false
  }
  return true
}
