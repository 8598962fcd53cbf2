/**
 * The code that an account of the sandbox lends itself for one transaction (EIP-7702), so that all calls of a bundle are done or none:
 * the first one that fails undoes what came before it. Written by hand, since nothing here compiles contracts.
 */
import { type Address, concat, type Hex, numberToHex, size } from 'viem'

/** One call of a bundle. */
export interface BatchCall {
  to: Address
  value: bigint
  data: Hex
}

/** Calldata: the calls one after the other, each its receiver (20 bytes), its value (32), the length of its data (32), its data. */
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
  // What comes without calldata is taken, as any other account takes it.
  '0x3615604257', // if calldatasize == 0 goto end
  // Nobody but the account itself may use it.
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

/** What puts the code on a chain: it copies what follows itself, and returns that. */
export const batchBytecode = concat([`0x60${size(code).toString(16)}8060095f395ff3`, code])
