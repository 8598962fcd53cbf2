import type { NetworkId } from '../entities/namespace.ts'
import type { LatchkeyError } from '../errors/error.ts'

/** Whom something is sent to. */
export interface Receiver {
  /** As the chain writes it. */
  address: string
  /** The name that stands for it, as names are written; nothing where an address was typed. */
  name?: string | undefined
}

/** Whom a text stands for, or what is wrong with it. */
export type ReceiverFound = { receiver: Receiver } | { error: LatchkeyError }

export interface ReceiverContract {
  context: ReceiverContract['input'] & { found: ReceiverFound | undefined }
  event: /** Nobody wants to know any more. */
  { type: 'receiver.cancel' }
  /** `pausing`: somebody may still be typing. */
  state: 'deciding' | 'checking' | 'pausing' | 'resolving' | 'ended'
  tag: 'busy'
  /** What was typed, and the network that is sent on. */
  input: { text: string; networkId: NetworkId }
  output: ReceiverFound
}
