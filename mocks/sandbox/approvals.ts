/** The queue of requests that a wallet shows to its user. */

/** A request that the user must approve: its kind, and details to show. */
export interface Question {
  kind: string
  details: object
}

/** A request with the origin of the site, the result of the origin's verification, and the id of what it belongs to. */
export type Asked<Q extends Question = Question> = Q & { origin: string; check?: string; item?: string }

/** Asks the user. Resolves to whether they approve. */
export type Approve<Q extends Question = Question> = (asked: Asked<Q>) => Promise<boolean>

/** A pending request, with its number in the queue. */
export type Waiting<Q extends Question = Question> = Asked<Q> & { id: number }

/** Whether every request is approved automatically, for demos. Several queues can share one. */
export interface Consent {
  everything(): boolean
  setEverything(on: boolean): void
  subscribe(watcher: () => void): () => void
}

/** The pending requests, oldest first. */
export interface Approvals<Q extends Question = Question> extends Consent {
  approve: Approve<Q>
  pending(): readonly Waiting<Q>[]
  answer(id: number, approved: boolean): void
}

const storageKey = 'sandbox-wallet-approves'

function createWatchers() {
  const watchers = new Set<() => void>()
  return {
    changed: () => watchers.forEach((watcher) => watcher()),
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

/** Creates a consent, which is off unless `storage` says otherwise. */
export function createConsent(storage?: Pick<Storage, 'getItem' | 'setItem'>): Consent {
  const { changed, subscribe } = createWatchers()
  let everything = storage?.getItem(storageKey) === 'everything'
  return {
    everything: () => everything,
    setEverything(on) {
      everything = on
      storage?.setItem(storageKey, on ? 'everything' : '')
      changed()
    },
    subscribe,
  }
}

/** Creates an empty queue, which a wallet adds to and a panel answers. */
export function createApprovals<Q extends Question>(consent = createConsent()): Approvals<Q> {
  const waiting = new Map<number, { asked: Waiting<Q>; resolve: (approved: boolean) => void }>()
  const { changed, subscribe } = createWatchers()
  let lastId = 0

  const answer = (id: number, approved: boolean) => {
    waiting.get(id)?.resolve(approved)
    if (waiting.delete(id)) changed()
  }
  consent.subscribe(() => {
    if (consent.everything()) for (const id of waiting.keys()) answer(id, true)
    changed()
  })
  return {
    approve: (asked) =>
      new Promise((resolve) => {
        if (consent.everything()) return resolve(true)
        const id = (lastId += 1)
        waiting.set(id, { asked: { ...asked, id }, resolve })
        changed()
      }),
    pending: () => [...waiting.values()].map(({ asked }) => asked),
    answer,
    everything: consent.everything,
    setEverything: consent.setEverything,
    subscribe,
  }
}
