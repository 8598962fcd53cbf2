/** Describes what a transaction on Solana does. */
import type { VersionedMessage } from '@solana/web3.js'
import { formatUnits } from 'viem'
import type { RequestDescription, Detail } from './approvalRequest.ts'

const programs = {
  system: '11111111111111111111111111111111',
  budget: 'ComputeBudget111111111111111111111111111111',
  tokens: [
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  ] as readonly string[],
}
const systemTransfer = 2
const tokenTransferChecked = 12

interface Instruction {
  program: string
  accounts: readonly string[]
  data: Uint8Array
}
type Step = { kind: 'sol'; lamports: bigint; to: string } | { kind: 'details'; details: Detail[] } | { kind: 'nothing' }

/** A message's instructions. Accounts from a lookup table are labeled as such. */
function instructionsOf({ staticAccountKeys, compiledInstructions }: VersionedMessage): Instruction[] {
  const keyAt = (index: number) => staticAccountKeys[index]?.toBase58() ?? 'an account from a lookup table'
  return compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
    program: keyAt(programIdIndex),
    accounts: accountKeyIndexes.map(keyAt),
    data,
  }))
}

const hexOf = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function parseStep({ program, accounts, data }: Instruction, signer: string): Step | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (program === programs.budget) return { kind: 'nothing' }
  if (program === programs.system && data.length === 12 && view.getUint32(0, true) === systemTransfer) {
    const [from, to = ''] = accounts
    if (from === signer) return { kind: 'sol', lamports: view.getBigUint64(4, true), to }
  }
  if (programs.tokens.includes(program) && data.length === 10 && data[0] === tokenTransferChecked) {
    const [source = '', mint = '', to = '', owner] = accounts
    const amount = formatUnits(view.getBigUint64(1, true), data[9] ?? 0)
    if (owner === signer)
      return {
        kind: 'details',
        details: [
          { label: 'Sends', value: `${amount} of the token below` },
          { label: 'Token', value: mint },
          { label: 'Out of the token account', value: source },
          { label: 'To the token account', value: to },
        ],
      }
  }
  return undefined
}

/** Describes what a message does to its signer's account. Unknown instructions are shown unchanged and labeled as such. */
export function describeTransaction(message: VersionedMessage, signer: string): RequestDescription {
  const instructions = instructionsOf(message)
  const steps = instructions.map((instruction) => ({ instruction, step: parseStep(instruction, signer) }))
  const transfers = steps.flatMap(({ step }) => (step?.kind === 'sol' ? [step] : []))
  const total = transfers.reduce((sum, { lamports }) => sum + lamports, 0n)
  const unknownSteps = steps.filter(({ step }) => step === undefined)
  const isSimple = unknownSteps.length === 0 && steps.every(({ step }) => step?.kind !== 'details')
  const details: Detail[] = [
    ...transfers.map(({ to, lamports }) => ({
      label: transfers.length > 1 ? `${formatUnits(lamports, 9)} SOL to` : 'To',
      value: to,
    })),
    ...steps.flatMap(({ step }) => (step?.kind === 'details' ? step.details : [])),
    ...unknownSteps.map(({ instruction: { program, accounts, data } }) => ({
      label: 'A program is called, which the wallet cannot read',
      value: [
        program,
        `with ${data.length > 0 ? `0x${hexOf(data)}` : 'no data'}`,
        ...accounts.map((account) => `for ${account}`),
      ].join('\n'),
      code: true,
    })),
  ]
  return {
    title: isSimple && transfers.length > 0 ? 'Send SOL?' : 'Sign a transaction?',
    ...(transfers.length > 0 && { amount: `${formatUnits(total, 9)} SOL` }),
    details,
    ...(unknownSteps.length > 0 && {
      warnings: ['The wallet cannot say all that this does. Approve it only if you trust the site.'],
    }),
  }
}
