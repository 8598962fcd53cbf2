import type { Connection } from '../shared/account.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { OwnedNft } from '../shared/token.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface NftsContract {
  context: {
    /** The connection of the account whose NFTs are read. */
    readonly connection: Connection
    /** The network on which they are read. */
    readonly network: Network
    /** The NFTs of the last successful read. */
    nfts: readonly OwnedNft[]
    /** When they were read, in milliseconds since 1970; 0 before the first read. */
    readAt: number
    /** Why the last read failed; undefined unless it failed. */
    error: LatchkeyError | undefined
  }
  event:
    /** Reads the NFTs again if they are outdated or could not be read, because the user looks at them. */
    | { type: 'nfts.refresh' }
    /** Reads the NFTs again. */
    | { type: 'nfts.retry' }
    | BroadcastEventOf<'transaction.settled'>
  state: 'deciding' | 'unsupported' | 'reading' | 'ready' | 'failed'
  tag: 'busy'
  input: Pick<NftsContract['context'], 'connection' | 'network'>
}

export const nfts = actorKey<NftsContract>()('nfts')
