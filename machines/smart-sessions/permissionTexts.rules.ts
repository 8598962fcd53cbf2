/** Explains what permissions allow (EIP-7715). */
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
} from '../wallet-requests/explanation.types.ts'
import type { FunctionPermission, Permission, RecurringAllowance } from './smartSession.types.ts'
import { formatAmount } from '../shared/amounts.rules.ts'
import { EXPLAINED, explanationOf, isWithoutLimit, toText } from '../wallet-requests/explanation.rules.ts'

/** The decimals of a token, and its symbol as it is shown. */
export interface Unit {
  decimals: number
  symbol: string
}
export interface Units {
  /** The native token of the network. */
  native: Unit
  /** The known tokens, by their addresses in lower case. */
  tokens?: Readonly<Record<string, Unit | undefined>>
}

const amount = (hex: string, { decimals, symbol }: Unit): Part => ({
  label: 'amount',
  value: `${formatAmount(BigInt(hex), decimals)} ${symbol}`.trim(),
  as: 'amount',
})
export const timePart = (label: 'expires' | 'starts', seconds: number): Part => ({
  label,
  value: String(seconds),
  as: 'time',
})
const recurring = ({ period, start }: RecurringAllowance): readonly Part[] => [
  { label: 'period', value: String(period), as: 'duration' },
  timePart('starts', start),
]
const unlimited = ({ allowance }: RecurringAllowance): readonly Warning[] =>
  isWithoutLimit(BigInt(allowance)) ? ['unlimited'] : []

const SIGNS = { EQUAL: '=', GREATER_THAN: '>', LESS_THAN: '<' } as const

/**
 * Returns the parts of a callable function: its name, the conditions on its arguments, and the maximum amount that it may
 * receive.
 */
const functionParts = ({ functionName, args = [], valueLimit }: FunctionPermission, native: Unit): Part[] => [
  { label: 'method', value: functionName, as: 'code' },
  ...args.map(({ operator, value }, index): Part => ({
    label: 'field',
    name: `${functionName}[${index}]`,
    value: `${SIGNS[operator]} ${value}`,
    as: 'code',
  })),
  ...(valueLimit === undefined ? [] : [amount(valueLimit, native)]),
]

/** Explains what one permission allows. The names of a contract's functions come from the app itself. */
export function explainPermission({ type, data }: Permission, { native, tokens = {} }: Units): Explanation {
  switch (type) {
    case 'contract-call': {
      const parts = data.functions.flatMap((each) => functionParts(each, native))
      const isMore = parts.length > EXPLAINED.parts
      return explanationOf(
        'contractPermission',
        [
          { label: 'contract', value: data.address, as: 'address' },
          ...parts.slice(0, EXPLAINED.parts),
          ...(isMore ? [{ label: 'data', value: toText(data.functions), as: 'code' } as const] : []),
        ],
        [
          'siteNames',
          ...(data.functions.some(({ operation }) => operation === 'DelegateCall')
            ? (['controlTransfer'] as const)
            : []),
          ...(isMore ? (['truncated'] as const) : []),
        ],
      )
    }
    case 'native-token-recurring-allowance':
      return explanationOf('nativeAllowance', [amount(data.allowance, native), ...recurring(data)], unlimited(data))
    case 'erc20-recurring-allowance': {
      const unit = tokens[data.token.toLowerCase()]
      const counted: Part = unit
        ? amount(data.allowance, unit)
        : { label: 'token', value: BigInt(data.allowance).toString(), as: 'text' }
      return explanationOf(
        'tokenAllowance',
        [counted, { label: 'contract', value: data.token, as: 'address' }, ...recurring(data)],
        unlimited(data),
      )
    }
  }
}

/** Explains a permission of an unknown kind, with its raw data. */
export const unknownPermission = (permission: unknown): Explanation =>
  explanationOf('unknown', [{ label: 'data', value: toText(permission), as: 'code' }], ['unreadable'])
