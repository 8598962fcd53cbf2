/** A value that the way to a state has seen to being there. Throws where a chart is wrong. */
export function there<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A state was entered without what it needs.')
  return value
}
