/** The queue of requests that a wallet shows to its user. */

/** A request that the user must approve: its kind, and details to show. */
export interface ApprovalRequest {
  kind: string
  details: object
}

/** A request with the origin of the site, the result of the origin's verification, and the id of what it belongs to. */
export type SiteRequest<Q extends ApprovalRequest = ApprovalRequest> = Q & {
  origin: string
  check?: string
  item?: string
}

/** Asks the user. Resolves to whether they approve. */
export type Approve<Q extends ApprovalRequest = ApprovalRequest> = (request: SiteRequest<Q>) => Promise<boolean>

/** A pending request, with its number in the queue. */
export type PendingRequest<Q extends ApprovalRequest = ApprovalRequest> = SiteRequest<Q> & { id: number }

/** Whether every request is approved automatically, for demos. Several queues can share one. */
export interface Consent {
  isApprovingAll(): boolean
  setApproveAll(on: boolean): void
  subscribe(listener: () => void): () => void
}

/** The pending requests, oldest first. */
export interface Approvals<Q extends ApprovalRequest = ApprovalRequest> extends Consent {
  approve: Approve<Q>
  pending(): readonly PendingRequest<Q>[]
  answer(id: number, approved: boolean): void
}

const storageKey = 'sandbox-wallet-approves'

function createListeners() {
  const listeners = new Set<() => void>()
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Creates a consent, which is off unless `storage` says otherwise. */
export function createConsent(storage?: Pick<Storage, 'getItem' | 'setItem'>): Consent {
  const { notify, subscribe } = createListeners()
  let isApprovingAll = storage?.getItem(storageKey) === 'everything'
  return {
    isApprovingAll: () => isApprovingAll,
    setApproveAll(on) {
      isApprovingAll = on
      storage?.setItem(storageKey, on ? 'everything' : '')
      notify()
    },
    subscribe,
  }
}

/** Creates an empty queue, which a wallet adds to and a panel answers. */
export function createApprovals<Q extends ApprovalRequest>(consent = createConsent()): Approvals<Q> {
  const queue = new Map<number, { request: PendingRequest<Q>; resolve: (approved: boolean) => void }>()
  const { notify, subscribe } = createListeners()
  let lastId = 0

  const answer = (id: number, approved: boolean) => {
    queue.get(id)?.resolve(approved)
    if (queue.delete(id)) notify()
  }
  consent.subscribe(() => {
    if (consent.isApprovingAll()) for (const id of queue.keys()) answer(id, true)
    notify()
  })
  return {
    approve: (request) =>
      new Promise((resolve) => {
        if (consent.isApprovingAll()) return resolve(true)
        const id = (lastId += 1)
        queue.set(id, { request: { ...request, id }, resolve })
        notify()
      }),
    pending: () => [...queue.values()].map(({ request }) => request),
    answer,
    isApprovingAll: consent.isApprovingAll,
    setApproveAll: consent.setApproveAll,
    subscribe,
  }
}
