import type { VersionedMessage } from '@solana/web3.js'
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

interface Called {
  program: string | undefined
  data: Uint8Array
}

/** The requested compute units and the price per unit. */
interface Budget {
  unitLimit?: bigint
  /** In millionths of a lamport. */
  unitPrice?: bigint
}

export const isBudget = ({ program }: Called): boolean => program === BUDGET

/** The number of signatures that an instruction verifies. Each costs as much as a signature of the transaction. */
const signaturesIn = ({ program, data }: Called): number => (VERIFIERS.includes(program ?? '') ? (data[0] ?? 0) : 0)

/** The compute budget that an instruction sets; `undefined` for other instructions. */
export function readBudget(called: Called): Budget | undefined {
  if (!isBudget(called)) return undefined
  const { data } = called
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
export function solanaFeeOf({ header, staticAccountKeys, compiledInstructions }: VersionedMessage): bigint | undefined {
  const called = compiledInstructions.map(({ programIdIndex, data }) => ({
    program: staticAccountKeys[programIdIndex]?.toBase58(),
    data: Uint8Array.from(data),
  }))
  if (called.some((each) => isBudget(each) && !readBudget(each))) return undefined
  const signatures = called.reduce((sum, each) => sum + signaturesIn(each), header.numRequiredSignatures)
  const asked = called.map(readBudget)
  const unitPrice = asked.find((each) => each?.unitPrice !== undefined)?.unitPrice ?? 0n
  const unitLimit = asked.find((each) => each?.unitLimit !== undefined)?.unitLimit
  const usual = UNITS.instruction * BigInt(called.filter((each) => !isBudget(each)).length)
  const units = unitLimit ?? (usual < UNITS.transaction ? usual : UNITS.transaction)
  return BigInt(SOLANA.signatureLamports * signatures) + (units * unitPrice + 999_999n) / 1_000_000n
}

/** Whether a fee in lamports is far above the usual one. */
export const isHighFee = (lamports: bigint): boolean => lamports > HIGH_FEE
