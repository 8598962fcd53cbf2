/** How the transactions that an app had the wallet send are stored. */
import { LIMITS } from '../constants.ts'
import type { Network } from '../shared/network.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { TransactionPurpose } from './sent.types.ts'
import { formatAmount } from '../shared/amounts.rules.ts'

const DIGITS = /^\d{1,20}$/
const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/

const textOf = (value: unknown): string =>
  typeof value === 'string' && value.length <= LIMITS.sentReceiver ? value : ''
/** Returns the native amount that leaves the account; empty if there is none, or if the native token is unknown. */
const coins = (units: bigint, { nativeCurrency: { symbol, decimals } }: Network): TransactionPurpose['moved'] =>
  units > 0n && symbol !== '' ? [{ direction: 'out', amount: formatAmount(units, decimals), symbol }] : []

/** Returns what a call sends, if it sends one transaction: a native amount, or a contract call. */
export function callPurpose({ method, params }: RpcCall, network: Network): TransactionPurpose | undefined {
  const bundle: unknown = Array.isArray(params) ? params[0] : params
  if (typeof bundle !== 'object' || bundle === null) return undefined
  const { to, value, data, input, recipientAddress, amount } = bundle as Readonly<Record<string, unknown>>
  switch (method) {
    case 'eth_sendTransaction': {
      const isPlain = typeof to === 'string' && (data ?? input ?? '0x') === '0x'
      const units = typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : 0n
      return { kind: isPlain ? 'send' : 'execute', to: textOf(to), moved: coins(units, network) }
    }
    case 'sendTransfer': {
      const units = typeof amount === 'string' && DIGITS.test(amount) ? BigInt(amount) : 0n
      return { kind: 'send', to: textOf(recipientAddress), moved: coins(units, network) }
    }
    case 'solana_signAndSendTransaction':
      return { kind: 'execute', to: '', moved: [] }
    default:
      return undefined
  }
}
