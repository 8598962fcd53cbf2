/**
 * Explains the instructions of common programs. The layouts are the programs' own: https://github.com/solana-program. An
 * instruction is shown in raw form if its length does not match or an account is unknown.
 */
import { base58 } from '@scure/base'
import type { Explanation, ExplanationPart as Part } from '../../../machines/wallet-requests/explanation.types.ts'
import { formatAmount } from '../../../machines/shared/amounts.rules.ts'
import { explanationOf } from '../../../machines/wallet-requests/explanation.rules.ts'
import { displaySymbol } from '../../../machines/shared/texts.rules.ts'
import type { RequestContext } from '../requestContext.ts'
import type { Mint, Tokens } from './mints.ts'
import { ASSOCIATED_PROGRAM, PROGRAMS } from './programs.ts'

/** An instruction. An account from a lookup table has only a name. */
export interface Instruction {
  program: string | undefined
  programName: string
  accounts: readonly (string | undefined)[]
  names: readonly string[]
  data: Uint8Array
}

const SYSTEM = '11111111111111111111111111111111'
const MEMOS: readonly string[] = [
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwjDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]
const DECIMALS = 9
const UNLIMITED_FROM = 2n ** 63n
/** The authority types, with the names of the token programs. */
const AUTHORITIES = ['MintTokens', 'FreezeAccount', 'AccountOwner', 'CloseAccount']

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)
const keyAt = (data: Uint8Array, at: number): string => base58.encode(data.slice(at, at + 32))
const hexOf = (data: Uint8Array): string =>
  `0x${Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

const address = (label: Part['label'], value: string): Part => ({ label, value, as: 'address' })
const amount = (value: string): Part => ({ label: 'amount', value, as: 'amount' })

/** Formats lamports in the native token. */
export const lamportsOf = (lamports: bigint, { network }: RequestContext): string =>
  `${formatAmount(lamports, DECIMALS)} ${displaySymbol(network?.nativeCurrency.symbol ?? 'SOL')}`

function explainSystem(
  { data, accounts: [first, second] }: Instruction,
  context: RequestContext,
): Explanation | undefined {
  if (data.length < 4 || first === undefined) return undefined
  const view = viewOf(data)
  const units = () => amount(lamportsOf(view.getBigUint64(4, true), context))
  const tag = view.getUint32(0, true)
  // A durable nonce makes the transaction valid at any time. The chain ignores the bytes that follow.
  if (tag === 4) return explanationOf('nonce', [address('account', first)], ['noExpiry'])
  switch (`${tag} of ${data.length}`) {
    case '0 of 52':
      if (second === undefined) return undefined
      return explanationOf('accountCreation', [
        units(),
        address('sender', first),
        address('account', second),
        address('program', keyAt(data, 20)),
      ])
    case '1 of 36':
      return explanationOf(
        'authority',
        [address('account', first), address('operator', keyAt(data, 4))],
        ['controlTransfer'],
      )
    case '2 of 12':
      if (second === undefined) return undefined
      return explanationOf('transfer', [units(), address('sender', first), address('receiver', second)])
  }
  return undefined
}

/** The name of a token, if known, and its mint. */
function tokenParts(token: Mint, tokens: Tokens): Part[] {
  const symbol = tokens.symbolOf(token)
  const name: Part[] = symbol === '' ? [] : [{ label: 'token', value: symbol, as: 'text' }]
  return [...name, address('token', token.mint)]
}

/** An amount of a token, or in its smallest units if the decimals are unknown. */
function amountParts(units: bigint, token: Mint | undefined, tokens: Tokens): Part[] {
  if (!token) return [{ label: 'token', value: units.toString(), as: 'text' }]
  const formatted = `${formatAmount(units, token.decimals)} ${displaySymbol(tokens.symbolOf(token))}`.trim()
  return [amount(formatted), address('token', token.mint)]
}

/** Explains a transfer, an approval or a burn of tokens. */
async function explainAmount(instruction: Instruction, tokens: Tokens): Promise<Explanation | undefined> {
  const { data, accounts } = instruction
  const isChecked = data.length === 10
  const units = viewOf(data).getBigUint64(1, true)
  const kind = { 3: 'transfer', 12: 'transfer', 4: 'approve', 13: 'approve', 8: 'burn', 15: 'burn' }[data[0] ?? 0]
  // Checked instructions name the mint after the holder; Burn always does.
  const [holder, second, third] = accounts
  const mint = isChecked || kind === 'burn' ? second : undefined
  const other = isChecked ? third : second
  if (holder === undefined || other === undefined || (isChecked && mint === undefined)) return undefined
  const checkedToken = isChecked && mint !== undefined ? { mint, decimals: data[9] ?? 0 } : undefined
  const token = checkedToken ?? (await tokens.of(holder))
  const from = address('sender', holder)
  if (kind === 'approve' && units >= UNLIMITED_FROM)
    return explanationOf(
      'tokenApproval',
      [address('spender', other), from, ...(token ? tokenParts(token, tokens) : [])],
      ['unlimited'],
    )
  const parts = amountParts(units, token, tokens)
  if (kind === 'transfer') return explanationOf('tokenTransfer', [...parts, from, address('receiver', other)])
  if (kind === 'approve') return explanationOf('tokenApproval', [...parts, address('spender', other), from])
  return explanationOf('burn', [...parts, from])
}

/** Explains a transfer with a transfer fee, which is shown next to the amount. */
function explainWithFee({ data, accounts: [from, mint, to] }: Instruction, tokens: Tokens): Explanation | undefined {
  if (data[1] !== 1 || from === undefined || mint === undefined || to === undefined) return undefined
  const token = { mint, decimals: data[10] ?? 0 }
  const [amountPart, tokenPart] = amountParts(viewOf(data).getBigUint64(2, true), token, tokens)
  const [feePart] = amountParts(viewOf(data).getBigUint64(11, true), token, tokens)
  if (!amountPart || !tokenPart || !feePart) return undefined
  const parts = [
    amountPart,
    { ...feePart, label: 'fee' } as const,
    tokenPart,
    address('sender', from),
    address('receiver', to),
  ]
  return explanationOf('tokenTransfer', parts)
}

/** Explains a change of the authority of an account or a mint. */
function explainAuthority({ data, accounts: [account] }: Instruction): Explanation | undefined {
  const isRemoved = data[2] === 0
  if (account === undefined || (!isRemoved && (data[2] !== 1 || data.length !== 35))) return undefined
  const operator: Part = isRemoved
    ? { label: 'operator', value: 'nobody', as: 'word' }
    : address('operator', keyAt(data, 3))
  const authority = AUTHORITIES[data[1] ?? 0] ?? String(data[1])
  return explanationOf(
    'authority',
    [{ label: 'authority', value: authority, as: 'code' }, address('account', account), operator],
    ['controlTransfer'],
  )
}

async function explainToken(
  instruction: Instruction,
  _: RequestContext,
  tokens: Tokens,
): Promise<Explanation | undefined> {
  const { data, accounts } = instruction
  const [account, second] = accounts
  switch (`${data[0]} of ${data.length}`) {
    case '3 of 9':
    case '4 of 9':
    case '8 of 9':
    case '12 of 10':
    case '13 of 10':
    case '15 of 10':
      return explainAmount(instruction, tokens)
    case '26 of 19':
      return explainWithFee(instruction, tokens)
    case '5 of 1':
      return account === undefined ? undefined : explanationOf('revocation', [address('account', account)])
    case '6 of 3':
    case '6 of 35':
      return explainAuthority(instruction)
    case '9 of 1':
      if (account === undefined || second === undefined) return undefined
      return explanationOf('closing', [address('account', account), address('receiver', second)])
  }
  return undefined
}

/** Explains the creation of an associated token account, the owner's default account of a token. */
function explainAssociated({ data, accounts }: Instruction): Explanation | undefined {
  const [payer, account, owner, mint] = accounts
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1))
  if (!isCreation || payer === undefined || account === undefined || owner === undefined || mint === undefined)
    return undefined
  return explanationOf('accountCreation', [
    address('account', account),
    address('owner', owner),
    address('token', mint),
    address('payer', payer),
  ])
}

function explainMemo({ data }: Instruction): Explanation | undefined {
  try {
    const value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
    return explanationOf('memo', [{ label: 'message', value, as: 'text' }])
  } catch {
    return undefined
  }
}

type Explainer = (
  instruction: Instruction,
  context: RequestContext,
  tokens: Tokens,
) => Explanation | undefined | Promise<Explanation | undefined>

const EXPLAINERS: ReadonlyMap<string | undefined, Explainer> = new Map<string | undefined, Explainer>([
  [SYSTEM, explainSystem],
  [ASSOCIATED_PROGRAM, explainAssociated],
  ...PROGRAMS.map((program) => [program, explainToken] as const),
  ...MEMOS.map((program) => [program, explainMemo] as const),
])

/** Explains an instruction. An unknown one is shown in raw form. */
export async function explainInstruction(
  instruction: Instruction,
  context: RequestContext,
  tokens: Tokens,
): Promise<Explanation> {
  const explanation = await EXPLAINERS.get(instruction.program)?.(instruction, context, tokens)
  if (explanation) return explanation
  const { programName, names, data } = instruction
  return explanationOf(
    'programCall',
    [
      address('program', programName),
      { label: 'data', value: hexOf(data), as: 'code' },
      ...(names.length > 0 ? [{ label: 'accounts', value: names.join('\n'), as: 'code' } as const] : []),
    ],
    ['unreadable'],
  )
}
