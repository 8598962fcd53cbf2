import { SOLANA } from '../../../machines/constants.ts'

const BUDGET = 'ComputeBudget111111111111111111111111111111'
/** Programs that verify signatures: Ed25519, secp256k1, secp256r1. */
const VERIFIERS: readonly string[] = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]
/** The default compute units of an instruction, and the maximum of a transaction. */
const UNITS = { instruction: 200_000n, transaction: 1_400_000n }
/** 0.05 SOL, in lamports. */
const HIGH_FEE = 50_000_000n

/** What the fee depends on in a message of `@solana/web3.js`, of version 0 or legacy. */
interface Message {
  header: { numRequiredSignatures: number }
  staticAccountKeys: readonly { toBase58(): string }[]
  compiledInstructions: readonly { programIdIndex: number; data: Uint8Array }[]
}

interface ProgramCall {
  program: string | undefined
  data: Uint8Array
}

/** The requested compute units and the price per unit. */
interface Budget {
  unitLimit?: bigint
  /** In millionths of a lamport. */
  unitPrice?: bigint
}

export const isBudget = ({ program }: ProgramCall): boolean => program === BUDGET

/** The number of signatures that an instruction verifies. Each costs as much as a signature of the transaction. */
const signaturesIn = ({ program, data }: ProgramCall): number =>
  VERIFIERS.includes(program ?? '') ? (data[0] ?? 0) : 0

/** The compute budget that an instruction sets; `undefined` for other instructions. */
export function readBudget(call: ProgramCall): Budget | undefined {
  if (!isBudget(call)) return undefined
  const { data } = call
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  // The chain ignores the bytes that follow.
  if (data.length < (data[0] === 3 ? 9 : 5)) return undefined
  switch (data[0]) {
    case 1:
    case 4:
      return {}
    case 2:
      return { unitLimit: BigInt(view.getUint32(1, true)) }
    case 3:
      return { unitPrice: view.getBigUint64(1, true) }
  }
  return undefined
}

/** The fee of a message in lamports, including the priority fee; `undefined` if it cannot be read. */
export function solanaFeeOf({ header, staticAccountKeys, compiledInstructions }: Message): bigint | undefined {
  const calls = compiledInstructions.map(({ programIdIndex, data }) => ({
    program: staticAccountKeys[programIdIndex]?.toBase58(),
    data: Uint8Array.from(data),
  }))
  if (calls.some((call) => isBudget(call) && !readBudget(call))) return undefined
  const signatures = calls.reduce((sum, call) => sum + signaturesIn(call), header.numRequiredSignatures)
  const budgets = calls.map(readBudget)
  const unitPrice = budgets.find((budget) => budget?.unitPrice !== undefined)?.unitPrice ?? 0n
  const unitLimit = budgets.find((budget) => budget?.unitLimit !== undefined)?.unitLimit
  const defaultUnits = UNITS.instruction * BigInt(calls.filter((call) => !isBudget(call)).length)
  const units = unitLimit ?? (defaultUnits < UNITS.transaction ? defaultUnits : UNITS.transaction)
  return BigInt(SOLANA.signatureLamports * signatures) + (units * unitPrice + 999_999n) / 1_000_000n
}

/** Whether a fee in lamports is far above the usual one. */
export const isHighFee = (lamports: bigint): boolean => lamports > HIGH_FEE
