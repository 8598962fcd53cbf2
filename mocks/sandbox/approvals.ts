/** The queue between a wallet that asks and the person who answers. */

/** What a wallet wants to know: a question of one of its namespace's kinds, with its facts. */
export interface Question {
  kind: string
  details: object
}

/** A question as a wallet asks it: with the site it acts for, what a check of its origin said, and what it belongs to. */
export type Asked<Q extends Question = Question> = Q & { origin: string; check?: string; item?: string }

/** Asks the person; resolves to whether they approve. */
export type Approve<Q extends Question = Question> = (asked: Asked<Q>) => Promise<boolean>

/** A question that waits for an answer, by its number in the queue. */
export type Waiting<Q extends Question = Question> = Asked<Q> & { id: number }

/** Whether the person says yes to everything without being asked, for demos. Several queues can follow one. */
export interface Consent {
  everything(): boolean
  setEverything(on: boolean): void
  subscribe(watcher: () => void): () => void
}

/** The questions that wait for an answer, oldest first. */
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

/** Creates a consent that is not given, or as `storage` has kept it. */
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

/** Creates an empty queue, for a wallet to ask through and a panel to answer. */
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
