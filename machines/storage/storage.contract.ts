import type { EmbeddedLogin } from '../embedded/embedded.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { PersistedState } from './persisted.types.ts'
import type { Wallet } from '../shared/wallet.types.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface StorageContract {
  context: {
    /** What the storage holds, or will hold after the next write. */
    persisted: PersistedState
    /** What the storage held when it was last read. `persisted` differs from it only by changes of this tab. */
    stored: PersistedState
    /** The namespaces whose stored connection another tab removed. Only a new connection is stored in them. */
    removed: readonly Namespace[]
    /** The keys of entries that failed validation and were set aside. */
    broken: readonly string[]
  }
  event:
    /** Another tab changed the storage. */
    | { type: 'storage.changed' }
    /** Stores the chosen color theme. */
    | { type: 'storage.setTheme'; choice: 'light' | 'dark' | 'system' }
    /**
     * Stores the recently used wallets, newest first. Only the first one is added to the stored list; an empty list clears it.
     */
    | { type: 'storage.setWallets'; recent: readonly Wallet[] }
    /** Stores the address that the user selected among those of the connected wallet. */
    | { type: 'storage.setAccount'; namespace: Namespace; connectorId: string; address: string }
    /**
     * Removes a stored connection because the user disconnects, even if the wallet does not respond. The next page load does
     * not restore it.
     */
    | { type: 'storage.dropConnection'; namespace: Namespace; connectorId: string }
    /** Stores the current or last sign-in with the embedded wallet. Missing fields stay unchanged. */
    | { type: 'storage.setEmbedded'; embedded: EmbeddedLogin }
    | BroadcastEventOf<'account.connected'>
    | BroadcastEventOf<'account.changed'>
    | BroadcastEventOf<'account.networkChanged'>
    | BroadcastEventOf<'account.disconnected'>
    | BroadcastEventOf<'network.changed'>
    | BroadcastEventOf<'balance.loaded'>
    | BroadcastEventOf<'transaction.sent'>
    | BroadcastEventOf<'transaction.positionRead'>
    | BroadcastEventOf<'transaction.settled'>
  /** `unavailable`: the storage cannot be used, so changes are lost when the page is closed. */
  state: 'reading' | 'ready' | 'writing' | 'unavailable'
  tag: 'busy'
}

export const storage = actorKey<StorageContract>()('storage')
