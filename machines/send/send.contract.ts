import type { Profile } from '../account/account.contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import type { NftSource, TokenBalance } from '../shared/token.types.ts'
import type { Fee, Transfer } from './transfer.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'
import type { RequestSettled } from '../wallet-requests/requests.contract.ts'

/** `unconfirmed`: sent, but not confirmed in time. */
export type SendProgress = 'none' | 'confirming' | 'success' | 'reverted' | 'replaced' | 'unconfirmed'

export interface SendContract {
  context: {
    /** The connection of the account that sends. */
    readonly connection: Connection
    /** The network on which the transfer is sent. */
    readonly network: Network
    /** The account's balances, from which the user selects the token. */
    tokens: readonly TokenBalance[]
    /** The token to send; undefined until one is selected, and while an NFT is read from the chain. */
    token: TokenBalance | undefined
    /** The NFT to send; undefined once it was read from the chain. */
    nftSource: NftSource | undefined
    /** The amount in whole tokens, as typed. */
    amount: string
    /** The receiver, as typed. */
    receiver: string
    /** The receiver's address; undefined until it was validated. */
    receiverAddress: string | undefined
    /** Why the receiver is invalid or could not be resolved; undefined otherwise. */
    receiverError: LatchkeyError | undefined
    /** The normalized name that resolves to that address; undefined if an address was typed. */
    receiverName: string | undefined
    /** The name of the receiver's profile; undefined if it has none. */
    receiverProfileName: string | undefined
    /** The URL of the avatar of the receiver's profile; undefined if it has none. */
    receiverProfileImageUrl: string | undefined
    /** The value of the account's native balance in USD; undefined if no price is known. */
    networkBalanceInUSD: number | undefined
    /**
     * When a read of the balances last failed, in milliseconds since 1970; undefined if none did. It equals `failedAt` of
     * `balance`, and is required by the specification [3.3].
     */
    lastRetry: number | undefined
    /** The network fee of the transfer; undefined until it is known. */
    fee: Fee | undefined
    /** Why the fee is unknown, or why the transfer cannot be made; undefined otherwise. */
    feeError: LatchkeyError | undefined
    /** Why the last attempt did not succeed; undefined otherwise. */
    error: LatchkeyError | undefined
    /** The transfer that was submitted last, frozen at that moment. */
    transfer: Transfer | undefined
    /** How many wallet requests were made. The last one has this number as its `requestId`. */
    requestCount: number
    /** The hash of the sent transaction, or of the one that replaced it; undefined before. */
    hash: string | undefined
    /** The status of the transaction `hash`. */
    progress: SendProgress
  }
  event:
    /** Sets the token to send. */
    | { type: 'send.setToken'; token: TokenBalance }
    /** Sets the NFT to send, one of it. What it is, and how many the account holds, is read from the chain. */
    | { type: 'send.setNft'; nft: NftSource }
    /** Sets the amount, as decimal text in whole tokens. It is always 1 for an ERC-721. */
    | { type: 'send.setAmount'; amount: string }
    /** Sets the receiver: an address, or a name that resolves to one. */
    | { type: 'send.setReceiver'; receiver: string }
    /** Sets the amount to the whole balance, less the network fee. */
    | { type: 'send.setMaximum' }
    /** Requests the transfer from the wallet. An incomplete or invalid draft settles as `failed` without a request. */
    | { type: 'send.submit' }
    /** Stops waiting for the wallet. A transaction that the user still confirms there is sent. */
    | { type: 'send.cancel' }
    /** Starts a new draft. */
    | { type: 'send.reset' }
    /** The wallet request settled. `outcome`: `done` with the hash, `cancelled`, `declined`, `expired` or `failed`. */
    | RequestSettled
    /** The fee of the transfer was estimated. */
    | { type: 'send.priced'; fee: Fee }
    /** The fee is unknown, or the transfer cannot be made. `error`: the reason. */
    | { type: 'send.unpriced'; error: LatchkeyError }
    /** The receiver's profile was fetched. */
    | { type: 'send.profileFound'; profile: Profile }
    | BroadcastEventOf<'balance.loaded'>
    /** Records that some or all balances could not be read. `at`: milliseconds since 1970. */
    | { type: 'send.setRetry'; at: number }
    | BroadcastEventOf<'transaction.settled'>
    /** The transaction `hash` was not confirmed in time. */
    | { type: 'send.timedOut'; hash: string }
  /**
   * `incomplete`: something is missing or invalid, or the transfer cannot be made (`feeError`). `complete`: the transfer can be
   * submitted, while the `transferReview` actor fetches the fee and the receiver's profile. `confirming`: the receiver's name
   * is resolved again, to check that its address is still the same.
   */
  state:
    | { editing: 'checking' | 'reading' | 'resolving' | 'estimating' | 'incomplete' | 'complete' }
    | 'confirming'
    | 'sending'
    | 'sent'
  tag: 'busy' | 'submittable'
  input: Pick<SendContract['context'], 'connection' | 'network' | 'tokens' | 'lastRetry'>
  emitted: /** Emitted once per submit. `outcome`: `done` with the hash, `cancelled`, `declined`, `expired` or `failed`. */
  { type: 'send.settled'; outcome: Outcome<string> }
}

export const send = actorKey<SendContract>()('send')
