import { isIPv6 } from 'node:net'

/** Limits how often something may happen within a time, by key. */
export interface Limit {
  /** Milliseconds until it may happen again; 0 if it may happen now. */
  waitMs(key: string): number
  note(key: string): void
}

/** The key for an IP address. IPv6 addresses share one by their first 64 bits, because one user has all of them. */
export function holderOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [before = '', after] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [start, end] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const filled = [
    ...(start ?? []),
    ...Array.from({ length: 8 - (start?.length ?? 0) - (end?.length ?? 0) }, () => '0'),
    ...(end ?? []),
  ]
  return `${filled
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const keysAtMost = 100_000

export function createLimit({ most, withinMs }: { most: number; withinMs: number }, nowMs: () => number): Limit {
  const times = new Map<string, number[]>()
  const recent = (key: string) => (times.get(key) ?? []).filter((time) => time > nowMs() - withinMs)
  return {
    waitMs(key) {
      const [oldest = 0] = recent(key).slice(-most)
      return recent(key).length < most ? 0 : oldest + withinMs - nowMs()
    },
    note(key) {
      const noted = [...recent(key), nowMs()]
      // Moves the key to the end, so that the least recently used key is removed first.
      times.delete(key)
      times.set(key, noted)
      const [first] = times.keys()
      if (times.size > keysAtMost && first !== undefined) times.delete(first)
    },
  }
}

/** A wait in whole minutes, rounded up. */
export const minutesOf = (waitMs: number): number => Math.ceil(waitMs / 60_000)
