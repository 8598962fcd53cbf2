import type { PairingMessage } from '../../../machines/pairing/messages.ts'

type Listener = (message: PairingMessage) => void

/** Dispatches the messages of peers to subscribers. */
export interface Dispatcher {
  dispatch: Listener
  watch(listener: Listener): () => void
  /**
   * Runs work that creates a session. The peer's messages in it are held back until the caller has the session: the peer may
   * confirm, send requests and leave while the client still stores the session.
   */
  deferMessages<Value>(work: () => Promise<Value>): Promise<Value>
}

/** `topics` returns the topics of existing sessions, whose messages are not held back. */
export function createDispatcher(topics: () => readonly string[]): Dispatcher {
  const listeners = new Set<Listener>()
  let deferred: PairingMessage[] = []
  let deferrals = 0
  let existingTopics: ReadonlySet<string> = new Set()
  const deliver: Listener = (message) => {
    for (const listener of listeners) listener(message)
  }
  const release = () => {
    deferrals -= 1
    if (deferrals > 0) return
    const messages = deferred
    deferred = []
    for (const message of messages) deliver(message)
  }
  return {
    dispatch(message) {
      if (deferrals > 0 && 'topic' in message && !existingTopics.has(message.topic)) deferred.push(message)
      else deliver(message)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async deferMessages(work) {
      if (deferrals === 0) existingTopics = new Set(topics())
      deferrals += 1
      try {
        return await work()
      } finally {
        setTimeout(release)
      }
    },
  }
}
