/** What the Solana wallet asks the person before it acts: the EVM wallet's questions, with Solana's addresses. */
import { formatUnits } from 'viem'
import { systemProgram, computeBudget } from './fee.ts'
import type { Instruction, Message } from './wire.ts'

const solDecimals = 9
const transferKind = 2
const transferBytes = 12

/**
 * What a transaction does to the account that signs: `amount` is what it sends in SOL, as decimal text; `to` is there
 * when one account gets all of it, and `programs` when others are called than those that transfer and pay.
 */
export interface SolanaTransactionDetails {
  from: string
  to?: string
  amount: string
  symbol: 'SOL'
  network: string
  /** Whether the wallet sends it as well; else the site gets it back. */
  sent: boolean
  programs?: readonly string[]
}

/** A question of one kind with its facts. */
export type SolanaQuestion =
  | { kind: 'connect'; details: { account: string } }
  | { kind: 'sign'; details: { account: string; message: string } }
  | { kind: 'transaction'; details: SolanaTransactionDetails }

/** Reads an instruction as a transfer of the System Program, which is a number, and an amount of 64 bits. */
function readTransfer({ program, accounts: [from, to], data }: Instruction) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program !== systemProgram || data.length !== transferBytes) return undefined
  return view.getUint32(0, true) === transferKind ? { from, to, lamports: view.getBigUint64(4, true) } : undefined
}

/** Says what a message does to one account. */
export function describeSolanaTransaction(
  { instructions }: Message,
  { from, network, sent }: Pick<SolanaTransactionDetails, 'from' | 'network' | 'sent'>,
): SolanaTransactionDetails {
  const transfers = instructions.map(readTransfer).filter((transfer) => transfer?.from === from)
  const lamports = transfers.reduce((sum, transfer) => sum + (transfer?.lamports ?? 0n), 0n)
  const [to, ...others] = new Set(transfers.map((transfer) => transfer?.to))
  const called = new Set(instructions.map(({ program }) => program ?? 'an unknown program'))
  const programs = [...called].filter((program) => program !== systemProgram && program !== computeBudget)
  return {
    from,
    ...(to !== undefined && others.length === 0 && { to }),
    amount: formatUnits(lamports, solDecimals),
    symbol: 'SOL',
    network,
    sent,
    ...(programs.length > 0 && { programs }),
  }
}
