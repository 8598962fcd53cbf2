/** The payments that are made at exchanges, in memory: which exchanges there are, what was asked of them, and what became of it. */
import type { Caip10 } from '../handlers/caip.ts'

export interface Exchange {
  id: string
  name: string
  imageUrl: string | null
}

/** A payment as it was asked for. */
export interface DeskOrder {
  exchangeId: string
  networkId: string
  /** The token's contract; nothing for the network's own coin. */
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
  /** The address of the page on which a payment is made. */
  pageOf(sessionId: string): string
  open(order: DeskOrder): string
  find(sessionId: string): DeskSession | undefined
  settle(sessionId: string, settled: Pick<DeskSession, 'status' | 'txHash'>): void
}

const EXCHANGES: readonly Exchange[] = [
  { id: 'sandbox', name: 'Sandbox Exchange', imageUrl: null },
  { id: 'harbour', name: 'Harbour', imageUrl: null },
]

/** A desk of its own. `page` is where visitors pay. */
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
    settle(sessionId, settled) {
      const known = sessions.get(sessionId)
      if (known) sessions.set(sessionId, { ...known, ...settled })
    },
  }
}
