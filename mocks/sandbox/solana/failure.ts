/** Converts the runtime's errors to the format and texts of Solana nodes. */
import type { FailedTransactionMetadata } from 'litesvm'
import { instructionErrors, transactionErrors, type NamedError } from './errorNames.ts'

type RuntimeError = ReturnType<FailedTransactionMetadata['err']>

/**
 * An error as JSON and as text. If `err` is a string, the transaction is not in a block; if it is an object, the transaction is
 * in a block and failed there.
 */
export interface Failure {
  err: string | Record<string, unknown>
  text: string
}

const unknownError: NamedError = ['InvalidError', 'program returned invalid error code']

/** The failure of a rejected transaction, by the error's name. */
export function createFailure(name: string): Failure {
  const error = transactionErrors.find(([candidate]) => candidate === name)
  return { err: name, text: error?.[1] ?? name }
}

/** Converts the runtime's error. ProgramExecutionTemporarilyRestricted occurs only in clusters. */
export function readFailure(error: RuntimeError): Failure {
  if (typeof error === 'number') {
    const [err, text] = transactionErrors[error] ?? unknownError
    return { err, text }
  }
  if ('accountIndex' in error) {
    const { accountIndex } = error
    const text = `Transaction results in an account (${accountIndex}) with insufficient funds for rent`
    return { err: { InsufficientFundsForRent: { account_index: accountIndex } }, text }
  }
  if (!('err' in error)) {
    const text = `Transaction contains a duplicate instruction (${error.index}) that is not allowed`
    return { err: { DuplicateInstruction: error.index }, text }
  }
  const reason = error.err()
  const prefix = `Error processing Instruction ${error.index}: `
  if (typeof reason === 'object' && 'code' in reason) {
    const text = `${prefix}custom program error: 0x${reason.code.toString(16)}`
    return { err: { InstructionError: [error.index, { Custom: reason.code }] }, text }
  }
  const [name, text] =
    (typeof reason === 'number' ? instructionErrors[reason] : instructionErrors.at(-1)) ?? unknownError
  return { err: { InstructionError: [error.index, name] }, text: `${prefix}${text}` }
}
