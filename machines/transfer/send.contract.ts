import type { Profile } from '../account/account.contract.ts'
import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { NftSource, TokenBalance } from '../entities/token.ts'
import type { Fee, Transfer } from '../entities/transfer.ts'
import type { LatchkeyError } from '../errors/error.ts'
import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'
import type { RequestSettled } from '../requests/requests.contract.ts'

/** `unconfirmed`: sent, but not confirmed as long as anybody looked. */
export type Progress = 'none' | 'confirming' | 'success' | 'reverted' | 'replaced' | 'unconfirmed'

export interface SendContract {
  context: {
    readonly connection: Connection
    readonly network: Network
    /** What the account holds; the choice of tokens. */
    tokens: readonly TokenBalance[]
    token: TokenBalance | undefined
    /** Which NFT is to be sent, until the chain has told what it is. */
    nftSource: NftSource | undefined
    /** As typed. */
    amount: string
    /** As typed. */
    receiver: string
    /** The receiver's address once it was checked. */
    receiverAddress: string | undefined
    receiverError: LatchkeyError | undefined
    /** The name that was typed, as names are written, where it stands for that address. */
    receiverName: string | undefined
    /** What the receiver's address is known as, where it has made a name or a picture (its URL) for itself. */
    receiverProfileName: string | undefined
    receiverProfileImageUrl: string | undefined
    /** What the account has of the native token is worth, in USD; nothing where no price is known. */
    networkBalanceInUSD: number | undefined
    /** When the balances could not be read last, in milliseconds since 1970; nothing where they always could. */
    lastRetry: number | undefined
    /** What the transfer of the draft costs, once that is known; else `feeError` says why it is not. */
    fee: Fee | undefined
    feeError: LatchkeyError | undefined
    /** Why the last attempt did not succeed. */
    error: LatchkeyError | undefined
    /** The transfer that the wallet was asked for last, fixed at that moment. */
    transfer: Transfer | undefined
    /** How often the wallet was asked; the last question has this number. */
    asked: number
    hash: string | undefined
    /** What became of the transaction that `hash` names, so far. */
    progress: Progress
  }
  event:
    /** Which token is to be sent. */
    | { type: 'send.setToken'; token: TokenBalance }
    /** Which NFT is to be sent, one of it: what it is and how many the account holds is read from the chain. */
    | { type: 'send.setNft'; nft: NftSource }
    /** How much, as decimal text in whole tokens; an ERC-721 is always one. */
    | { type: 'send.setAmount'; amount: string }
    /** To whom: an address, or a name that stands for one. */
    | { type: 'send.setReceiver'; receiver: string }
    /** Fills in all there is, less the network's fee. */
    | { type: 'send.setMaximum' }
    /** Asks the wallet to send it; what is missing or wrong is told instead. */
    | { type: 'send.submit' }
    /** Stops waiting for the wallet. What the visitor still confirms there is sent nevertheless. */
    | { type: 'send.cancel' }
    /** Begins a new draft. */
    | { type: 'send.reset' }
    /** The wallet was asked, and that is over, as the outcome says. */
    | RequestSettled
    /** What the transfer costs. */
    | { type: 'send.priced'; fee: Fee }
    /** Why it is not known what the transfer costs, or why it cannot be made. */
    | { type: 'send.unpriced'; error: LatchkeyError }
    /** What the receiver's address is known as. */
    | { type: 'send.profileFound'; profile: Profile }
    | FactOf<'balance.loaded'>
    /** Balances could not be read, or not all of them. `at`: milliseconds since 1970. */
    | { type: 'send.setRetry'; at: number }
    | FactOf<'transaction.settled'>
    /** Nobody heard in time what became of the transaction. */
    | { type: 'send.giveUp'; hash: string }
  /** `incomplete`: something is missing or not right, or it cannot be made as it is, which `feeError` says; `complete`: it can be sent, while the item `transferReview` looks up the fee, and whom the receiver is known as; `confirming`: whether the receiver's name stands for the same address still. */
  state:
    | { editing: 'checking' | 'reading' | 'resolving' | 'estimating' | 'incomplete' | 'complete' }
    | 'confirming'
    | 'sending'
    | 'sent'
  tag: 'busy' | 'submittable'
  input: Pick<SendContract['context'], 'connection' | 'network' | 'tokens' | 'lastRetry'>
  emitted: /** The question to the wallet is over, or the draft could not be submitted; done means that there is a hash. */
  { type: 'send.settled'; outcome: Outcome<string> }
}

export const send = address<SendContract>()('send')
