import type { SnapshotOf } from '../core/contract.ts'
import type { Connection } from '../shared/account.types.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { Network } from '../shared/network.types.ts'
import type { TokenBalance } from '../shared/token.types.ts'
import type { SendContract, SendProgress } from './send.contract.ts'
import {
  draftStep,
  isSingleNft,
  validateAmount,
  validateDraft,
  validateReceiver,
  type DraftStep,
} from './send.rules.ts'
import type { Fee, Transfer } from './transfer.types.ts'

/** Everything that a UI shows of the machine `send`. */
export interface SendViewModel {
  /** `confirming`: the receiver's name is resolved again. `sending`: waits for the wallet. `sent`: there is a hash. */
  status: 'editing' | 'confirming' | 'sending' | 'sent'
  /** The account that sends. */
  connection: Connection
  network: Network
  /** The account's balances, from which the user selects the token. */
  tokens: readonly TokenBalance[]
  token: TokenBalance | undefined
  /** The amount in whole tokens, as typed. */
  amount: string
  /** The receiver, as typed. */
  receiver: string
  /** The receiver's address; undefined until it was validated. */
  receiverAddress: string | undefined
  /** The normalized name that resolves to that address; undefined if an address was typed. */
  receiverName: string | undefined
  /** The name of the receiver's profile. */
  receiverProfileName: string | undefined
  /** The avatar URL of the receiver's profile. */
  receiverProfileImageUrl: string | undefined
  /** The network fee; undefined until it is known. */
  fee: Fee | undefined
  /** The transfer that was submitted last. */
  submittedTransfer: Transfer | undefined
  /** The hash of its transaction; undefined before the wallet sent it. */
  hash: string | undefined
  /** The status of that transaction. */
  progress: SendProgress
  /** The next thing that the user has to do. It does not consider the fee. */
  nextStep: DraftStep
  /** Whether the amount and the receiver can be changed. */
  isEditable: boolean
  /** Whether the maximum amount is being computed. */
  isEstimating: boolean
  /** Whether the fee is being fetched. */
  isFeeLoading: boolean
  /** Whether the NFT to send has not been read from the chain yet. */
  isNftLoading: boolean
  /** Whether the token is a unique NFT, so that the amount is always 1. */
  isSingleNft: boolean
  canSetMaximum: boolean
  /** Whether `send.submit` submits the draft. */
  canSubmit: boolean
  canCancel: boolean
  /** What is wrong with the typed amount. */
  amountError: LatchkeyError | undefined
  /** What is wrong with the receiver. */
  receiverError: LatchkeyError | undefined
  /** The first reason why the draft is incomplete or invalid. It does not consider the fee. */
  draftError: LatchkeyError | undefined
  /** Why a complete transfer cannot be made, such as a fee that the account cannot pay. */
  transferError: LatchkeyError | undefined
  /** Why the fee is unknown. The transfer can be submitted nevertheless. */
  feeError: LatchkeyError | undefined
  /** Why the last attempt did not succeed. */
  error: LatchkeyError | undefined
}

/** Returns everything that a UI shows of the machine `send`. */
export function sendViewModel(snapshot: SnapshotOf<SendContract>): SendViewModel {
  const { value, context } = snapshot
  const { token, amount, fee, feeError } = context
  const canSubmit = snapshot.hasTag('submittable')
  const isRefused = typeof value === 'object' && value.editing === 'incomplete'
  return {
    status: typeof value === 'string' ? value : 'editing',
    connection: context.connection,
    network: context.network,
    tokens: context.tokens,
    token,
    amount,
    receiver: context.receiver,
    receiverAddress: context.receiverAddress,
    receiverName: context.receiverName,
    receiverProfileName: context.receiverProfileName,
    receiverProfileImageUrl: context.receiverProfileImageUrl,
    fee,
    submittedTransfer: context.transfer,
    hash: context.hash,
    progress: context.progress,
    nextStep: draftStep(context),
    isEditable: snapshot.can({ type: 'send.setAmount', amount: '' }),
    isEstimating: typeof value === 'object' && value.editing === 'estimating',
    isFeeLoading: canSubmit && !fee && !feeError,
    isNftLoading: context.nftSource !== undefined,
    isSingleNft: isSingleNft(token),
    canSetMaximum: snapshot.can({ type: 'send.setMaximum' }),
    canSubmit,
    canCancel: snapshot.can({ type: 'send.cancel' }),
    amountError: validateAmount(amount, token),
    receiverError: validateReceiver(context),
    draftError: validateDraft(context),
    transferError: isRefused ? feeError : undefined,
    feeError: isRefused ? undefined : feeError,
    error: context.error,
  }
}
