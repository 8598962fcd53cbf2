import type { WalletProvider } from '../../sdk/index.ts'

export interface RpcCall {
  method: string
  params?: unknown
  /** The session of a WalletConnect request: its topic, and the chain of the request (CAIP-2). */
  session?: { topic: string; chainId?: string }
}

type Send = (call: RpcCall) => Promise<unknown>

/** What a quirk can reach: the wallet or node below it, and the app above it. */
export interface QuirkContext {
  /** Sends a request to the wallet or node, through the quirks below this one. */
  request: Send
  /** Emits an event to the app, without the quirk. */
  emit(event: string, payload: unknown): void
}

/** What a quirk changes. Each handler calls `next` for the original behavior. */
export interface QuirkHandlers {
  request?(call: RpcCall, next: () => Promise<unknown>): unknown
  emit?(event: string, payload: unknown, next: (payload: unknown) => void): void
}

/** One thing that some wallets or nodes do differently from the standards or from most others. */
export interface Quirk {
  /** Unique, in kebab case. */
  id: string
  /** What the wallet or node does, as a sentence without its subject: "answers after six seconds". */
  title: string
  /** A public report of the behavior. */
  source: string
  /** Called when the quirk starts. Timers of the quirk start here. */
  start(context: QuirkContext): QuirkHandlers
}

export interface Quirky extends Required<WalletProvider> {
  /** Every request of the app, oldest first. */
  readonly calls: readonly RpcCall[]
  /** The requests that were answered with a result. */
  readonly answered: readonly RpcCall[]
  /** Starts quirks, in place of those that run. Without arguments, the original behavior returns. */
  use(...quirks: readonly Quirk[]): void
  /** The number of listeners of the app. */
  listenerCount(): number
}

/** The events of EIP-1193, of the Wallet Standard, of sats-connect and of WalletConnect. */
const EVENTS = [
  'accountsChanged',
  'chainChanged',
  'connect',
  'disconnect',
  'message',
  'change',
  'accountChange',
  'networkChange',
  'session_settle',
  'session_update',
  'session_event',
  'session_delete',
  'relay',
]

/** Puts quirks between an app and any EIP-1193 provider, or any node. */
export function withQuirks(target: WalletProvider, ...quirks: readonly Quirk[]): Quirky {
  const calls: RpcCall[] = []
  const answered: RpcCall[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let running: readonly QuirkHandlers[] = []
  let send: Send = (call) => target.request(call)

  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const start = (quirk: Quirk, request: Send): QuirkHandlers => {
    const handlers: QuirkHandlers = {}
    const context: QuirkContext = {
      request,
      // A quirk that has stopped may still have timers.
      emit: (event, payload) => void (running.includes(handlers) && emit(event, payload)),
    }
    return Object.assign(handlers, quirk.start(context))
  }
  const use = (...started: readonly Quirk[]) => {
    send = (call) => target.request(call)
    running = started.map((quirk) => {
      const below = send
      const handlers = start(quirk, below)
      send = async (call) => (handlers.request ? handlers.request(call, () => below(call)) : below(call))
      return handlers
    })
  }

  for (const event of EVENTS)
    target.on?.(event, (payload) => {
      let next = (changed: unknown) => emit(event, changed)
      for (const handlers of running) {
        const inner = next
        next = (changed) => (handlers.emit ? handlers.emit(event, changed, inner) : inner(changed))
      }
      next(payload)
    })
  use(...quirks)

  return {
    calls,
    answered,
    use,
    listenerCount: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    async request(call) {
      calls.push(call)
      const answer = await send(call)
      answered.push(call)
      return answer
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}
