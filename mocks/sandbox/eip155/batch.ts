/**
 * The code that a sandbox account delegates to for one transaction (EIP-7702), so that all calls of a bundle succeed or none:
 * the first failure reverts the earlier calls. Handwritten bytecode.
 */
import { type Address, concat, type Hex, numberToHex, size } from 'viem'

/** One call of a bundle. */
export interface BatchCall {
  to: Address
  value: bigint
  data: Hex
}

/** Calldata: the calls in sequence, each with its receiver (20 bytes), value (32), data length (32) and data. */
export const encodeBatch = (calls: readonly BatchCall[]): Hex =>
  concat(
    calls.flatMap(({ to, value, data }) => [
      to,
      numberToHex(value, { size: 32 }),
      numberToHex(size(data), { size: 32 }),
      data,
    ]),
  )

const code = concat([
  // A transfer without calldata is accepted, as any other account does.
  '0x3615604257', // if calldatasize == 0 goto end
  // Only the account itself may call it.
  '0x333018604457', // if caller != address goto refuse
  '0x5f', // i = 0
  '0x5b80361115604257', // loop (12): if !(calldatasize > i) goto end
  '0x8060340135', // length = calldata[i + 52]
  '0x80826054015f37', // memory[0..] = calldata[i + 84, length]
  '0x5f5f825f8560140135863560601c5af1', // call(gas, calldata[i] >> 96, calldata[i + 20], memory[0, length])
  '0x603a57', // if it succeeded goto next
  '0x3d5f5f3e3d5ffd', // revert with what it returned
  '0x5b01605401600c56', // next (58): i = i + length + 84, goto loop
  '0x5b00', // end (66): stop
  '0x5b5f5ffd', // refuse (68): revert
])

/** Init code: copies the code that follows it and returns it. */
export const batchBytecode = concat([`0x60${size(code).toString(16)}8060095f395ff3`, code])
