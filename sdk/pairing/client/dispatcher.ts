import type { PairingMessage } from '../../../machines/pairing/messages.ts'

type Listener = (message: PairingMessage) => void

/** Dispatches the messages of peers to subscribers. */
export interface Dispatcher {
  tell: Listener
  watch(heard: Listener): () => void
  /**
   * Runs work that creates a session. The peer's messages in it are held back until the caller has the session: the peer may
   * confirm, send requests and leave while the client still stores the session.
   */
  afterwards<Value>(work: () => Promise<Value>): Promise<Value>
}

/** `topics` returns the topics of existing sessions, whose messages are not held back. */
export function createDispatcher(topics: () => readonly string[]): Dispatcher {
  const listeners = new Set<Listener>()
  let held: PairingMessage[] = []
  let holding = 0
  let known: ReadonlySet<string> = new Set()
  const deliver: Listener = (message) => {
    for (const heard of listeners) heard(message)
  }
  const release = () => {
    holding -= 1
    if (holding > 0) return
    const messages = held
    held = []
    for (const message of messages) deliver(message)
  }
  return {
    tell(message) {
      if (holding > 0 && 'topic' in message && !known.has(message.topic)) held.push(message)
      else deliver(message)
    },
    watch(heard) {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
    async afterwards(work) {
      if (holding === 0) known = new Set(topics())
      holding += 1
      try {
        return await work()
      } finally {
        setTimeout(release)
      }
    },
  }
}
