import { isSecretName, maskText, noMask, shortText, type Mask } from './mask.ts'

/** The maximum number of entries shown of a list, such as the whole catalog. */
const MAX_ENTRIES = 100

/** Formats a value as indented lines, such as a machine's context. */
export function linesOf(value: unknown, mask: Mask = maskText, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [formatPrimitive(value, mask)]
  if (value instanceof Error) return [shortText(value.message, mask)]
  const entries = Object.entries(value)
  if (entries.length === 0) return ['none']
  if (depth > 6) return ['…']
  const lines = entries.slice(0, MAX_ENTRIES).flatMap(([key, inner]) => {
    const hidden = mask !== noMask && typeof inner === 'string' && inner !== '' && isSecretName(key)
    const [first = '', ...rest] = hidden ? ['…'] : linesOf(inner, mask, depth + 1)
    const name = Array.isArray(value) ? `${Number(key) + 1}.` : shortText(key, mask)
    const nested =
      typeof inner === 'object' && inner !== null && !(inner instanceof Error) && Object.keys(inner).length > 0
    return nested
      ? [name, ...[first, ...rest].map((line) => `  ${line}`)]
      : [Array.isArray(value) ? `${name} ${first}` : `${name}: ${first}`]
  })
  return entries.length > MAX_ENTRIES ? [...lines, `… ${entries.length - MAX_ENTRIES} more`] : lines
}

function formatPrimitive(value: unknown, mask: Mask): string {
  if (typeof value === 'string') return value === '' ? '–' : shortText(value, mask)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? `${value}` : '–'
}

/** Formats a state value: `changing.switching`, or several parts for parallel states. */
export function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, inner]) => (Object.keys(inner as object).length > 0 ? `${key}.${valueText(inner)}` : key))
    .join(' · ')
}

/** The ids of a machine's active states. */
export function activeIds(machineId: string, value: unknown): string[] {
  if (typeof value === 'string') return [`${machineId}.${value}`]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => [
    `${machineId}.${key}`,
    ...activeIds(`${machineId}.${key}`, inner),
  ])
}
