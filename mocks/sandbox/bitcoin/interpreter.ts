/** Whether scripts let a transaction spend: asked of a library that had no part in signing it. */
import { createRequire } from 'node:module'
import { hex } from '@scure/base'

/** As much of bitcore-lib as is used. It comes without types. */
interface Bitcore {
  Script: {
    fromHex(hex: string): unknown
    Interpreter: {
      new (): { verify(...of: unknown[]): boolean; errstr: string }
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
    Output: new (of: { script: unknown; satoshis: number }) => unknown
  }
}

/** What an input spends. */
export interface Spent {
  script: Uint8Array
  value: bigint
}

/** Runs the scripts of each input; what is wrong with the first that is not let, undefined where all are. */
export type Interpreter = (transaction: Uint8Array, spent: readonly Spent[]) => string | undefined

/** Loads the interpreter, which takes about 200 ms: whoever only reads the chain does not wait for it. */
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
    // A taproot signature covers what all the inputs spend, so it is known of all before the first is looked at.
    for (const [index, { script, value }] of outputs.entries()) {
      const input = transaction.inputs[index]
      if (input) input.output = new Transaction.Output({ script, satoshis: Number(value) })
    }
    for (const [index, { script, value }] of outputs.entries()) {
      const input = transaction.inputs[index]
      if (!input) return 'an input is missing'
      const interpreter = new Interpreter()
      const good = interpreter.verify(
        input.script,
        script,
        transaction,
        index,
        flags,
        input.witnesses ?? [],
        Number(value),
      )
      if (!good) return interpreter.errstr || 'the script does not end with true'
    }
    return undefined
  }
}
