/** Verifies a transaction's scripts with a library that is not used for signing. */
import { createRequire } from 'node:module'
import { hex } from '@scure/base'

/** The used part of bitcore-lib, which has no types. */
interface Bitcore {
  Script: {
    fromHex(hex: string): unknown
    Interpreter: {
      new (): { verify(...args: unknown[]): boolean; errstr: string }
      SCRIPT_VERIFY_P2SH: number
      SCRIPT_VERIFY_WITNESS: number
      SCRIPT_VERIFY_TAPROOT: number
      SCRIPT_VERIFY_DERSIG: number
      SCRIPT_VERIFY_LOW_S: number
      SCRIPT_VERIFY_NULLDUMMY: number
      SCRIPT_VERIFY_CHECKLOCKTIMEVERIFY: number
      SCRIPT_VERIFY_CHECKSEQUENCEVERIFY: number
    }
  }
  Transaction: {
    new (hex: string): { inputs: { script: unknown; witnesses?: Uint8Array[]; output?: unknown }[] }
    Output: new (output: { script: unknown; satoshis: number }) => unknown
  }
}

/** The output that an input spends. */
export interface SpentOutput {
  script: Uint8Array
  value: bigint
}

/** Runs the scripts of all inputs. Returns the first error, or `undefined`. */
export type Interpreter = (transaction: Uint8Array, spent: readonly SpentOutput[]) => string | undefined

/** Loads the interpreter, which takes about 200 ms. It is only loaded for the first transaction. */
export function loadInterpreter(): Interpreter {
  const { Script, Transaction }: Bitcore = createRequire(import.meta.url)('bitcore-lib')
  const { Interpreter } = Script
  const flags =
    Interpreter.SCRIPT_VERIFY_P2SH |
    Interpreter.SCRIPT_VERIFY_WITNESS |
    Interpreter.SCRIPT_VERIFY_TAPROOT |
    Interpreter.SCRIPT_VERIFY_DERSIG |
    Interpreter.SCRIPT_VERIFY_LOW_S |
    Interpreter.SCRIPT_VERIFY_NULLDUMMY |
    Interpreter.SCRIPT_VERIFY_CHECKLOCKTIMEVERIFY |
    Interpreter.SCRIPT_VERIFY_CHECKSEQUENCEVERIFY
  return (bytes, spent) => {
    const transaction = new Transaction(hex.encode(bytes))
    const outputs = spent.map(({ script, value }) => ({ script: Script.fromHex(hex.encode(script)), value }))
    // A Taproot signature covers the spent outputs of all inputs, so all are set before the first script runs.
    for (const [index, { script, value }] of outputs.entries()) {
      const input = transaction.inputs[index]
      if (input) input.output = new Transaction.Output({ script, satoshis: Number(value) })
    }
    for (const [index, { script, value }] of outputs.entries()) {
      const input = transaction.inputs[index]
      if (!input) return 'an input is missing'
      const interpreter = new Interpreter()
      const isValid = interpreter.verify(
        input.script,
        script,
        transaction,
        index,
        flags,
        input.witnesses ?? [],
        Number(value),
      )
      if (!isValid) return interpreter.errstr || 'the script does not end with true'
    }
    return undefined
  }
}
