import type { NetworkId } from '../shared/namespace.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'

/** The receiver of a transfer. */
export interface Receiver {
  /** In the spelling of its chain. */
  address: string
  /** The normalized name that resolves to the address; undefined if an address was typed. */
  name?: string | undefined
}

/** The receiver that a text stands for, or what is wrong with the text. */
export type ReceiverFound = { receiver: Receiver } | { error: LatchkeyError }

export interface ReceiverContract {
  context: ReceiverContract['input'] & {
    /** The receiver, or what is wrong with the text; undefined until the lookup ends. */
    found: ReceiverFound | undefined
  }
  event: /** Cancels the lookup. */
  { type: 'receiver.cancel' }
  /** `pausing`: the user may still be typing. */
  state: 'deciding' | 'checking' | 'pausing' | 'resolving' | 'ended'
  tag: 'busy'
  input: {
    /** The typed text: an address or a name. */
    text: string
    /** The network of the transfer. */
    networkId: NetworkId
  }
  output: ReceiverFound
}
