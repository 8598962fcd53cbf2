import { isIPv6 } from 'node:net'

/** Limits how often something may happen within a time, by key. */
export interface Limit {
  /** Milliseconds until it may happen again; 0 if it may happen now. */
  waitMs(key: string): number
  record(key: string): void
}

/** The key for an IP address. IPv6 addresses share one by their first 64 bits, because one user has all of them. */
export function rateLimitKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', rest] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [start, end] = [head, rest ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [
    ...(start ?? []),
    ...Array.from({ length: 8 - (start?.length ?? 0) - (end?.length ?? 0) }, () => '0'),
    ...(end ?? []),
  ]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const maxKeys = 100_000

export function createLimit({ max, windowMs }: { max: number; windowMs: number }, nowMs: () => number): Limit {
  const times = new Map<string, number[]>()
  const recent = (key: string) => (times.get(key) ?? []).filter((time) => time > nowMs() - windowMs)
  return {
    waitMs(key) {
      const [oldest = 0] = recent(key).slice(-max)
      return recent(key).length < max ? 0 : oldest + windowMs - nowMs()
    },
    record(key) {
      const updated = [...recent(key), nowMs()]
      // Moves the key to the end, so that the least recently used key is removed first.
      times.delete(key)
      times.set(key, updated)
      const [oldestKey] = times.keys()
      if (times.size > maxKeys && oldestKey !== undefined) times.delete(oldestKey)
    },
  }
}

/** A wait in whole minutes, rounded up. */
export const minutesOf = (waitMs: number): number => Math.ceil(waitMs / 60_000)
