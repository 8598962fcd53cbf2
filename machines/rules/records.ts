/** A record without one of its keys. */
export const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([known]) => known !== key))

/** A record without the keys of a value. */
export const withoutValue = <Value>(record: Readonly<Record<string, Value>>, value: Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([, known]) => known !== value))

export const isEmpty = (record: object): boolean => Object.keys(record).length === 0
