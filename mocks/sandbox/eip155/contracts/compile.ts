/** `node mocks/sandbox/eip155/contracts/compile.ts`: writes the bytecode of the contracts next to their sources. */
import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'
import * as z from 'zod/mini'

/** The folders of the sources. */
const folders = {
  SmartAccount: '../../../secureSite/contracts/',
  Paymaster: './',
  FarcasterRegistry: './',
  Names: './',
} as const
type Source = keyof typeof folders
const fileOf = (source: Source, end: 'sol' | 'json') => new URL(`${folders[source]}${source}.${end}`, import.meta.url)

const output = z.object({
  errors: z.optional(z.array(z.object({ formattedMessage: z.string() }))),
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
    ),
  ),
})

/** The bytecode of each contract in a source file, by name. Throws the compiler's errors and warnings. */
export function compile(source: Source): Record<string, string> {
  const file = `${source}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: readFileSync(fileOf(source, 'sol'), 'utf8') } },
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // Leaves out the source's hash, so that comments do not change the bytecode.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const { contracts, errors = [] } = output.parse(JSON.parse(solc.compile(JSON.stringify(input))))
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.entries(contracts?.[file] ?? {}).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
  )
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const source of Object.keys(folders) as Source[])
    writeFileSync(fileOf(source, 'json'), `${JSON.stringify(compile(source), null, 2)}\n`)
