/** The Solana wallet's requests that the user must approve: the EVM wallet's requests, with Solana addresses. */
import { formatUnits } from 'viem'
import { systemProgram, computeBudget } from './fee.ts'
import type { Instruction, Message } from './wire.ts'

const solDecimals = 9
const transferKind = 2
const transferBytes = 12

/**
 * What a transaction does to the signing account. `amount` is the SOL that it sends, as decimal text. `to` is set if one
 * account receives all of it. `programs` is set if it calls programs other than the System and Compute Budget programs.
 */
export interface SolanaTransactionDetails {
  from: string
  to?: string
  amount: string
  symbol: 'SOL'
  network: string
  /** Whether the wallet also sends it; otherwise the site gets it back. */
  isSent: boolean
  programs?: readonly string[]
}

/** A request of one kind with its details. */
export type SolanaRequest =
  | { kind: 'connect'; details: { account: string } }
  | { kind: 'sign'; details: { account: string; message: string } }
  | { kind: 'transaction'; details: SolanaTransactionDetails }

/** Parses an instruction as a System Program transfer: a 32-bit number and a 64-bit amount. */
function readTransfer({ program, accounts: [from, to], data }: Instruction) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program !== systemProgram || data.length !== transferBytes) return undefined
  return view.getUint32(0, true) === transferKind ? { from, to, lamports: view.getBigUint64(4, true) } : undefined
}

/** Describes what a message does to one account. */
export function describeSolanaTransaction(
  { instructions }: Message,
  { from, network, isSent }: Pick<SolanaTransactionDetails, 'from' | 'network' | 'isSent'>,
): SolanaTransactionDetails {
  const transfers = instructions.map(readTransfer).filter((transfer) => transfer?.from === from)
  const lamports = transfers.reduce((sum, transfer) => sum + (transfer?.lamports ?? 0n), 0n)
  const [to, ...others] = new Set(transfers.map((transfer) => transfer?.to))
  const calledPrograms = new Set(instructions.map(({ program }) => program ?? 'an unknown program'))
  const programs = [...calledPrograms].filter((program) => program !== systemProgram && program !== computeBudget)
  return {
    from,
    ...(to !== undefined && others.length === 0 && { to }),
    amount: formatUnits(lamports, solDecimals),
    symbol: 'SOL',
    network,
    isSent,
    ...(programs.length > 0 && { programs }),
  }
}
