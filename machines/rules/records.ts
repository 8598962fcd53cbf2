/** A record without one of its keys. */
export const without = <Value>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([known]) => known !== key))

export const isEmpty = (record: object): boolean => Object.keys(record).length === 0
