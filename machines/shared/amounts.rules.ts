import { LatchkeyError } from './errors/error.ts'

const DECIMAL = /^(-?)(\d+)?(?:\.(\d*))?$/

/** Whether a text is a decimal number: an optional minus, digits, an optional dot and digits [5.14]. */
export const isDecimal = (value: string): boolean => {
  const match = DECIMAL.exec(value)
  return match !== null && ((match[2] ?? '') !== '' || (match[3] ?? '') !== '')
}

/** Returns the base units of a decimal text in whole tokens: `parseAmount('1.5', 18)` → `1500000000000000000n`. Never rounds. */
export function parseAmount(value: string, decimals: number): bigint {
  const match = DECIMAL.exec(value)
  if (!match || !isDecimal(value)) throw new LatchkeyError('amount.invalid', { params: { value } })
  const [, minus = '', whole = '0', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals)
    throw new LatchkeyError('amount.tooPrecise', { params: { symbol: 'This token', decimals } })
  const units = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(digits.padEnd(decimals, '0') || '0')
  return minus ? -units : units
}

/**
 * Returns the decimal text of base units, exact and without trailing zeros: `formatAmount(1500000000000000000n, 18)` → `'1.5'`.
 */
export function formatAmount(units: bigint, decimals: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`
}

/** Truncates a decimal text to a number of decimals for display. It never rounds up. */
export function shortAmount(value: string, decimals: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const kept = fraction.slice(0, decimals).replace(/0+$/, '')
  return kept ? `${whole}.${kept}` : whole
}
