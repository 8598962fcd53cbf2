import type { RpcCall } from './quirk.ts'
import { isPrompt, type WalletDeed } from './simulatedUser.ts'

export interface Report {
  /**
   * What the app tells the user about an operation. `unconfirmed`: it may have happened. `pending`: the app still waits, although every
   * timeout has passed.
   */
  reported: 'done' | 'declined' | 'failed' | 'cancelled' | 'unconfirmed' | 'pending'
  /** The deed of the wallet that the operation asks for. */
  asks: WalletDeed['type']
  /** What the wallet did during the operation. */
  deeds: readonly WalletDeed[]
  /** What the app requested of the wallet during the operation. */
  calls: readonly RpcCall[]
  /** The requests that the wallet answered with a result: `answered`. Without it, each one counts as answered. */
  answered?: readonly RpcCall[]
}

const sameCall = (one: RpcCall, other: RpcCall | undefined) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Compares what an app reports about an operation with what the wallet did. Returns the contradictions, as sentences. It does not know
 * the app or the operation, so it works for any code that uses a wallet.
 */
export function checkReport({ reported, asks, deeds, calls, answered }: Report): string[] {
  const problems: string[] = []
  // A signature has no effect before the app receives it.
  const isLost = (deed: WalletDeed) =>
    deed.type === 'signed' && answered?.some(({ method }) => method === deed.method) === false
  const happened = deeds.some((deed) => deed.type === asks && !isLost(deed))
  if (reported === 'pending') problems.push('The operation did not end.')
  if (reported === 'done' && !happened) problems.push(`It is reported as done, but nothing was ${asks}.`)
  if ((reported === 'failed' || reported === 'declined') && happened)
    problems.push(`It is reported as ${reported}, but the wallet has ${asks}.`)
  if (deeds.filter(({ type }) => type === 'sent').length > 1)
    problems.push('The wallet sent more than one transaction.')
  const prompts = calls.filter(isPrompt)
  const repeated = prompts.find((call, index) => index > 0 && sameCall(call, prompts[index - 1]))
  if (repeated) problems.push(`The wallet was asked twice: ${repeated.method}.`)
  return problems
}
