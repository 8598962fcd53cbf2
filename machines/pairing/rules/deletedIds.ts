import { PAIRING } from '../../constants.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { toText, type MaybeError } from '../../shared/typeGuards.rules.ts'

export type DeletedKind = 'pairing' | 'session' | 'proposal' | 'request'

/** Ids that must not be used again, oldest first. */
export type DeletedIds = readonly { id: string | number; kind: DeletedKind }[]

/** Adds an id. When the number of ids reaches the limit, the oldest half is dropped [4.39]. */
export function withDeleted(
  deleted: DeletedIds,
  id: string | number,
  kind: DeletedKind,
  limit: number = PAIRING.deletedIds,
): DeletedIds {
  const all = [...deleted.filter((entry) => entry.id !== id), { id, kind }]
  return all.length < limit ? all : all.slice(Math.floor(limit / 2))
}

/** Returns an error if an id was deleted [4.39] [8.49]. */
export function deletedError(deleted: DeletedIds, id: unknown): MaybeError {
  const match = deleted.find((entry) => entry.id === id)
  return match && new LatchkeyError('pairing.recentlyDeleted', { params: { kind: match.kind, id: toText(id) } })
}
