/**
 * Runs work that several callers request only once. Callers with the same key share it, and it is aborted when the last one
 * leaves.
 */
export class Shared {
  readonly #running = new Map<string, { result: Promise<unknown>; callers: number; control: AbortController }>()

  run<Value>(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const entry = this.#running.get(key) ?? this.#begin(key, work)
    entry.callers += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        entry.callers -= 1
        if (entry.callers === 0) {
          if (this.#running.get(key) === entry) this.#running.delete(key)
          entry.control.abort(signal?.reason)
        }
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      entry.result
        .then((value) => resolve(value as Value), reject)
        .finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  #begin<Value>(key: string, work: (signal: AbortSignal) => Promise<Value>) {
    const control = new AbortController()
    const entry = { result: work(control.signal), callers: 0, control }
    this.#running.set(key, entry)
    const end = () => {
      if (this.#running.get(key) === entry) this.#running.delete(key)
    }
    entry.result.then(end, end)
    return entry
  }
}

/** Caches responses with the time they arrived. When the cache is full, it drops the oldest entry. */
export class Cache {
  readonly #entries = new Map<string, { value: unknown; at: number; turn: number }>()
  readonly #now: () => number
  readonly #atMost: number
  #turn = 0

  constructor(now: () => number, atMost = 200) {
    this.#now = now
    this.#atMost = atMost
  }

  /** A negative age means that the clock was set back, so the real age is unknown. */
  get(key: string, goodForMs: number): { value: unknown } | undefined {
    const entry = this.#entries.get(key)
    const age = entry ? this.#now() - entry.at : -1
    return age >= 0 && age < goodForMs ? entry : undefined
  }

  /** A counter that orders requests. */
  turn(): number {
    return (this.#turn += 1)
  }

  /** Stores a response, unless the stored one was requested later. */
  set(key: string, value: unknown, turn: number): void {
    if ((this.#entries.get(key)?.turn ?? 0) > turn) return
    this.#entries.delete(key)
    this.#entries.set(key, { value, at: this.#now(), turn })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#atMost && oldest !== undefined) this.#entries.delete(oldest)
  }
}
