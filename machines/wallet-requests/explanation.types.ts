/** A wallet request, explained in parts that a UI can show in the user's language. */

export type ExplanationKind =
  | 'message'
  | 'signIn'
  | 'typedData'
  | 'transfer'
  | 'tokenTransfer'
  | 'tokenApproval'
  | 'operatorApproval'
  | 'contractCall'
  | 'deployment'
  | 'bundle'
  | 'transaction'
  | 'transactions'
  | 'programCall'
  | 'accountCreation'
  | 'authority'
  | 'burn'
  | 'closing'
  | 'memo'
  | 'nonce'
  | 'revocation'
  | 'permissionGrant'
  | 'permissionRevocation'
  | 'contractPermission'
  | 'nativeAllowance'
  | 'tokenAllowance'
  | 'unknown'

/** Kinds of explanations that consist of several steps, in order. */
export type SteppedKind = Extract<
  ExplanationKind,
  'bundle' | 'transaction' | 'transactions' | 'permissionGrant' | 'permissionRevocation'
>

export type PartLabel =
  | 'account'
  | 'accounts'
  | 'allowance'
  | 'amount'
  | 'atomic'
  | 'authority'
  | 'balance'
  | 'capabilities'
  | 'chain'
  | 'change'
  | 'contract'
  | 'data'
  | 'domain'
  | 'expires'
  | 'fee'
  | 'field'
  | 'in'
  | 'input'
  | 'key'
  | 'message'
  | 'method'
  | 'nonce'
  | 'operator'
  | 'out'
  | 'output'
  | 'owner'
  | 'ownInput'
  | 'ownOutput'
  | 'payer'
  | 'period'
  | 'program'
  | 'reason'
  | 'receiver'
  | 'sender'
  | 'session'
  | 'spender'
  | 'starts'
  | 'statement'
  | 'token'

/** Values that are translated into each language. */
export type PartWord = 'yes' | 'no' | 'nobody'

/**
 * `name`: the name that an untrusted source gives the value, if the label alone is not enough. `as` says how `value` is shown:
 * `code` unchanged in a monospaced font, `word` as the translation of a `PartWord`, `time` in seconds since 1970, `duration` in
 * seconds.
 */
export interface ExplanationPart {
  label: PartLabel
  name?: string
  value: string
  as: 'text' | 'address' | 'amount' | 'code' | 'word' | 'time' | 'duration'
}

/**
 * What the user should look at twice.
 * `unlimited`: an allowance without a limit. `wholeCollection`: an operator may move everything of a collection. `otherDomain`: a
 * sign-in for another domain. `otherChain`: for another chain than the account's. `otherAccount`: for another account.
 * `otherPayer`: another account pays the fee. `controlTransfer`: another party gains control of something. `otherChange`: the change
 * goes to another account. `partialSignature`: others may change what is signed. `siteNames`: the app itself describes what it does.
 * `looksAlike`: an address is easily mistaken for another one that the account knows. `highFee`: the fee is far above the usual
 * one. `wouldFail`: it fails in a simulation on the current state of the chain. `noExpiry`: it can be executed at any later time.
 * `invisibleCharacters`: it contains invisible characters. `truncated`: not all of it is shown. `unreadable`: its meaning is unknown. `noConfirmation`:
 * it is executed later without another confirmation.
 */
export type ExplanationWarning =
  | 'unlimited'
  | 'wholeCollection'
  | 'otherDomain'
  | 'otherChain'
  | 'otherAccount'
  | 'otherPayer'
  | 'controlTransfer'
  | 'noExpiry'
  | 'otherChange'
  | 'partialSignature'
  | 'siteNames'
  | 'looksAlike'
  | 'wouldFail'
  | 'highFee'
  | 'invisibleCharacters'
  | 'truncated'
  | 'noConfirmation'
  | 'unreadable'

export interface Explanation {
  kind: ExplanationKind
  parts: readonly ExplanationPart[]
  warnings: readonly ExplanationWarning[]
  /** The steps in order, if there are several. The warnings of a step are also among the warnings of the whole. */
  steps?: readonly Explanation[]
  /** The number of steps, if not all of them are shown. */
  stepCount?: number
}

/** The expected result, as far as the chain can tell it in advance. */
export type Forecast = Pick<Explanation, 'parts' | 'warnings'>
