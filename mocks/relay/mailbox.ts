/** The relay's messages until their ttl, and which clients have received them. The mailbox outlives all sockets. */

/** A published message. Times are in milliseconds. */
export interface Letter {
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
  put(letter: Letter): boolean
  /** Whether a topic holds this text. */
  has(topic: string, message: string): boolean
  /** The number of messages on a topic. */
  count(topic: string): number
  /** The messages on a topic that a client has not acknowledged, without its own. */
  waiting(topic: string, clientId: string): readonly Letter[]
  acknowledge(letter: Letter, clientId: string): void
}

/** Creates an empty mailbox. `now` is in milliseconds. */
export function createMailbox(now: () => number): Mailbox {
  const topics = new Map<string, Map<Letter, Set<string>>>()

  const living = (topic: string) => {
    const letters = topics.get(topic) ?? new Map<Letter, Set<string>>()
    for (const letter of letters.keys()) if (letter.expiresAt <= now()) letters.delete(letter)
    if (letters.size === 0) topics.delete(topic)
    return letters
  }
  const has = (topic: string, message: string) => [...living(topic).keys()].some((letter) => letter.message === message)
  return {
    put(letter) {
      if (has(letter.topic, letter.message)) return false
      topics.set(letter.topic, living(letter.topic).set(letter, new Set([letter.publisher])))
      return true
    },
    has,
    count: (topic) => living(topic).size,
    waiting: (topic, clientId) =>
      [...living(topic)].filter(([, readers]) => !readers.has(clientId)).map(([letter]) => letter),
    acknowledge(letter, clientId) {
      topics.get(letter.topic)?.get(letter)?.add(clientId)
    },
  }
}
