import type { SnapshotOf } from '../core/contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Network } from '../shared/network.types.ts'
import type { SessionGroup, SmartSession } from './smartSession.types.ts'
import type { SmartSessionsContract } from './smartSessions.contract.ts'
import { groupSessions } from './smartSessions.rules.ts'

/** Everything that a UI shows of the machine `smartSessions`. */
export interface SmartSessionsViewModel {
  /** `unsupported`: accounts of this namespace have no sessions. `idle`: the list was not requested yet. */
  status: 'unsupported' | 'idle' | 'loading' | 'ready' | 'failed'
  /** The account whose sessions are listed. */
  connection: Connection
  network: Network
  /** The sessions by status, newest first, as they were last fetched. */
  groups: Readonly<Record<SessionGroup, readonly SmartSession[]>>
  /** Whether the list was fetched at least once. */
  isLoaded: boolean
  /** Whether permissions are being requested from the wallet, or the granted ones are being activated. */
  isGranting: boolean
  /** The ids (`pci`) of the sessions that are being revoked. */
  revokingIds: readonly string[]
  /** Why the list could not be fetched. */
  error: LatchkeyError | undefined
}

/** Returns everything that a UI shows of the machine `smartSessions`. */
export function smartSessionsViewModel({ value, context }: SnapshotOf<SmartSessionsContract>): SmartSessionsViewModel {
  const { sessions, checkedAt, open } = context
  return {
    status: value === 'deciding' ? 'idle' : value,
    connection: context.connection,
    network: context.network,
    groups: groupSessions(sessions, checkedAt),
    isLoaded: context.readAt !== undefined,
    isGranting: open.some(({ kind }) => kind === 'sessionGrant'),
    revokingIds: open.flatMap(({ pci }) => pci ?? []),
    error: context.error,
  }
}
