import { PAIRING } from '../../constants.ts'

/** An id as a peer sends it: the moment in milliseconds, and three digits of chance. Some are larger than 2^53. */
export type MessageId = number | bigint

/** What can be overtaken by something newer: the namespaces of a session, and each of its events by name. */
export type MessageKind = 'update' | `event:${string}`

/** The newest moments seen in one session, by kind. */
export type Seen = Readonly<Partial<Record<MessageKind, number>>>

/** The moment in milliseconds at which an id was made. */
export const momentOf = (id: MessageId): number =>
  typeof id === 'bigint' ? Number(id / 1_000n) : Math.floor(id / 1_000)

/** Something newer of the same kind was seen; the same moment is not newer [4.40]. */
export const isOutOfSync = (seen: Seen, kind: MessageKind, id: MessageId): boolean =>
  Object.hasOwn(seen, kind) && momentOf(id) < (seen[kind] ?? -Infinity)

/** The ids of messages that came, the oldest first, with one more: a relay may deliver a message twice. */
export const withHeard = (heard: readonly number[], id: number): readonly number[] =>
  [...heard, id].slice(-PAIRING.heardMessages)

/** What was seen, with one message more. An older one changes nothing. */
export const withSeen = (seen: Seen, kind: MessageKind, id: MessageId): Seen =>
  isOutOfSync(seen, kind, id) ? seen : { ...seen, [kind]: momentOf(id) }
