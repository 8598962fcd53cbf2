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
  | 'unknown'

export type PartLabel =
  | 'account'
  | 'amount'
  | 'chain'
  | 'contract'
  | 'data'
  | 'domain'
  | 'expires'
  | 'field'
  | 'message'
  | 'method'
  | 'operator'
  | 'receiver'
  | 'sender'
  | 'spender'
  | 'statement'
  | 'token'

/** `name`: what a stranger calls it, where the label alone does not say. `code`: shown as it is, in letters of one width. */
export interface ExplanationPart {
  label: PartLabel
  name?: string
  value: string
  as: 'text' | 'address' | 'amount' | 'code'
}

/**
 * What the visitor should look at twice. `unlimited`: an allowance without a limit. `allOfThem`: somebody may move everything of a
 * collection. `otherDomain`: a sign-in for another page. `otherChain`: for another chain than the account's. `otherAccount`: for
 * another account. `hidden`: it holds letters that cannot be seen. `shortened`: there is more of it than is shown. `unread`: nobody could read what it means.
 */
export type ExplanationWarning =
  | 'unlimited'
  | 'allOfThem'
  | 'otherDomain'
  | 'otherChain'
  | 'otherAccount'
  | 'hidden'
  | 'shortened'
  | 'unread'

export interface Explanation {
  kind: ExplanationKind
  parts: readonly ExplanationPart[]
  warnings: readonly ExplanationWarning[]
}
