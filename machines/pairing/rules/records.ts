/** Returns a record without one key. */
export const omitKey = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([entryKey]) => entryKey !== key))

/** Returns a record without the keys that have a value. */
export const omitValue = <Value>(record: Readonly<Record<string, Value>>, value: Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([, entryValue]) => entryValue !== value))

export const isEmpty = (record: object): boolean => Object.keys(record).length === 0
