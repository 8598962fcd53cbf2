/** An id as a peer sends it: the moment in milliseconds, and three digits of chance. Some are larger than 2^53. */
export type MessageId = number | bigint

/** What can be overtaken by something newer: the namespaces of a session, and each of its events by name. */
export type MessageKind = 'update' | `event:${string}`

/** The newest moment seen, by topic and kind. */
export type Seen = Readonly<Record<string, Readonly<Partial<Record<MessageKind, number>>>>>

/** The moment in milliseconds at which an id was made. */
export const momentOf = (id: MessageId): number =>
  typeof id === 'bigint' ? Number(id / 1_000n) : Math.floor(id / 1_000)

const newestOf = (seen: Seen, topic: string, kind: MessageKind): number | undefined =>
  Object.hasOwn(seen, topic) ? seen[topic]?.[kind] : undefined

/** Something newer of the same topic and kind was seen; the same moment is not newer [4.40]. */
export const isOutOfSync = (seen: Seen, topic: string, kind: MessageKind, id: MessageId): boolean =>
  momentOf(id) < (newestOf(seen, topic, kind) ?? -Infinity)

/** What was seen, with one message more. An older one changes nothing. */
export const withSeen = (seen: Seen, topic: string, kind: MessageKind, id: MessageId): Seen =>
  isOutOfSync(seen, topic, kind, id)
    ? seen
    : { ...seen, [topic]: { ...(Object.hasOwn(seen, topic) ? seen[topic] : {}), [kind]: momentOf(id) } }

/** What was seen, without a session that is over. */
export const withoutTopic = (seen: Seen, topic: string): Seen =>
  Object.fromEntries(Object.entries(seen).filter(([known]) => known !== topic))
