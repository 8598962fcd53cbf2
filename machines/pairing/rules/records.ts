/** Returns a record without one key. */
export const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([known]) => known !== key))

/** Returns a record without the keys that have a value. */
export const withoutValue = <Value>(record: Readonly<Record<string, Value>>, value: Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([, known]) => known !== value))

export const isEmpty = (record: object): boolean => Object.keys(record).length === 0
