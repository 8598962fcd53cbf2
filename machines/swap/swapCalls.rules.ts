/** The wallet requests of a swap, and the meaning of the responses. */
import type { Outcome } from '../shared/outcome.types.ts'
import type { CallsStatus } from '../calls/calls.types.ts'
import { referenceOf } from '../shared/namespace.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { BalanceChange, TransactionPurpose } from '../transactions/sent.types.ts'
import type { BuiltSwap, SwapCall, SwapToken, SwapTransaction } from './swap.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { SwapExecutionContract, SwapOrder } from './swapExecution.contract.ts'
import { formatAmount } from '../shared/amounts.rules.ts'
import { bundleIdOf } from '../calls/calls.rules.ts'
import { isTransactionId } from '../shared/hex.rules.ts'
import { expired, failed, isReplacementUnknown, unreadable } from '../shared/outcome.rules.ts'

const hex = (value: bigint): string => `0x${value.toString(16)}`
const toRpcCall = ({ to, data, value }: SwapCall) => ({ to, data, value: hex(value) })
const scopeOf = ({ connection, network }: SwapOrder) => ({
  from: connection.address,
  chainId: hex(BigInt(referenceOf(network.caipNetworkId))),
})

/** Returns the request for one transaction. A Solana transaction is only signed; the caller broadcasts it. */
export const transactionCall = (order: SwapOrder, call: SwapCall | SwapTransaction): RpcCall =>
  'transaction' in call
    ? {
        method: 'solana_signTransaction',
        params: { ...call, pubkey: order.connection.address, chainId: order.network.caipNetworkId },
      }
    : { method: 'eth_sendTransaction', params: [{ ...scopeOf(order), ...toRpcCall(call) }] }

/**
 * Returns the request for the approval and the swap in one bundle: both are executed, or none (EIP-5792). A swap that is a whole
 * transaction cannot be part of a bundle.
 */
export const bundleCall = (order: SwapOrder, { approval, swap }: CalledSwap): RpcCall => ({
  method: 'wallet_sendCalls',
  params: [
    {
      version: '2.0.0',
      ...scopeOf(order),
      atomicRequired: true,
      calls: [approval, swap].map(toRpcCall),
    },
  ],
})

/** A swap that consists of two calls. */
interface CalledSwap {
  approval: SwapCall
  swap: SwapCall
}

/** Returns a built swap if it consists of two calls. */
export const parseCalledSwap = ({ approval, swap }: BuiltSwap): CalledSwap | undefined =>
  approval && 'to' in swap ? { approval, swap } : undefined

/** Returns the id of the transaction that was sent; undefined for any other response. */
export const sentHash = ({ network }: Pick<SwapOrder, 'network'>, outcome: Outcome<unknown>): string | undefined =>
  outcome.status === 'done' && isTransactionId(network.caipNetworkId, outcome.value) ? outcome.value : undefined

/** Returns the id of the bundle from a wallet's response; undefined for any other response. */
export const sentBundleId = (outcome: Outcome<unknown>): string | undefined =>
  outcome.status === 'done' ? bundleIdOf(outcome.value) : undefined

/** Returns the outcome if there is no hash and no id. */
export const unsentOutcome = (outcome: Outcome<unknown>): Outcome<never> =>
  outcome.status === 'done' ? unreadable(outcome.value) : outcome

/** Returns the outcome of a transaction that did not succeed, or whose replacement is unknown. */
export function unsettledOutcome(
  settled: { status: 'success' | 'reverted' | 'replaced'; hash: string; finalHash: string },
  reverted: 'swap.reverted' | 'swap.approvalReverted',
): Outcome<never> {
  if (isReplacementUnknown(settled)) return unsettled()
  return failed(new LatchkeyError(settled.status === 'replaced' ? 'transaction.replaced' : reverted))
}

/** Returns the hash of a bundle's transaction, if all of the bundle succeeded. */
export const bundleHash = ({ status, receipts }: CallsStatus): string | undefined =>
  status === 'success' ? receipts.at(-1)?.transactionHash : undefined

export const unsettled = (): Outcome<never> => expired(new LatchkeyError('transaction.timedOut'))
export const unanswered = (): Outcome<never> => expired(new LatchkeyError('send.expired'))

const balanceChange = (
  direction: BalanceChange['direction'],
  units: bigint,
  { symbol, decimals }: SwapToken,
): BalanceChange => ({
  direction,
  amount: formatAmount(units, decimals),
  symbol,
})

/** Returns the purpose of the next transaction: the approval, or the swap with the received amount, if the chain reported it. */
export const swapPurpose = (
  { quote, built, isApproval }: Pick<SwapExecutionContract['context'], 'quote' | 'built' | 'isApproval'>,
  received?: bigint,
): TransactionPurpose => {
  const call = isApproval ? built?.approval : built?.swap
  const swapped = [
    balanceChange('out', quote.fromUnits, quote.from),
    ...(received === undefined ? [] : [balanceChange('in', received, quote.to)]),
  ]
  return {
    kind: isApproval ? 'approve' : 'trade',
    to: call && 'to' in call ? call.to : '',
    moved: isApproval ? [] : swapped,
  }
}
