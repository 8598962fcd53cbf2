import type { PairingMessage } from '../../machines/pairing/messages.ts'

type Heard = (message: PairingMessage) => void

/** Where what peers say goes out. */
export interface Telling {
  tell: Heard
  watch(heard: Heard): () => void
  /**
   * Does what brings a session about. What its other side says of it is told only when whoever asked for it has it: that
   * side may confirm, ask and leave while the client still writes the session down.
   */
  afterwards<Value>(work: () => Promise<Value>): Promise<Value>
}

/** `topics` are those of the sessions that are there: what is said in them waits for nothing. */
export function createTelling(topics: () => readonly string[]): Telling {
  const listeners = new Set<Heard>()
  let held: PairingMessage[] = []
  let holding = 0
  let known: ReadonlySet<string> = new Set()
  const deliver: Heard = (message) => {
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
