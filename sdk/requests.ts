import { LatchkeyError } from '../machines/errors/error.ts'
import { addressFault } from '../machines/rules/addresses.ts'
import { assertContractData } from '../machines/rules/hex.ts'

/** An EVM transaction. Amounts are bigint, in wei; gas is a number of units. */
export interface TransactionRequest {
  /** Missing only when a contract is created. */
  to?: string
  value?: bigint
  data?: `0x${string}`
  gas?: bigint
  maxFeePerGas?: bigint
  maxPriorityFeePerGas?: bigint
  gasPrice?: bigint
  nonce?: number
}

const hex = (value: bigint | number): `0x${string}` => `0x${value.toString(16)}`

/** The bytes of a message as 0x hex. */
export const encodeMessage = (message: string | { raw: `0x${string}` }): `0x${string}` =>
  typeof message === 'string'
    ? `0x${Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    : message.raw

/** A transaction as JSON-RPC carries it. Throws a `LatchkeyError` that says what is wrong. */
export function encodeTransaction(transaction: TransactionRequest, from: string): Record<string, string> {
  const { to, data, ...amounts } = transaction
  if (to !== undefined) {
    const fault = addressFault('eip155', to)
    if (fault) throw fault
  }
  if (data !== undefined) assertContractData(data)
  const encoded: Record<string, string> = { from, ...(to !== undefined && { to }), ...(data !== undefined && { data }) }
  for (const [name, value] of Object.entries(amounts)) {
    if (value === undefined) continue
    if (value < 0) throw new LatchkeyError('amount.negative')
    encoded[name] = hex(value)
  }
  return encoded
}
