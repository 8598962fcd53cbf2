/** Returns a value that must be defined in the current state. Throws if it is undefined, which means that the chart is wrong. */
export function assertDefined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A state was entered without what it needs.')
  return value
}
