import type { Connection } from '../entities/account.ts'
import type { Network } from '../entities/network.ts'
import type { HeldNft } from '../entities/token.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface NftsContract {
  context: {
    readonly connection: Connection
    readonly network: Network
    /** What was read last. */
    nfts: readonly HeldNft[]
    /** When it was read; 0 before. */
    readAt: number
    /** Why it could not be read last. */
    error: LatchkeyError | undefined
  }
  event:
    /** Somebody looks at them: what was read a while ago is read again. */
    | { type: 'nfts.look' }
    /** Reads them anew. */
    | { type: 'nfts.retry' }
    | FactOf<'transaction.settled'>
  state: 'deciding' | 'unsupported' | 'reading' | 'ready' | 'failed'
  tag: 'busy'
  input: Pick<NftsContract['context'], 'connection' | 'network'>
}

export const nfts = address<NftsContract>()('nfts')
