import { PAIRING } from '../../constants.ts'

/** The id of a peer's message: the time in milliseconds, followed by three random digits. Some are larger than 2^53. */
export type MessageId = number | bigint

/** What a newer message can make outdated: the namespaces of a session, and each of its events by name. */
export type MessageKind = 'update' | `event:${string}`

/** The times of the newest messages in one session, by kind. */
export type NewestTimes = Readonly<Partial<Record<MessageKind, number>>>

/** Returns the time in milliseconds at which an id was created. */
export const createdAt = (id: MessageId): number =>
  typeof id === 'bigint' ? Number(id / 1_000n) : Math.floor(id / 1_000)

/** Whether a newer message of the same kind was received. The same time does not count as newer [4.40]. */
export const isOutOfSync = (newest: NewestTimes, kind: MessageKind, id: MessageId): boolean =>
  Object.hasOwn(newest, kind) && createdAt(id) < (newest[kind] ?? -Infinity)

/** Adds the id of a received message, with the oldest first: a relay may deliver a message twice. */
export const addReceivedId = (receivedIds: readonly number[], id: number): readonly number[] =>
  [...receivedIds, id].slice(-PAIRING.receivedMessageIds)

/** Records a received message. An older one changes nothing. */
export const addMessageTime = (newest: NewestTimes, kind: MessageKind, id: MessageId): NewestTimes =>
  isOutOfSync(newest, kind, id) ? newest : { ...newest, [kind]: createdAt(id) }
