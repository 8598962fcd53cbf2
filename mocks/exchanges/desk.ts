/** Payments through exchanges, in memory: the exchanges, the orders and their status. */
import type { Caip10 } from '../api/caip.ts'

export interface Exchange {
  id: string
  name: string
  imageUrl: string | null
}

/** A payment order. */
export interface DeskOrder {
  exchangeId: string
  networkId: string
  /** The token's contract; `undefined` for the network's native coin. */
  contract: Caip10['address'] | undefined
  /** Decimal text, in whole tokens. */
  amount: string
  recipient: Caip10['address']
}

export interface DeskSession extends DeskOrder {
  status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  txHash?: string
}

export interface ExchangeDesk {
  exchanges: readonly Exchange[]
  /** The URL of the page where the user pays. */
  pageOf(sessionId: string): string
  open(order: DeskOrder): string
  find(sessionId: string): DeskSession | undefined
  settle(sessionId: string, result: Pick<DeskSession, 'status' | 'txHash'>): void
}

const EXCHANGES: readonly Exchange[] = [
  { id: 'sandbox', name: 'Sandbox Exchange', imageUrl: null },
  { id: 'harbour', name: 'Harbour', imageUrl: null },
]

/** Creates an empty desk. `page` is the URL of the payment page. */
export function createDesk(page: string, exchanges = EXCHANGES): ExchangeDesk {
  const sessions = new Map<string, DeskSession>()
  return {
    exchanges,
    pageOf(sessionId) {
      const url = new URL(page)
      url.searchParams.set('session', sessionId)
      return url.href
    },
    open(order) {
      const sessionId = crypto.randomUUID()
      sessions.set(sessionId, { ...order, status: 'UNKNOWN' })
      return sessionId
    },
    find: (sessionId) => sessions.get(sessionId),
    settle(sessionId, result) {
      const session = sessions.get(sessionId)
      if (session) sessions.set(sessionId, { ...session, ...result })
    },
  }
}
