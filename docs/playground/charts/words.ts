import { shortAddress } from '../../../sdk/index.ts'

const LONGEST = 72

/** Text that is safe and short to show: addresses and hashes as `0x1234…abcd`, the rest cut. */
export function shortText(text: string): string {
  const masked = text.replace(/0x[0-9a-fA-F]{12,}|\b[0-9a-f]{32,}\b/g, (hex) => shortAddress(hex))
  return masked.length > LONGEST ? `${masked.slice(0, LONGEST)}…` : masked
}

/** A value as indented lines, such as a machine's context. */
export function linesOf(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [wordOf(value)]
  if (value instanceof Error) return [shortText(value.message)]
  const entries = Object.entries(value)
  if (entries.length === 0) return ['none']
  if (depth > 6) return ['…']
  return entries.flatMap(([key, inner]) => {
    const [first = '', ...others] = linesOf(inner, depth + 1)
    const name = Array.isArray(value) ? `${Number(key) + 1}.` : shortText(key)
    const nested =
      typeof inner === 'object' && inner !== null && !(inner instanceof Error) && Object.keys(inner).length > 0
    return nested
      ? [name, ...[first, ...others].map((line) => `  ${line}`)]
      : [Array.isArray(value) ? `${name} ${first}` : `${name}: ${first}`]
  })
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '–' : shortText(value)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? `${value}` : '–'
}

/** `changing.switching`, or several of them where states run side by side. */
export function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => (Object.keys(inner as object).length > 0 ? `${key}.${valueText(inner)}` : key))
    .join(' · ')
}

/** The ids of the states that a machine is in. */
export function activeIds(machineId: string, value: unknown): string[] {
  if (typeof value === 'string') return [`${machineId}.${value}`]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => [
    `${machineId}.${key}`,
    ...activeIds(`${machineId}.${key}`, inner),
  ])
}
