/** Calculates the fee of a transaction (SIMD-170 for the default compute units). */
import type { Instruction, Message } from './wire.ts'

const lamportsPerSignature = 5_000n
const microLamportsPerLamport = 1_000_000n
const builtinUnits = 3_000n
const programUnits = 200_000n
const maxUnits = 1_400_000n

/** The program that transfers SOL. */
export const systemProgram = '11111111111111111111111111111111'

/** The program that sets a transaction's compute unit limit and price. */
export const computeBudget = 'ComputeBudget111111111111111111111111111111'
const setUnitLimit = 2
const setUnitPrice = 3

const view = ({ data }: Instruction) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const defaultUnits = ({ program }: Instruction) =>
  program === systemProgram || program === computeBudget ? builtinUnits : programUnits

/** The fee in lamports: a base fee per signature, plus the priority fee for the compute units if there is one. */
export function feeOf({ signers, instructions }: Message): bigint {
  const findInstruction = (kind: number, bytes: number) =>
    instructions.find(({ program, data }) => program === computeBudget && data[0] === kind && data.length >= bytes)
  const priceInstruction = findInstruction(setUnitPrice, 9)
  const limitInstruction = findInstruction(setUnitLimit, 5)
  const price = priceInstruction ? view(priceInstruction).getBigUint64(1, true) : 0n
  const requestedUnits = limitInstruction
    ? BigInt(view(limitInstruction).getUint32(1, true))
    : instructions.map(defaultUnits).reduce((sum, units) => sum + units, 0n)
  const units = requestedUnits < maxUnits ? requestedUnits : maxUnits
  const priority = (price * units + microLamportsPerLamport - 1n) / microLamportsPerLamport
  return BigInt(signers) * lamportsPerSignature + priority
}
