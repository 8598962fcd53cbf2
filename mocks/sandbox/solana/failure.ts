/** How a transaction fails: the runtime's error in the shape and in the words in which Solana's nodes tell it. */
import type { FailedTransactionMetadata } from 'litesvm'
import { instructionErrors, transactionErrors, type NamedError } from './errorNames.ts'

type RuntimeError = ReturnType<FailedTransactionMetadata['err']>

/**
 * An error as JSON, and as text. A transaction whose error is a mere name never got into a block; one whose error has
 * a value is in a block, and has failed there.
 */
export interface Failure {
  err: string | Record<string, unknown>
  text: string
}

const unknown: NamedError = ['InvalidError', 'program returned invalid error code']

/** What a transaction that is not let in fails with, by the error's name. */
export function failureNamed(name: string): Failure {
  const found = transactionErrors.find(([known]) => known === name)
  return { err: name, text: found?.[1] ?? name }
}

/** Reads the runtime's error. The one that restricts a program for a while is a cluster's, and never comes here. */
export function readFailure(error: RuntimeError): Failure {
  if (typeof error === 'number') {
    const [err, text] = transactionErrors[error] ?? unknown
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
  const said = `Error processing Instruction ${error.index}: `
  if (typeof reason === 'object' && 'code' in reason) {
    const text = `${said}custom program error: 0x${reason.code.toString(16)}`
    return { err: { InstructionError: [error.index, { Custom: reason.code }] }, text }
  }
  const [name, text] = (typeof reason === 'number' ? instructionErrors[reason] : instructionErrors.at(-1)) ?? unknown
  return { err: { InstructionError: [error.index, name] }, text: `${said}${text}` }
}
