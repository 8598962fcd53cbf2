/** What a wallet is asked, in parts that a page can say in its visitor's words. */

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

/** What is asked as several steps, one after the other. */
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

/** What has a word in each language. */
export type PartWord = 'yes' | 'no' | 'nobody'

/**
 * `name`: what a stranger calls it, where the label alone does not say. `code`: shown as it is, in letters of one width. `word`: a `PartWord`.
 * `time`: seconds since 1970. `duration`: seconds.
 */
export interface ExplanationPart {
  label: PartLabel
  name?: string
  value: string
  as: 'text' | 'address' | 'amount' | 'code' | 'word' | 'time' | 'duration'
}

/**
 * What the visitor should look at twice. `unlimited`: an allowance without a limit. `allOfThem`: somebody may move everything of a
 * collection. `otherDomain`: a sign-in for another page. `otherChain`: for another chain than the account's. `otherAccount`: for
 * another account. `otherPayer`: another account pays the fee. `handover`: somebody else
 * gets control of something. `otherChange`: what is left over goes to another account. `open`: others may change what is signed.
 * `ownWords`: what it does is named by the site itself. `looksAlike`: an address is easily taken for another one that the account
 * knows. `highFee`: the fee is far above the usual one. `wouldFail`: tried on the chain as it is now, it does not succeed. `lasting`: it can be carried out at any later time. `hidden`: it holds letters that cannot be seen. `shortened`: there is more of it than is shown. `unread`: nobody could read what it means. `unasked`: it is done later without
 * asking again.
 */
export type ExplanationWarning =
  | 'unlimited'
  | 'allOfThem'
  | 'otherDomain'
  | 'otherChain'
  | 'otherAccount'
  | 'otherPayer'
  | 'handover'
  | 'lasting'
  | 'otherChange'
  | 'open'
  | 'ownWords'
  | 'looksAlike'
  | 'wouldFail'
  | 'highFee'
  | 'hidden'
  | 'shortened'
  | 'unasked'
  | 'unread'

export interface Explanation {
  kind: ExplanationKind
  parts: readonly ExplanationPart[]
  warnings: readonly ExplanationWarning[]
  /** What happens one after the other, where it is more than one thing. What has to be looked at in a step is among the whole's warnings, too. */
  steps?: readonly Explanation[]
  /** How many steps there are, where not all of them are shown. */
  stepCount?: number
}

/** What would come of it, as far as the chain can tell beforehand. */
export type Forecast = Pick<Explanation, 'parts' | 'warnings'>
