/** The queue between the wallet that asks and the person who answers. */
import type { Approve, WalletRequest } from './questions.ts'

/** The questions that wait for an answer, oldest first; `everything` answers yes without asking, for demos. */
export interface Approvals {
  approve: Approve
  pending(): readonly WalletRequest[]
  answer(id: number, approved: boolean): void
  everything(): boolean
  setEverything(on: boolean): void
  subscribe(watcher: () => void): () => void
}

const storageKey = 'sandbox-wallet-approves'

/** Creates an empty queue, for a wallet to ask through and a panel to answer. `storage` keeps `everything`. */
export function createApprovals(storage?: Pick<Storage, 'getItem' | 'setItem'>): Approvals {
  const waiting = new Map<number, { request: WalletRequest; resolve: (approved: boolean) => void }>()
  const watchers = new Set<() => void>()
  let everything = storage?.getItem(storageKey) === 'everything'
  const changed = () => watchers.forEach((watcher) => watcher())

  const answer = (id: number, approved: boolean) => {
    waiting.get(id)?.resolve(approved)
    if (waiting.delete(id)) changed()
  }
  return {
    approve: (request) =>
      new Promise((resolve) => {
        if (everything) return resolve(true)
        waiting.set(request.id, { request, resolve })
        changed()
      }),
    pending: () => [...waiting.values()].map(({ request }) => request),
    answer,
    everything: () => everything,
    setEverything(on) {
      everything = on
      storage?.setItem(storageKey, on ? 'everything' : '')
      if (on) for (const id of waiting.keys()) answer(id, true)
      changed()
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
