/**
 * Runs work that several callers request only once. Callers with the same key share it, and it is aborted when the last one
 * leaves.
 */
export class SharedCalls {
  readonly #running = new Map<string, { result: Promise<unknown>; callers: number; controller: AbortController }>()

  run<Value>(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const entry = this.#running.get(key) ?? this.#begin(key, work)
    entry.callers += 1
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        entry.callers -= 1
        if (entry.callers === 0) {
          if (this.#running.get(key) === entry) this.#running.delete(key)
          entry.controller.abort(signal?.reason)
        }
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      entry.result
        .then((value) => resolve(value as Value), reject)
        .finally(() => signal?.removeEventListener('abort', onAbort))
    })
  }

  #begin<Value>(key: string, work: (signal: AbortSignal) => Promise<Value>) {
    const controller = new AbortController()
    const entry = { result: work(controller.signal), callers: 0, controller }
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
  readonly #entries = new Map<string, { value: unknown; storedAt: number; sequence: number }>()
  readonly #now: () => number
  readonly #atMost: number
  #turn = 0

  constructor(now: () => number, maxEntries = 200) {
    this.#now = now
    this.#atMost = maxEntries
  }

  /** A negative age means that the clock was set back, so the real age is unknown. */
  get(key: string, maxAgeMs: number): { value: unknown } | undefined {
    const entry = this.#entries.get(key)
    const age = entry ? this.#now() - entry.storedAt : -1
    return age >= 0 && age < maxAgeMs ? entry : undefined
  }

  /** A counter that orders requests. */
  nextSequence(): number {
    return (this.#turn += 1)
  }

  /** Stores a response, unless the stored one was requested later. */
  set(key: string, value: unknown, sequence: number): void {
    if ((this.#entries.get(key)?.sequence ?? 0) > sequence) return
    this.#entries.delete(key)
    this.#entries.set(key, { value, storedAt: this.#now(), sequence })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#atMost && oldest !== undefined) this.#entries.delete(oldest)
  }
}
