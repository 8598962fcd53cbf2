/** The relay's messages until their ttl, and which clients have received them. The mailbox outlives all sockets. */

/** A published message. Times are in milliseconds. */
export interface MailboxEntry {
  publisher: string
  topic: string
  message: string
  tag: number
  attestation?: string | undefined
  publishedAt: number
  expiresAt: number
}

/** The messages of all topics, oldest first in each. */
export interface Mailbox {
  /** Stores a message. Returns false if the topic already holds the same text, which counts as one message. */
  put(entry: MailboxEntry): boolean
  /** Whether a topic holds this text. */
  has(topic: string, message: string): boolean
  /** The number of messages on a topic. */
  count(topic: string): number
  /** The messages on a topic that a client has not acknowledged, without its own. */
  undelivered(topic: string, clientId: string): readonly MailboxEntry[]
  acknowledge(entry: MailboxEntry, clientId: string): void
}

/** Creates an empty mailbox. `now` is in milliseconds. */
export function createMailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<MailboxEntry, Set<string>>>()

  const entriesOf = (topic: string) => {
    const entries = topics.get(topic) ?? new Map<MailboxEntry, Set<string>>()
    for (const entry of entries.keys()) if (entry.expiresAt <= now()) entries.delete(entry)
    if (entries.size === 0) topics.delete(topic)
    return entries
  }
  const has = (topic: string, message: string) =>
    [...entriesOf(topic).keys()].some((entry) => entry.message === message)
  return {
    put(entry) {
      if (has(entry.topic, entry.message)) return false
      topics.set(entry.topic, entriesOf(entry.topic).set(entry, new Set([entry.publisher])))
      return true
    },
    has,
    count: (topic) => entriesOf(topic).size,
    undelivered: (topic, clientId) =>
      [...entriesOf(topic)].filter(([, readers]) => !readers.has(clientId)).map(([entry]) => entry),
    acknowledge(entry, clientId) {
      topics.get(entry.topic)?.get(entry)?.add(clientId)
    },
  }
}
